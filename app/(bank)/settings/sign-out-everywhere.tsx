'use client'

import { useRef } from 'react'
import { useSignOut } from '@/lib/browser/session/sign-out'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from '../../_parts/problem-notice'

/** Asks once more, in a native dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function SignOutEverywhere() {
  const t = useWords('signOut')
  const dialog = useRef<HTMLDialogElement>(null)
  const { signOut, reset, pending, problem } = useSignOut('everywhere')
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {t('everywhere')}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="everywhere-title"
        aria-describedby="everywhere-body"
        onClose={pending ? undefined : reset}
        className="m-auto w-[min(27rem,calc(100vw-2rem))] rounded-card border border-line bg-card p-6 text-ink"
      >
        <h3 id="everywhere-title" className="text-figure font-semibold tracking-[-0.01em]">
          {t('confirmTitle')}
        </h3>
        <p id="everywhere-body" className="mt-2 text-soft">
          {t('confirmBody')}
        </p>
        <ProblemNotice problem={problem} className="mt-3" />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="secondary" pending={pending} onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </Button>
          <Button pending={pending} onClick={() => signOut()}>
            {pending ? t('pending') : t('everywhere')}
          </Button>
        </div>
      </dialog>
    </>
  )
}
