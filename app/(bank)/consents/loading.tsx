import { useTranslations } from 'next-intl'
import { Skeleton } from '@/lib/ui/skeleton'
import { PageOpening } from '../_parts/page-opening'

/** While our own server makes the page. */
export default function ConsentsLoading() {
  const t = useTranslations('consents')
  return (
    <PageOpening>
      <div className="max-w-[52rem] pt-8 md:pt-9">
        <p className="text-title font-[650] tracking-[-0.02em]">{t('title')}</p>
        <p className="mt-1 text-soft">{t('opening')}</p>
        <div aria-hidden="true" className="mt-7 space-y-9">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </div>
      </div>
    </PageOpening>
  )
}
