import type { ReactNode } from 'react'

/**
 * The page's places, in this order: head over the whole width (`col-span-full`), list, side column. On a phone what
 * stands aside comes after the list.
 */
export function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-7 gap-y-5 pt-8 md:pt-9 min-[68rem]:grid-cols-[minmax(0,1fr)_19.75rem]">
      {children}
    </div>
  )
}
