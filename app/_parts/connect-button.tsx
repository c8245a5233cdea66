'use client'

import { type ReturnTo, useConnect } from '@/lib/browser/session/connect'
import { Button } from '@/lib/ui/button'
import { classes } from '@/lib/ui/classes'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from './problem-notice'

type ConnectButtonProps = {
  words: 'continue' | 'reconnect' | 'again' | 'signInAgain'
  /** The page of ours to come back to; the accounts when there is none. */
  returnTo?: ReturnTo
  look?: 'primary' | 'secondary' | 'notice'
  className?: string
}

/** Takes the customer to the bank's sign-in page. What goes wrong before that is told under the button. */
export function ConnectButton({ words, returnTo, look, className }: ConnectButtonProps) {
  const t = useWords('connect')
  const { connect, pending, problem } = useConnect(returnTo)
  return (
    <div className="max-w-[38rem]">
      <Button
        look={look}
        pending={pending}
        onClick={() => connect()}
        className={classes('max-w-full', className)}
      >
        {pending ? t('pending') : t(words)}
      </Button>
      <ProblemNotice problem={problem} className="mt-3" />
    </div>
  )
}
