'use client'

import { Button } from '@/lib/ui/button'
import { Reference } from '@/lib/ui/reference'
import { StateCard } from '@/lib/ui/state-card'
import { useWords } from '@/lib/ui/words'

type CrashProps = { error: unknown }

/**
 * In place of a part of a page that could not be made. The digest names the server's log line. Trying again loads the
 * document: a script that did not arrive is asked for once in the life of one.
 */
export function Crash({ error }: CrashProps) {
  const t = useWords('errors')
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  // As the store marks what may go right a moment later.
  const isUnavailable = digest?.startsWith('unavailable-') === true
  return (
    <div className="mx-auto max-w-[35rem] px-4 pt-10 md:pt-20">
      <StateCard
        heading="h1"
        title={t(isUnavailable ? 'unavailableTitle' : 'crashTitle')}
        meaning={t(isUnavailable ? 'unavailableBody' : 'crashBody')}
        action={<Button onClick={() => window.location.reload()}>{t('retry')}</Button>}
        reference={digest && <Reference value={digest} />}
      />
    </div>
  )
}
