import { useTranslations } from 'next-intl'
import { Skeleton } from '@/lib/ui/skeleton'
import { PageOpening } from '../../_parts/page-opening'

/** While our own server makes the list. */
export default function TransfersLoading() {
  const t = useTranslations('transfers')
  return (
    <PageOpening>
      <div className="max-w-[46rem] pt-8 md:pt-9">
        <p className="text-title font-[650] tracking-[-0.02em]">{t('title')}</p>
        <p className="mt-1 text-soft">{t('opening')}</p>
        <div aria-hidden="true" className="mt-7 space-y-7">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-48 rounded-card" />
        </div>
      </div>
    </PageOpening>
  )
}
