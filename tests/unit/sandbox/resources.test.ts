import { beforeEach, describe, expect, test } from 'vitest'
import type { BankEvent } from '@/sandbox/state/bank-events'
import { applyBankEvent, type Book, emptyBook } from '@/sandbox/state/book'
import { createBatchAccesses, createConsents } from '@/sandbox/state/consent-desk'
import { createResources, type Desk } from '@/sandbox/state/resource-desk'
import type { Posting, Resource, ResourceSubject, Resources } from '@/sandbox/state/resources'
import { compactBankEvents } from '@/sandbox/state/state'

const minute = 60_000
const day = 24 * 60 * minute
const lifetimes = { authorizationSeconds: 300, resourceSeconds: 3600, disposeAfterSeconds: 600 }
const tpp = 'PSDIT-BI-1'
const customerId = '7001'

const transfer = {
  kind: 'operation',
  operation: 'moneyTransfer',
  productId: 'A000000001',
  content: { amount: '10.00' },
  stepsNeeded: 0,
  stepsDone: 0,
} satisfies ResourceSubject
const request: ResourceSubject = {
  kind: 'consent-request',
  categories: [{ name: 'PAYMENTS', products: ['A000000001'] }],
}

function posting(account: string, cents: bigint): Posting {
  const description = { short: '', extended: '', code: '' }
  return {
    account,
    cents,
    currency: 'EUR',
    bookedFrom: 0,
    valueDay: '2026-01-02',
    description,
    reference: null,
  }
}
const taken = [{ name: 'PAYMENTS', products: ['A000000001'] }] as const
const result = {
  postings: [posting('A000000001', -10n), posting('clearing:EUR', 10n)],
  outcome: { cro: '1' },
}

let now: number
let events: BankEvent[]
let posted: number
let resources: Resources
let desk: Desk
beforeEach(() => {
  now = 1_000_000
  events = []
  posted = 0
  const book = emptyBook()
  desk = {
    book,
    lifetimes,
    now: () => now,
    earliest: () => now,
    record: async (event) => {
      events.push(event)
      applyBankEvent(book, event, (postings) => {
        posted += postings.length
      })
    },
  }
  resources = createResources(desk)
})

/** What a log says, and how many postings it holds. */
function played(log: readonly BankEvent[]): { book: Book; sum: number } {
  const book = emptyBook()
  let sum = 0
  for (const event of log) {
    applyBankEvent(book, event, (postings) => {
      sum += postings.length
    })
  }
  return { book, sum }
}

const make = (subject: ResourceSubject = transfer) =>
  resources.create({ tpp, clientId: 'c', customerId, subject })

async function authorized(subject: ResourceSubject = transfer): Promise<Resource> {
  const resource = await make(subject)
  await resources.startApproach(resource, 'https://app.example/back')
  await resources.decide(resource, 'AUTHORIZED')
  return resource
}

/** What each step says to a resource in this state; `ok` when it is carried out. */
const steps: Record<string, (resource: Resource) => Promise<unknown>> = {
  extend: (resource) => resources.extend(resource, { step: 1, stepsNeeded: 1, content: {} }),
  approach: (resource) => resources.startApproach(resource, 'https://app.example/back'),
  code: (resource) => resources.countWrongCode(resource),
  decide: (resource) => resources.decide(resource, 'AUTHORIZED'),
  execute: (resource) => resources.execute(resource, result),
}

const states: Record<string, () => Promise<Resource>> = {
  fresh: () => make(),
  'step due': () => make({ ...transfer, stepsNeeded: 1 }),
  'SCA begun': async () => {
    const resource = await make()
    await resources.startApproach(resource, 'https://app.example/back')
    return resource
  },
  authorized: () => authorized(),
  refused: async () => {
    const resource = await make()
    await resources.startApproach(resource, 'https://app.example/back')
    await resources.decide(resource, 'NOT_AUTHORIZED')
    return resource
  },
  lapsed: async () => {
    const resource = await make()
    await resources.startApproach(resource, 'https://app.example/back')
    now += 5 * minute
    return resource
  },
  executed: async () => {
    const resource = await authorized()
    await resources.execute(resource, result)
    return resource
  },
}

