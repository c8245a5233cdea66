import type { ReactNode } from 'react'
import { Skeleton } from '@/lib/ui/skeleton'

type ColumnsProps = { head: ReactNode; aside?: ReactNode; children: ReactNode }

/** The page's places: head, list, side column. On a phone what stands aside comes after the list. */
export function Columns({ head, aside, children }: ColumnsProps) {
  return (
    <div className="pt-8 md:pt-9">
      {head}
      <div className="mt-6 grid items-start gap-x-7 gap-y-5 min-[68rem]:grid-cols-[minmax(0,1fr)_19.75rem]">
        <div className="min-w-0 space-y-4">{children}</div>
        {aside && <div className="min-w-0">{aside}</div>}
      </div>
    </div>
  )
}

/** The place of the headline figure before there is one. */
export function HeadlinePlace({ note }: { note: string }) {
  return (
    <div>
      <div className="flex h-[2.52rem] items-center md:h-[2.94rem]">
        <Skeleton className="h-7 w-36 bg-line" />
      </div>
      <p className="mt-1.5 flex min-h-11 items-center text-note text-soft md:min-h-8">{note}</p>
    </div>
  )
}
