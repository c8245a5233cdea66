import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWER_WAIT_MS, sendBounded } from '@/lib/browser/requests/answer-bound'

it('only one file renders pages again, so that no page reloads itself endlessly', () => {
  const files = ['app', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  const refreshing = files.filter((file) =>
    /\brouter\.refresh\b|\{[^}]*\brefresh\b[^}]*\} = useRouter/.test(readFileSync(file, 'utf8')),
  )
  expect(refreshing).toEqual(['lib/browser/watch/can-refresh.ts'])
})

describe('a request of the framework', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A network that answers when the test says so, and ends with the request. */
  function network() {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    let answer: (response: Response) => void = () => undefined
    const send: typeof fetch = (_input, init) =>
      new Promise((resolve, reject) => {
        answer = resolve
        const end = () => {
          reject(init?.signal?.reason)
          body?.error(init?.signal?.reason)
        }
        if (init?.signal?.aborted) end()
        init?.signal?.addEventListener('abort', end)
      })
    const begin = () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          body = controller
        },
      })
      const response = new Response(stream, { status: 203, headers: { 'content-type': 'text/x-component' } })
      Object.defineProperty(response, 'url', { value: 'http://app.test/consents?_rsc=1' })
      Object.defineProperty(response, 'redirected', { value: true })
      answer(response)
    }
    const say = (words: string) => body?.enqueue(new TextEncoder().encode(words))
    return { send, begin, say, end: () => body?.close() }
  }

  const outcomeOf = (work: Promise<unknown>) => {
    const outcome: { value?: unknown; error?: unknown } = {}
    work.then(
      (value) => {
        outcome.value = value
      },
      (error) => {
        outcome.error = error
      },
    )
    return outcome
  }

  it('that gets no answer is aborted when its time is over, and not before', async () => {
    const outcome = outcomeOf(sendBounded(network().send, '/consents', { headers: { rsc: '1' } }))
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
    expect(outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.error).toMatchObject({ name: 'TimeoutError' })
  })

  it('whose answer stops half-way is aborted, however far it came', async () => {
    const { send, begin, say } = network()
    const asked = sendBounded(send, '/consents', {})
    begin()
    const outcome = outcomeOf((await asked).text())
    for (const words of ['a', 'b', 'c']) {
      await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
      say(words)
      await vi.advanceTimersByTimeAsync(0)
    }
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
    expect(outcome).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.error).toMatchObject({ name: 'TimeoutError' })
  })

  it('with a slow answer gets all of it, and where it came from', async () => {
    const { send, begin, say, end } = network()
    const asked = sendBounded(send, '/consents', {})
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
    begin()
    const answer = await asked
    expect(answer).toMatchObject({ status: 203, url: 'http://app.test/consents?_rsc=1', redirected: true })
    expect(answer.headers.get('content-type')).toBe('text/x-component')
    const outcome = outcomeOf(answer.text())
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
    say('late')
    await vi.advanceTimersByTimeAsync(ANSWER_WAIT_MS - 1)
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toEqual({ value: 'late' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when its caller gives it up, before it is sent, before the answer and during it', async () => {
    const gone = new Error('superseded')
    const early = sendBounded(network().send, '/consents', { signal: AbortSignal.abort(gone) })
    await expect(early).rejects.toBe(gone)

    const waiting = new AbortController()
    const asked = outcomeOf(sendBounded(network().send, '/consents', { signal: waiting.signal }))
    waiting.abort(gone)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual({ error: gone })

    const reading = new AbortController()
    const { send, begin } = network()
    const answer = sendBounded(send, '/consents', { signal: reading.signal })
    begin()
    const text = outcomeOf((await answer).text())
    reading.abort(gone)
    await vi.advanceTimersByTimeAsync(0)
    expect(text).toEqual({ error: gone })
  })

  it('that fails by itself fails as before, and leaves no clock running', async () => {
    const lost = new TypeError('Failed to fetch')
    const asked = sendBounded(() => Promise.reject(lost), '/consents', {})
    await expect(asked).rejects.toBe(lost)
    expect(vi.getTimerCount()).toBe(0)
    const empty = await sendBounded(async () => new Response(null, { status: 204 }), '/consents', {})
    expect([empty.status, vi.getTimerCount()]).toEqual([204, 0])
  })
})
