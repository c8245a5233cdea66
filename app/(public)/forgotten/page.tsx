import type { Metadata } from 'next'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ForgetReport } from '@/lib/contracts/sharing'
import { ButtonLink } from '@/lib/ui/button'
import { Card, Section } from '@/lib/ui/card'
import { formatMoment } from '@/lib/ui/format/moment'
import { Notice } from '@/lib/ui/notice'
import { PrintButton } from '@/lib/ui/print-button'
import { StateCard } from '@/lib/ui/state-card'
import { forgetReport, publicFacts } from '@/lib/web/screens'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('forgotten')
  return { title: t('pageTitle'), robots: { index: false } }
}

/** What was done when a customer was forgotten; nobody is signed in any more. It names nobody. */
export default async function ForgottenPage() {
  const [report, facts, t] = await Promise.all([forgetReport(), publicFacts(), getTranslations('forgotten')])
  if (report === null) {
    return (
      <div className="mx-auto max-w-[35rem] pt-10 md:pt-20">
        <StateCard
          heading="h1"
          title={t('none')}
          meaning={t('noneMeaning')}
          advice={t('noneAdvice')}
          action={<ButtonLink href="/">{t('home')}</ButtonLink>}
        />
      </div>
    )
  }
  return <Report report={report} database={facts.database} />
}

function Report({ report, database }: { report: ForgetReport; database: 'embedded' | 'server' }) {
  const t = useTranslations('forgotten')
  const locale = useLocale()
  return (
    <div className="mx-auto max-w-[35rem] pt-8 md:pt-14">
      <h1 className="text-title font-[650] tracking-[-0.02em] text-balance">{t('title')}</h1>
      <p className="mt-2 text-soft">{t('lead', { at: formatMoment(report.at, 'minute', locale) })}</p>
      <div className="mt-7 space-y-7">
        <AtBank bankList={report.bankList} />
        <Section id="erased" title={t('erasedTitle')}>
          <Erased counts={report.erased} />
        </Section>
        <Section id="remains" title={t('remainsTitle')}>
          <p className="text-soft">{t(`remains.${database}`)}</p>
          <p className="mt-2 text-soft">{t('remains.elsewhere')}</p>
        </Section>
        <div className="space-y-3 print:hidden">
          <p className="text-note text-soft">{t('shown')}</p>
          <PrintButton words={t('print')} className="w-full" />
          <ButtonLink href="/" className="w-full">
            {t('home')}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function AtBank({ bankList }: Pick<ForgetReport, 'bankList'>) {
  const t = useTranslations('forgotten.bank')
  return (
    <Notice tone={bankList === 'empty' ? 'plain' : 'warning'} title={t(`${bankList}.title`)}>
      {t(`${bankList}.meaning`)}
    </Notice>
  )
}

/** In the order in which a customer would ask. */
const kinds = [
  'accounts',
  'balances',
  'movements',
  'products',
  'consents',
  'consentEvents',
  'authorizations',
  'transfers',
  'transferReceipts',
  'transferEvents',
  'transferChecks',
  'transferPreparations',
  'connections',
  'connectAttempts',
  'sessions',
  'customers',
] as const

function Erased({ counts }: { counts: ForgetReport['erased'] }) {
  const t = useTranslations('forgotten.kind')
  const locale = useLocale()
  const numbers = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  return (
    <Card>
      <dl className="divide-y divide-line">
        {kinds.map((kind) => {
          const count = counts[kind] ?? 0
          return (
            count > 0 && (
              <div key={kind} className="flex items-baseline justify-between gap-4 px-5 py-3">
                <dt className="min-w-0">{t(kind)}</dt>
                <dd className="font-semibold tabular-nums">{numbers.format(count)}</dd>
              </div>
            )
          )
        })}
      </dl>
    </Card>
  )
}
