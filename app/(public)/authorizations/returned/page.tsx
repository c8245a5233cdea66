import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/lib/ui/button'
import { StateCard } from '@/lib/ui/state-card'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('returned')
  return { title: t('title') }
}

/** Where a return from the bank lands when it is not the signed-in owner's. The same for everybody. */
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
