'use client'

import { useRef } from 'react'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { SignInFirst } from './sign-in-first'
import { UnderstoodForm } from './understood-form'

/** Erases here without the bank. The customer sees and ticks the consents that stay in force, and confirms once more. */
export function EraseHereOnly({
  pending,
  isSignInRecent,
  onErase,
}: {
  pending: boolean
  isSignInRecent: boolean
  onErase: () => void
}) {
  const t = useWords('forgetForm')
  const dialog = useRef<HTMLDialogElement>(null)
  const erase = () => {
    dialog.current?.close()
    onErase()
  }
  return (
    <details className="border-t border-line pt-3">
      <summary className="min-h-11 cursor-pointer rounded-small py-2.5 font-semibold text-soft underline-offset-4 hover:underline">
        {t('hereOnly')}
      </summary>
      <p className="mb-4 text-soft">{t('hereOnlyMeaning')}</p>
      {isSignInRecent ? (
        <UnderstoodForm
          understood={t('hereOnlyUnderstood')}
          submit={pending ? t('erasing') : t('hereOnlyErase')}
          pending={pending}
          look="secondary"
          onSubmit={() => dialog.current?.showModal()}
        />
      ) : (
        <SignInFirst />
      )}
      <dialog
        ref={dialog}
        aria-labelledby="here-only-title"
        aria-describedby="here-only-body"
        className="m-auto w-[min(27rem,calc(100vw-2rem))] rounded-card border border-line bg-card p-6 text-ink"
      >
        <h2 id="here-only-title" className="text-figure font-semibold tracking-[-0.01em]">
          {t('confirmTitle')}
        </h2>
        <p id="here-only-body" className="mt-2 text-soft">
          {t('confirmBody')}
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </Button>
          <Button onClick={erase}>{t('confirm')}</Button>
        </div>
      </dialog>
    </details>
  )
}
