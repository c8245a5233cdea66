import { useTranslations } from 'next-intl'
import { buttonLooks } from '@/lib/ui/button'
import { PageLink } from '@/lib/ui/page-link'
import { StateCard } from '@/lib/ui/state-card'

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
