'use client'

import { useEffect, useRef } from 'react'
import { useSignOutPlace } from '@/lib/browser/session/sign-out'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from '../../_parts/problem-notice'

/** Signs one other place of the customer out. Its row then goes, and the focus moves to the heading of the list. */
export function SignOutPlace({ placeId, label, listId }: { placeId: string; label: string; listId: string }) {
  const t = useWords('signOut')
  const { signOut, pending, problem } = useSignOutPlace(placeId)
  const isPressed = useRef(false)

  useEffect(() => {
    const list = document.getElementById(listId)
    return () => {
      if (!isPressed.current || list === null) return
      list.tabIndex = -1
      list.focus()
    }
  }, [listId])

  return (
    <div>
      <Button
        look="secondary"
        pending={pending}
        aria-label={pending ? undefined : `${t('there')}: ${label}`}
        onClick={() => {
          isPressed.current = true
          signOut()
        }}
      >
        {pending ? t('pending') : t('there')}
      </Button>
      <ProblemNotice problem={problem} className="mt-2" />
    </div>
  )
}
