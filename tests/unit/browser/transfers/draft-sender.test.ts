import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftSender } from '@/lib/browser/transfers/draft-sender'
import type { TransferDraft } from '@/lib/contracts/transfers'

type Sent = { path: string; body: { formToken?: string; draft: Partial<TransferDraft> } }

const draft = (note: string): TransferDraft => ({
  productId: 'p1',
  payeeName: '',
  iban: '',
  amount: '',
  currency: '',
  date: '',
  isUrgent: false,
  note,
})

const view = { transferId: 't1', state: 'draft', check: 0, faults: [], problem: null, lookAgainInMs: null }

/** Our server, as far as drafts go: what it is sent, and how it answers, one after the other. */
let sent: Sent[]
let answers: (() => Response | Promise<Response>)[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return (answers.shift() ?? (() => Response.json(view)))()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function newSender(transferId: string | null = null) {
  const kept: string[] = []
  const begun: string[] = []
  const sender = createDraftSender({
    transferId,
    draft: draft(''),
    formToken: 'token',
    repeatOf: null,
    onBegun: (id) => begun.push(id),
    onKept: (what) => kept.push(what),
  })
  return { sender, kept, begun }
}

const rest = () => vi.advanceTimersByTimeAsync(1_000)

describe('what is typed into a form of a transfer', () => {
  it('begins the transfer once, after a pause, and is kept in it from then on', async () => {
    const { sender, begun, kept } = newSender()
    sender.take(draft('a'))
    sender.take(draft('ab'))
    await rest()
    sender.take(draft('abc'))
    await rest()
    expect(sent.map(({ path, body }) => `${path} ${body.draft.note}`)).toEqual([
      '/api/transfers ab',
      '/api/transfers/t1/draft abc',
    ])
    expect(begun).toEqual(['t1'])
    expect(kept.at(-1)).toBe('saved')
  })

  it('is kept by itself once our server takes requests again, however long nothing more is typed', async () => {
    const { sender, kept } = newSender('t1')
    const limited = { code: 'rate_limited', retryAfterSeconds: 42 }
    answers = [() => Response.json(limited, { status: 429 })]
    sender.take(draft('a'))
    await rest()
    expect([sent.length, kept.at(-1)]).toEqual([1, 'failed'])
    await vi.advanceTimersByTimeAsync(40_000)
    expect(sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([sent.at(-1)?.body.draft.note, kept.at(-1)]).toEqual(['a', 'saved'])
  })

  it('is not sent again with each key while there are too many drafts, but with the check', async () => {
    const { sender, kept } = newSender()
    const full = () => Response.json({ code: 'too_many_drafts' }, { status: 409 })
    answers = [full, full]
    sender.take(draft('a'))
    await rest()
    sender.take(draft('ab'))
    await rest()
    expect([sent.length, kept.at(-1)]).toEqual([1, 'failed'])
    await expect(sender.keep(draft('ab'))).rejects.toMatchObject({ code: 'too_many_drafts' })
    expect(await sender.keep(draft('abc'))).toBe('t1')
    expect(sent.map(({ path }) => path).slice(1)).toEqual([
      ...['/api/transfers', '/api/transfers', '/api/transfers/t1/draft'],
    ])
    expect(kept.at(-1)).toBe('saved')
  })

  it('begins nothing while only the account is chosen, and is begun with it by the first letter or the check', async () => {
    const { sender, kept } = newSender()
    sender.take(draft(''))
    sender.take({ ...draft(''), productId: 'p2', isUrgent: true })
    await rest()
    expect(sender.leave(false)).toBeUndefined()
    expect([sent, kept]).toEqual([[], []])
    sender.take({ ...draft('a'), productId: 'p2' })
    await rest()
    expect(sent.map(({ path, body }) => [path, body.draft.productId])).toEqual([['/api/transfers', 'p2']])

    const { sender: other } = newSender()
    other.take(draft(''))
    await other.keep(draft(''))
    expect(sent.map(({ path }) => path)).toEqual(['/api/transfers', '/api/transfers'])
  })

  it('is sent one at a time, the newest last', async () => {
    const { sender } = newSender('t1')
    let answer = () => {}
    answers.push(() => new Promise((resolve) => (answer = () => resolve(Response.json(view)))))
    sender.take(draft('a'))
    await rest()
    sender.take(draft('ab'))
    await rest()
    sender.take(draft('abc'))
    await rest()
    expect(sent).toHaveLength(1)
    answer()
    await rest()
    expect(sent.map(({ body }) => body.draft.note)).toEqual(['a', 'abc'])
  })

  it('PAY-1: whose beginning got no answer is begun by the same words again, and then kept as it is now', async () => {
    const { sender, kept } = newSender()
    answers.push(() => Promise.reject(new TypeError('network')))
    sender.take(draft('a'))
    await rest()
    expect(kept.at(-1)).toBe('failed')
    sender.take(draft('ab'))
    await rest()
    expect(sent.map(({ path, body }) => `${path} ${body.formToken ?? ''} ${body.draft.note}`)).toEqual([
      '/api/transfers token a',
      '/api/transfers token a',
      '/api/transfers/t1/draft  ab',
    ])
  })

  it('is tried again when the connection is back, and only what could not be kept', async () => {
    const { sender, kept } = newSender('t1')
    sender.again()
    answers.push(() => Promise.reject(new TypeError('network')))
    sender.take(draft('a'))
    await rest()
    expect(kept.at(-1)).toBe('failed')
    sender.again()
    await rest()
    expect(kept.at(-1)).toBe('saved')
    expect(sent.map(({ body }) => body.draft.note)).toEqual(['a', 'a'])
  })

  it('sends only the fields changed here: another tab may be writing the rest', async () => {
    const { sender } = newSender('t1')
    sender.take({ ...draft('a'), amount: '1' })
    await rest()
    sender.take({ ...draft('a'), amount: '12' })
    await rest()
    sender.take({ ...draft('a'), amount: '12', iban: 'IT' })
    sender.leave(true)
    expect(sent.map(({ body }) => body.draft)).toEqual([
      { amount: '1', note: 'a' },
      { amount: '12' },
      { iban: 'IT' },
    ])
  })

  it('is sent again when it returns to its old value while the server’s value is unknown', async () => {
    const { sender } = newSender('t1')
    answers.push(() => Promise.reject(new TypeError('network')))
    sender.take(draft('a'))
    await rest()
    sender.take(draft(''))
    await rest()
    expect(sent.map(({ body }) => body.draft)).toEqual([{ note: 'a' }, { note: '' }])
  })

  it('begins another transfer where the form was used before for something else', async () => {
    const { sender, begun } = newSender()
    answers.push(() => Response.json({ code: 'form_conflict' }, { status: 409 }))
    sender.take(draft('a'))
    await rest()
    expect(sent.map(({ body }) => body.formToken)).toEqual(['token', 'token-1'])
    expect(begun).toEqual(['t1'])
  })

  it('is kept before the bank is asked, and sent once more when the page is left', async () => {
    const { sender } = newSender()
    await expect(sender.keep(draft('a'))).resolves.toBe('t1')
    sender.take(draft('ab'))
    expect(sender.leave(true)).toBeUndefined()
    expect(sent.map(({ path, body }) => `${path} ${body.draft.note}`)).toEqual([
      '/api/transfers a',
      '/api/transfers/t1/draft ab',
    ])
  })

  it('is handed over where our server will not keep it: nothing is begun, or it refused', async () => {
    const { sender } = newSender()
    sender.take(draft('a'))
    expect(sender.leave(true)).toEqual({ transferId: null, draft: draft('a') })
    expect(sent).toEqual([])
    const signedOut = newSender('t1').sender
    answers.push(() => Response.json({ code: 'not_signed_in' }, { status: 401 }))
    signedOut.take(draft('b'))
    await rest()
    expect(signedOut.leave(true)).toEqual({ transferId: 't1', draft: draft('b') })
  })
})
