import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { buttonLooks } from '@/lib/ui/button'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'

/** Of a page whose own `generateMetadata` finds that there is none, too. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('errors')
  return { title: t('notFoundTitle') }
}

/** Also for what belongs to another customer: it is not told from what does not exist. */
export default function NotFoundHere() {
  const t = useTranslations('errors')
  return (
    <div className="mx-auto max-w-[35rem] pt-10 md:pt-20">
      <StateCard
        heading="h1"
        title={t('notFoundTitle')}
        meaning={t('notFoundBody')}
        action={
          <PageLink href="/accounts" className={buttonLooks.primary}>
            {t('accounts')}
          </PageLink>
        }
      />
    </div>
  )
}
