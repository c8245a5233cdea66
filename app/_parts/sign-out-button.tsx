'use client'

import { useSignOut } from '@/lib/browser/session/sign-out'
import { Button } from '@/lib/ui/button'
import { useWords } from '@/lib/ui/words'
import { ProblemNotice } from './problem-notice'

type SignOutButtonProps = { look: 'secondary' | 'quiet'; words: 'short' | 'here'; className?: string }

/** Ends this session. */
export function SignOutButton({ look, words, className }: SignOutButtonProps) {
  const t = useWords('signOut')
  const { signOut, pending, problem } = useSignOut('here')
  return (
    <div>
      <Button look={look} pending={pending} onClick={() => signOut()} className={className}>
        {pending ? t('pending') : t(words)}
      </Button>
      <ProblemNotice problem={problem} className="mt-2" />
    </div>
  )
}
