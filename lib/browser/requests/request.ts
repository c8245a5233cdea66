import { ProblemError, problemFrom } from './problem-error'

/** Longer than our server's own deadline towards the bank, so that its words arrive and not ours. */
const deadlineMs = 60_000

type Read<Answer> = (body: unknown) => Answer | undefined

/** GET of our own API. `read` gives the answer, or undefined when the body is not what it should be. */
export function getJson<Answer>(path: string, read: Read<Answer>, signal?: AbortSignal): Promise<Answer> {
  return exchange(path, { method: 'GET' }, read, signal)
}

/** POST of a JSON body to our own API. */
export function postJson<Answer>(path: string, body: object, read: Read<Answer>): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return exchange(path, { method: 'POST', headers, body: JSON.stringify(body) }, read)
}

/** Throws ProblemError for every failure, except an abort by the caller. */
async function exchange<Answer>(path: string, init: RequestInit, read: Read<Answer>, caller?: AbortSignal) {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const stop = () => deadline.abort()
  caller?.addEventListener('abort', stop)
  try {
    const response = await fetch(path, { ...init, cache: 'no-store', signal: deadline.signal })
    const body: unknown = await response.json().catch(rethrowAbort)
    if (!response.ok) throw problemFrom(body)
    const answer = read(body)
    if (answer === undefined) throw new ProblemError('internal')
    return answer
  } catch (error) {
    if (error instanceof ProblemError || caller?.aborted) throw error
    throw new ProblemError(deadline.signal.aborted ? 'timeout' : 'offline')
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', stop)
  }
}

/** A body that is not JSON reads as nothing; a body cut off by the deadline is a timeout. */
function rethrowAbort(error: unknown): undefined {
  if (error instanceof SyntaxError) return undefined
  throw error
}
