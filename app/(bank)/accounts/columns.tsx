import type { ReactNode } from 'react'
import { Skeleton } from '@/lib/ui/skeleton'

type ColumnsProps = { head: ReactNode; aside?: ReactNode; children: ReactNode }

/** The page's places: head, list, side column. On a phone what stands aside comes before the list. */
export function Columns({ head, aside, children }: ColumnsProps) {
  return (
    <div className="pt-8 md:pt-9">
      {head}
      <div className="mt-6 grid items-start gap-x-7 gap-y-5 min-[68rem]:grid-cols-[minmax(0,1fr)_19.75rem]">
        <div className="min-w-0 min-[68rem]:order-2">{aside}</div>
        <div className="min-w-0 space-y-4">{children}</div>
      </div>
    </div>
  )
}

/** The place of the headline figure before there is one. */
export function HeadlinePlace({ title, note }: { title: ReactNode; note: string }) {
  return (
    <div>
      <div className="font-medium text-soft">{title}</div>
      <div className="flex h-[2.52rem] items-center md:h-[2.94rem]">
        <Skeleton className="h-8 w-40 bg-line" />
      </div>
      <p className="mt-1.5 flex min-h-11 items-center text-note text-soft md:min-h-8">{note}</p>
    </div>
  )
}
