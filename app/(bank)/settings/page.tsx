import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import { Card, Section } from '@/lib/ui/card'
import { PageHeading } from '@/lib/ui/page-heading'
import { knownSharing, publicFacts, signedInPlaces } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { LanguageSwitch } from '../../_parts/language-switch'
import { BankConnection } from './bank-connection'
import { PageRow } from './page-row'
import { Places } from './places'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('settings')
  return { title: t('title') }
}

export default async function SettingsPage() {
  const session = await requireSession()
  const [t, facts, sharing, places] = await Promise.all([
    getTranslations('settings'),
    publicFacts(),
    knownSharing(session),
    signedInPlaces(session),
  ])
  return (
    <div className="max-w-[40rem] pt-8 md:pt-9">
      <SameCustomer customer={session.customerId} />
      <PageHeading className="text-title font-[650] tracking-[-0.02em]">{t('title')}</PageHeading>
      <div className="mt-7 space-y-9">
        <Section id="bank" title={t('bank.title')}>
          <BankConnection
            bank={facts.bankName}
            customerNumber={session.bankCustomerId}
            customer={sharing.customer}
            atLoad={sharing.connection}
            isSharing={sharing.accounts.some(({ consents }) => consents.length > 0)}
          />
        </Section>
        <Section id="data" title={t('data.title')}>
          <Card className="divide-y divide-line">
            <PageRow href="/settings/details" title={t('data.open')} meaning={t('data.openMeaning')} />
            <PageRow href="/consents" title={t('data.consents')} meaning={t('data.consentsMeaning')} />
          </Card>
        </Section>
        <Section id="places" title={t('places.title')}>
          <Places id="places" places={places} />
        </Section>
        <Section id="language" title={t('language.title')}>
          <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
            <p className="min-w-0 flex-1 basis-60 text-note text-soft">{t('language.body')}</p>
            <LanguageSwitch />
          </Card>
        </Section>
        <Section id="kept" title={t('kept.title')}>
          <Kept />
        </Section>
        <Section id="leave" title={t('leave.title')}>
          <Card>
            <PageRow href="/settings/forget" title={t('leave.open')} meaning={t('leave.meaning')} />
          </Card>
        </Section>
      </div>
    </div>
  )
}

const kept = ['number', 'list', 'shared', 'transfers', 'key', 'sessions', 'never'] as const

function Kept() {
  const t = useTranslations('settings.kept')
  return (
    <Card>
      <ul className="divide-y divide-line text-note text-soft">
        {kept.map((what) => (
          <li key={what} className="px-5 py-3.5 last:font-medium last:text-ink">
            {t(what)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
