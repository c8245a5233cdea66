import { Skeleton } from '@/lib/ui/skeleton'
import { PageOpening } from './page-opening'

/** While our own server makes a page of one column. */
export function NarrowLoading({ title, note }: { title: string; note: string }) {
  return (
    <PageOpening>
      <div className="mx-auto max-w-[35rem] pt-8 md:pt-12">
        <p className="text-title font-[650] tracking-[-0.02em]">{title}</p>
        <p className="mt-2 text-soft">{note}</p>
        <div aria-hidden="true" className="mt-7 space-y-9">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </div>
      </div>
    </PageOpening>
  )
}
