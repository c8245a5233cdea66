import { Skeleton } from '@/lib/ui/skeleton'

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