describe('every step in every state', () => {
  test.each([
    ['fresh', 'STEP_UNEXPECTED ok SCA_NOT_STARTED SCA_NOT_STARTED SCA_NOT_STARTED'],
    ['step due', 'ok STEP_MISSING SCA_NOT_STARTED SCA_NOT_STARTED SCA_NOT_STARTED'],
    ['SCA begun', 'SCA_STARTED SCA_STARTED ok ok PENDING'],
    ['authorized', 'SCA_STARTED SCA_STARTED SCA_STARTED SCA_STARTED ok'],
    ['refused', 'SCA_STARTED SCA_STARTED NOT_AUTHORIZED NOT_AUTHORIZED NOT_AUTHORIZED'],
    ['lapsed', 'SCA_STARTED SCA_STARTED EXPIRED EXPIRED EXPIRED'],
    ['executed', 'FINISHED FINISHED FINISHED FINISHED FINISHED'],
  ])('%s: extend, approach, code, decide, execute → %s', async (state, expected) => {
    const outcomes: string[] = []
    for (const step of Object.values(steps)) {
      const resource = await states[state]?.()
      if (!resource) throw new Error('no such state')
      const before = events.length
      const outcome = await step(resource).then(
        () => 'ok',
        (error: Error) => error.message,
      )
      outcomes.push(outcome)
      // a refused step writes nothing
      expect(events.length - before).toBe(outcome === 'ok' ? 1 : 0)
    }
    expect(outcomes.join(' ')).toBe(expected)
  })

  test('two executions at once: one moves money', async () => {
    const resource = await authorized()
    const outcomes = await Promise.allSettled([
      resources.execute(resource, result),
      resources.execute(resource, result),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(posted).toBe(2)
  })

  test('postings that do not sum to zero are a fault, and nothing moves', async () => {
    const resource = await authorized()
    const wrong = { ...result, postings: [posting('A000000001', -10n), posting('clearing:EUR', 9n)] }
    await expect(resources.execute(resource, wrong)).rejects.toThrow('sum to zero')
    expect(posted).toBe(0)
    await resources.execute(resource, result)
    expect(posted).toBe(2)
  })
})

describe('time', () => {
  test('an authorization lapses when its time is over, to the millisecond', async () => {
    const resource = await make()
    expect(resources.statusOf(resource)).toBe('PENDING')
    await resources.startApproach(resource, 'https://app.example/back')
    now += 5 * minute - 1
    expect(resources.statusOf(resource)).toBe('PENDING')
    now += 1
    expect(resources.statusOf(resource)).toBe('EXPIRED')
  })

  test.each([
    ['SCA never begun', 'fresh', 60],
    ['lapsed', 'lapsed', 10],
    ['refused', 'refused', 10],
    ['authorized and not executed', 'authorized', 60],
    ['executed', 'executed', 10],
  ])('%s: disposed of after %s → %i minutes', async (_title, state, minutes) => {
    const resource = await states[state]?.()
    const id = resource?.resourceId ?? ''
    now += minutes * minute - 1
    expect(resources.find(id, tpp)?.resourceId).toBe(id)
    expect(resources.find(id, 'PSDIT-BI-2')).toBeUndefined()
    now += 1
    expect(resources.find(id, tpp)).toBeUndefined()
  })

  test('the ticket of an SCA opens its resource, until disposal', async () => {
    const resource = await make()
    const ticket = await resources.startApproach(resource, 'https://app.example/back')
    expect(resources.byTicket(ticket)?.resourceId).toBe(resource.resourceId)
    expect(resources.byTicket(`${ticket}x`)).toBeUndefined()
    expect(JSON.stringify(events)).not.toContain(ticket)
    now += 15 * minute
    expect(resources.byTicket(ticket)).toBeUndefined()
    now += 31 * day
    await make()
    expect([desk.book.resources.size, desk.book.tickets.size]).toEqual([1, 0])
  })

  test('three wrong codes end in NOT_AUTHORIZED', async () => {
    const resource = await states['SCA begun']?.()
    if (!resource) throw new Error('no resource')
    expect(await resources.countWrongCode(resource)).toBe(2)
    expect(await resources.countWrongCode(resource)).toBe(1)
    expect(resources.waitingFor(customerId)).toEqual([resource])
    expect(await resources.countWrongCode(resource)).toBe(0)
    expect(resources.statusOf(resource)).toBe('NOT_AUTHORIZED')
    expect(resources.waitingFor(customerId)).toEqual([])
    await expect(resources.decide(resource, 'AUTHORIZED')).rejects.toThrow('NOT_AUTHORIZED')
  })
})

describe('consents', () => {
  test('are added and taken back at confirmation, for one provider, and only once', async () => {
    const consents = createConsents(desk)
    const has = (other = tpp) => consents.isGranted(customerId, other, 'PAYMENTS', 'A000000001')
    const asked = await authorized(request)
    expect(has()).toBe(false)
    await resources.confirmConsent(asked)
    expect([has(), has('PSDIT-BI-2')]).toEqual([true, false])
    await expect(resources.confirmConsent(asked)).rejects.toThrow('FINISHED')

    const back = await authorized({ ...request, kind: 'consent-revoke' })
    expect(has()).toBe(true)
    await resources.confirmConsent(back)
    expect(has()).toBe(false)
  })

  test('keep their date when they are given again; are listed; end at the bank at once', async () => {
    const consents = createConsents(desk)
    await resources.confirmConsent(await authorized(request))
    const grantedAt = now
    now += minute
    await resources.confirmConsent(await authorized(request))
    expect(consents.of(customerId, tpp)).toEqual([
      { tpp, category: 'PAYMENTS', productId: 'A000000001', grantedAt },
    ])
    expect(consents.ofCustomer('70')).toEqual([])
    expect(consents.ofCustomer(customerId)).toHaveLength(1)
    await consents.revokeAtBank(customerId, tpp, taken)
    expect(consents.of(customerId, tpp)).toEqual([])
  })

  test('taken back at the bank: what was approved before ends, whole; what is approved later counts', async () => {
    const consents = createConsents(desk)
    const both: ResourceSubject = {
      kind: 'consent-request',
      categories: [{ name: 'ACCOUNT_INFO', products: ['B000000002'] }, ...taken],
    }
    const approved = await authorized(both)
    const waiting = await make(both)
    await resources.startApproach(waiting, 'https://app.example/back')
    expect(resources.approvedUnconfirmed(customerId)).toEqual([approved])
    await consents.revokeAtBank(customerId, tpp, taken)
    expect(resources.approvedUnconfirmed(customerId)).toEqual([])
    await expect(resources.confirmConsent(approved)).rejects.toThrow('NOT_AUTHORIZED')
    expect(consents.of(customerId, tpp)).toEqual([])

    now += 1
    await resources.decide(waiting, 'AUTHORIZED')
    await resources.confirmConsent(waiting)
    expect(consents.of(customerId, tpp)).toHaveLength(2)
    expect(played(compactBankEvents(events, now)).book).toEqual(desk.book)
  })

  test('taken back at the bank: whatever the clock says, an approval before it ends; what is over stays over', async () => {
    const consents = createConsents(desk)
    now += 90 * day
    const ofTheFuture = await authorized(request)
    now -= 90 * day
    const disposed = await authorized(request)
    now += 2 * 60 * minute
    await consents.revokeAtBank(customerId, tpp, taken)
    await expect(resources.confirmConsent(ofTheFuture)).rejects.toThrow('NOT_AUTHORIZED')
    expect(resources.find(disposed.resourceId, tpp)).toBeUndefined()
    expect(resources.approvedUnconfirmed(customerId)).toEqual([])
  })

  test.each([
    ['another provider', 'PSDIT-BI-2', taken],
    ['another category', tpp, [{ name: 'ACCOUNT_INFO', products: ['A000000001'] }]],
    ['another product', tpp, [{ name: 'PAYMENTS', products: ['B000000002'] }]],
  ] as const)('taken back at the bank: %s stays approved', async (_title, provider, selection) => {
    const approved = await authorized(request)
    await createConsents(desk).revokeAtBank(customerId, provider, selection)
    await resources.confirmConsent(approved)
    expect(createConsents(desk).of(customerId, tpp)).toHaveLength(1)
  })

  test('taken back by a confirmed revocation: a request approved before it ends, one approved after it does not', async () => {
    const consents = createConsents(desk)
    const before = await authorized(request)
    now += 1
    const back = await authorized({ ...request, kind: 'consent-revoke' })
    now += 1
    const after = await authorized(request)
    await resources.confirmConsent(back)
    await expect(resources.confirmConsent(before)).rejects.toThrow('NOT_AUTHORIZED')
    await resources.confirmConsent(after)
    expect(consents.of(customerId, tpp)).toHaveLength(1)
  })

  test('the SCA of a customer is remembered per provider', async () => {
    await authorized(request)
    expect(resources.lastScaAt(customerId, tpp)).toBe(now)
    expect(resources.lastScaAt(customerId, 'PSDIT-BI-2')).toBeNull()
  })
})

test('four batch accesses a day, counted by their key; a refused one is not written', async () => {
  const accesses = createBatchAccesses(desk)
  const key = { customerId, tpp, productId: null }
  for (let count = 0; count < 4; count += 1) expect(await accesses.take(key, '2026-01-02')).toBe(true)
  expect(await accesses.take(key, '2026-01-02')).toBe(false)
  expect(events).toHaveLength(4)
  expect(await accesses.take({ ...key, tpp: 'PSDIT-BI-2' }, '2026-01-02')).toBe(true)
  expect(await accesses.take({ ...key, productId: 'A000000001' }, '2026-01-02')).toBe(true)
  expect(await accesses.take(key, '2026-01-03')).toBe(true)
})

test('the clock put back finds what was alive; a resource of the future keeps no one in memory', async () => {
  const early = await make()
  desk.earliest = () => 1_000_000
  now += 90 * day
  await make()
  now -= 90 * day
  expect(resources.find(early.resourceId, tpp)?.resourceId).toBe(early.resourceId)
})

test('counts what lives of a customer and a provider; finds an inquiry that waits for its SCA', async () => {
  await make()
  const inquiry = await make({ kind: 'inquiry', productId: 'A000000001' })
  expect(resources.liveCount(customerId, tpp)).toBe(2)
  expect(resources.liveCount(customerId, 'PSDIT-BI-2')).toBe(0)
  expect(resources.pendingInquiry(customerId, tpp, 'A000000001')).toBe(inquiry)
  expect(resources.pendingInquiry(customerId, tpp, 'B000000002')).toBeUndefined()
  await resources.startApproach(inquiry, 'https://app.example/back')
  expect(resources.pendingInquiry(customerId, tpp, 'A000000001')).toBeUndefined()
  now += 61 * minute
  expect(resources.liveCount(customerId, tpp)).toBe(0)
})

describe('the log at a start', () => {
  test('drops disposed resources, keeps money, consents and the last SCA', async () => {
    const executed = await authorized()
    await resources.execute(executed, result)
    await resources.confirmConsent(await authorized(request))
    await make()
    now += 31 * day
    const pending = await make()
    const kept = compactBankEvents(events, now)
    expect(kept.map(({ type }) => type)).toEqual([
      'operation-executed',
      'sca-decided',
      'consent-confirmed',
      'resource-created',
    ])
    const { book, sum } = played(kept)
    expect([...book.resources.keys()]).toEqual([pending.resourceId])
    expect(sum).toBe(2)
    expect(book.consents).toEqual(desk.book.consents)
    expect(book.lastSca).toEqual(desk.book.lastSca)
    expect(compactBankEvents(kept, now)).toEqual(kept)
  })

  test('drops nothing that a longer life, set after the start, would bring back', async () => {
    const resource = await authorized()
    now += 30 * day
    expect(resources.find(resource.resourceId, tpp)).toBeUndefined()
    const { book } = played(compactBankEvents(events, now))
    expect(book.resources.get(resource.resourceId)).toEqual(resource)
  })

  test('keeps a live resource whole', async () => {
    const resource = await authorized()
    await resources.countWrongCode(resource).catch(() => {})
    const { book } = played(compactBankEvents(events, now))
    expect(book.resources.get(resource.resourceId)).toEqual(resource)
    expect(book.tickets).toEqual(desk.book.tickets)
  })

  test('keeps the last move of the clock unless it was put back', () => {
    const move = (offsetMs: number): BankEvent => ({ type: 'clock-moved', offsetMs })
    expect(compactBankEvents([move(5), move(7)], now)).toEqual([move(7)])
    expect(compactBankEvents([move(5), move(0)], now)).toEqual([])
  })
})
