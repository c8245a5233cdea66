import type { ReactNode } from 'react'

/**
 * A page while our own server makes it. As high as the window: the foot of the frame is not yet seen, and so does not
 * jump when a longer page comes.
 */
export function PageOpening({ children }: { children: ReactNode }) {
  return (
    <div data-opening="" className="min-h-dvh">
      {children}
    </div>
  )
}
