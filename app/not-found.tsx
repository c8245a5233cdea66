import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/lib/ui/button'
import { StateCard } from '@/lib/ui/state-card'
import { LateLanguageSwitch } from './_parts/late-language-switch'
import { PublicFrame } from './_parts/public-frame'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errors')
  return { title: t('notFoundTitle') }
}

export default async function NotFound() {
  const t = await getTranslations('errors')
  return (
    <PublicFrame footer={<LateLanguageSwitch />}>
      <div className="mx-auto max-w-[35rem] pt-10 md:pt-20">
        <StateCard
          heading="h1"
          title={t('notFoundTitle')}
          meaning={t('notFoundBody')}
          action={<ButtonLink href="/">{t('home')}</ButtonLink>}
        />
      </div>
    </PublicFrame>
  )
}
