import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/lib/ui/button'
import { StateCard } from '@/lib/ui/state-card'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('returned')
  return { title: t('title') }
}

/** Where whoever comes back from the bank without being the signed-in owner lands: the same for everybody. */
export default async function ReturnedPage() {
  const t = await getTranslations('returned')
  return (
    <div className="mx-auto max-w-[35rem] pt-10 md:pt-20">
      <StateCard
        heading="h1"
        title={t('title')}
        meaning={t('meaning')}
        advice={t('advice')}
        action={<ButtonLink href="/">{t('open')}</ButtonLink>}
      />
    </div>
  )
}
