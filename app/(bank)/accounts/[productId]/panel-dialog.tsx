'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { buttonLooks } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { wasPushed } from './in-place-links'

type PanelDialogProps = {
  /** The address of the page without it. */
  back: string
  title: ReactNode
  children: ReactNode
}

/**
 * A dialog that is open as long as the address says so. Closed it leads back to where it was opened, so that Back
 * does the same as its button; the browser gives the focus back to what opened it.
 */
export function PanelDialog({ back, title, children }: PanelDialogProps) {
  const t = useWords('movementPanel')
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.removeAttribute('open')
    element?.showModal()
    return () => element?.close()
  }, [])

  const leave = () => {
    dialog.current?.close()
    if (wasPushed(window.location.pathname + window.location.search)) router.back()
    else router.replace(back, { scroll: false })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: outside of the dialog there is only the pointer; keys have Escape.
    <dialog
      ref={dialog}
      open
      aria-labelledby="movement-title"
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[34rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-edge bg-card p-0 text-ink"
    >
      <div className="p-5 md:p-7">
        <h2 id="movement-title" className="text-figure font-semibold [overflow-wrap:anywhere]">
          {title}
        </h2>
        {children}
        <a
          href={back}
          onClick={(event) => {
            event.preventDefault()
            leave()
          }}
          className={`${buttonLooks.secondary} mt-6 w-full`}
        >
          {t('close')}
        </a>
      </div>
    </dialog>
  )
}
