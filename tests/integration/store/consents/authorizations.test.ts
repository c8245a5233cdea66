import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AuthorizationRequest, Beginning, EndState } from '@/lib/store'
import { describeStore } from '@/tests/support/database'

const scopes = [{ category: 'ACCOUNT_INFO', productIds: ['P1', 'P2'] }]
const request: AuthorizationRequest = { kind: 'consent_grant', scopes }
const newFormToken = () => randomBytes(24).toString('base64url')

function begun(beginning: Beginning) {
  if (beginning.kind !== 'begun') throw new Error(`not begun but ${beginning.kind}`)
  return { ...beginning, id: beginning.authorization.authorizationId }
}

describeStore('authorizations', (fixture) => {
  const runs = () => fixture.store.authorizations

  async function begin(given: { request?: AuthorizationRequest; returnTo?: string } = {}) {
    const customerId = await fixture.newCustomer()
    const run = begun(await runs().begin(customerId, { formToken: newFormToken(), request, ...given }))
    return { ...run, customerId }
  }

  async function handedOver(scaUrl: string | null = 'https://bank.example/sca?secret=1') {
    const run = await begin()
    await runs().prepared(run.customerId, run.id, { resourceId: randomUUID() })
    await runs().handOver(run.customerId, run.id, scaUrl)
    return run
  }

  async function stateOf({ customerId, id }: { customerId: string; id: string }) {
    return (await runs().findOwned(customerId, id))?.state
  }

  it('goes from the click to the end, with the time of each step', async () => {
    const { customerId, id, returnId, authorization } = await begin({ returnTo: '/consents' })
    expect(authorization).toMatchObject({ state: 'requested', request, returnTo: '/consents', outcome: null })
    expect(authorization.transactionId).toMatch(/^[0-9a-f-]{36}$/)
    const at = fixture.clock.now()
    const resourceId = randomUUID()
    const categories = [{ category: 'ACCOUNT_INFO', isAccepted: true }]
    expect(await runs().prepared(customerId, id, { resourceId, outcome: { categories } })).toBe(true)
    expect(await runs().handOver(customerId, id, 'https://bank.example/sca')).toBe(true)
    expect(await runs().returned(returnId)).toMatchObject({ kind: 'first', authorization: { customerId } })
    expect(await runs().claimConfirm(customerId, id)).toBe(true)
    const end = { state: 'done', reason: 'confirmed', outcome: { appeared: scopes } } as const
    expect(await runs().finish(customerId, id, end)).toBe(true)
    expect(await runs().findOwned(customerId, id)).toEqual({
      ...authorization,
      state: 'done',
      outcome: { categories, appeared: scopes },
      resourceId,
      approach: 'redirect',
      endedReason: 'confirmed',
      preparedAt: at,
      handedOverAt: at,
      returnedAt: at,
      confirmingAt: at,
      confirms: 1,
      endedAt: at,
    })
  })

  it('SCA-5: of 20 submits of one form one begins a run, the others find it', async () => {
    const customerId = await fixture.newCustomer()
    const formToken = newFormToken()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => runs().begin(customerId, { formToken, request })),
    )
    expect(all.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(all.filter(({ kind }) => kind === 'same')).toHaveLength(19)
    expect(new Set(all.map(({ authorization }) => authorization.authorizationId)).size).toBe(1)
  })

  it('takes the same request in another order for the same, and anything else under its token for a conflict', async () => {
    const customerId = await fixture.newCustomer()
    const formToken = newFormToken()
    const submit = (productIds: string[], category = 'ACCOUNT_INFO') =>
      runs().begin(customerId, {
        formToken,
        request: { kind: 'consent_grant', scopes: [{ category, productIds }] },
      })
    const first = begun(await submit(['P1', 'P2']))
    expect(await submit(['P2', 'P1', 'P2'])).toMatchObject({ kind: 'same' })
    expect(await submit(['P1'])).toEqual({ kind: 'conflict', authorization: first.authorization })
    expect(await submit(['P1', 'P2'], 'PAYMENTS')).toMatchObject({ kind: 'conflict' })
    const other = await fixture.newCustomer()
    expect(await runs().begin(other, { formToken, request })).toMatchObject({ kind: 'begun' })
  })

  it('refuses a request of no known shape, and what is out of bounds', async () => {
    const customerId = await fixture.newCustomer()
    const formToken = newFormToken()
    const nothing: AuthorizationRequest = { kind: 'consent_grant', scopes: [] }
    await expect(runs().begin(customerId, { formToken, request: nothing })).rejects.toThrow('ZodError')
    await expect(runs().begin(customerId, { formToken: 'short', request })).rejects.toThrow('RangeError')
    const returnTo = 'x'.repeat(2_001)
    await expect(runs().begin(customerId, { formToken, request, returnTo })).rejects.toThrow('RangeError')
  })

  it('SCA-1: the first of 20 returns is the first, the others find the run; an altered id finds nothing', async () => {
    const { returnId, id } = await handedOver()
    const returns = await Promise.all(Array.from({ length: 20 }, () => runs().returned(returnId)))
    expect(returns.filter(({ kind }) => kind === 'first')).toHaveLength(1)
    expect(returns.filter(({ kind }) => kind === 'again')).toHaveLength(19)
    const altered = `${returnId.startsWith('A') ? 'B' : 'A'}${returnId.slice(1)}`
    expect(await runs().returned(altered)).toEqual({ kind: 'unknown' })
    expect(await runs().returned('')).toEqual({ kind: 'unknown' })
    expect(await runs().findByReturnId(altered)).toBeNull()
    expect(await runs().findByReturnId(returnId)).toMatchObject({ authorizationId: id, state: 'returned' })
  })

  it('is not returned from before anyone was sent, nor after it ended', async () => {
    const early = await begin()
    expect(await runs().returned(early.returnId)).toMatchObject({ kind: 'too_early' })
    expect(await stateOf(early)).toBe('requested')
    const late = await handedOver()
    await runs().finish(late.customerId, late.id, { state: 'expired', reason: 'left_at_bank' })
    expect(await runs().returned(late.returnId)).toMatchObject({
      kind: 'again',
      authorization: { state: 'expired', endedReason: 'left_at_bank', returnedAt: null },
    })
  })

  it('lets one of 20 send the confirmation, and only after the return', async () => {
    const run = await handedOver()
    expect(await runs().claimConfirm(run.customerId, run.id)).toBe(false)
    await runs().returned(run.returnId)
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => runs().claimConfirm(run.customerId, run.id)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it('lets one of 20 ask the bank, and the next one only with what the last has left behind', async () => {
    const { customerId, id, returnId } = await handedOver()
    await runs().returned(returnId)
    const run = await runs().findOwned(customerId, id)
    if (run === null) throw new Error('the run is gone')
    const claims = await Promise.all(Array.from({ length: 20 }, () => runs().claimAsk(run, 60_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    const nextAt = new Date('2026-11-27T10:00:00.000Z')
    await runs().askOver(run, nextAt)
    const after = await runs().findOwned(customerId, id)
    expect(after?.asks).toEqual({ count: 1, lastAt: after?.returnedAt, nextAt })
    expect(await runs().claimAsk(run, 60_000)).toBe(false)
  })

  it('may be confirmed again when that was given back, or when it is in doubt: by one of 20', async () => {
    const { customerId, id, returnId } = await handedOver()
    await runs().returned(returnId)
    await runs().claimConfirm(customerId, id)
    expect(await runs().claimConfirmAgain(customerId, id)).toBe(false)
    expect(await runs().giveBackConfirm(customerId, id)).toBe(true)
    expect(await runs().findOwned(customerId, id)).toMatchObject({ state: 'returned', confirms: 0 })
    await runs().claimConfirm(customerId, id)
    expect(await runs().giveBackConfirm(customerId, id, { bankCodes: ['HTTP_420'] })).toBe(true)
    expect(await runs().findOwned(customerId, id)).toMatchObject({
      state: 'returned',
      confirms: 1,
      outcome: { bankCodes: ['HTTP_420'] },
    })
    await runs().claimConfirm(customerId, id)
    await runs().finish(customerId, id, { state: 'unknown', reason: 'not_listed_yet' })
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => runs().claimConfirmAgain(customerId, id)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await runs().findOwned(customerId, id)).toMatchObject({
      state: 'confirming',
      confirms: 3,
      endedAt: null,
      endedReason: null,
    })
  })

  it('is either abandoned or confirmed, by the first request, and never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { customerId, id, returnId } = await handedOver()
      await runs().returned(returnId)
      const drop = () => runs().drop(customerId, id, 'failed', 'abandoned')
      const confirm = () => runs().claimConfirm(customerId, id)
      const won = await Promise.all(round % 2 === 0 ? [drop(), confirm()] : [confirm(), drop()])
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await drop()).toBe(false)
    }
    const { customerId, id } = await handedOver()
    expect(await runs().drop(await fixture.newCustomer(), id, 'expired', 'left')).toBe(false)
    expect(await runs().drop(customerId, id, 'expired', 'left')).toBe(true)
    expect(await runs().findOwned(customerId, id)).toMatchObject({ state: 'expired', endedReason: 'left' })
    expect(await runs().scaUrlOf(customerId, id)).toBeNull()
  })

  it("needs no return when the customer approves in the bank's own app", async () => {
    const run = await handedOver(null)
    expect(await runs().findOwned(run.customerId, run.id)).toMatchObject({ approach: 'decoupled' })
    expect(await runs().scaUrlOf(run.customerId, run.id)).toBeNull()
    expect(await runs().claimConfirm(run.customerId, run.id)).toBe(true)
  })

  it('gives "back" and a second tab the live address, until the customer is back or the run ended', async () => {
    const run = await handedOver()
    expect(await runs().scaUrlOf(run.customerId, run.id)).toBe('https://bank.example/sca?secret=1')
    expect(await runs().handOver(run.customerId, run.id, 'https://bank.example/another')).toBe(false)
    expect(await runs().scaUrlOf(run.customerId, run.id)).toBe('https://bank.example/sca?secret=1')
    await runs().returned(run.returnId)
    expect(await runs().scaUrlOf(run.customerId, run.id)).toBeNull()
  })

  it('makes no move that its state does not allow', async () => {
    const { customerId, id } = await begin()
    expect(await runs().handOver(customerId, id, 'https://bank.example')).toBe(false)
    expect(await runs().claimConfirm(customerId, id)).toBe(false)
    expect(await runs().finish(customerId, id, { state: 'unknown' })).toBe(false)
    expect(await runs().finish(customerId, id, { state: 'failed', reason: 'bank_down' })).toBe(true)
    expect(await runs().prepared(customerId, id, { resourceId: randomUUID() })).toBe(false)
    for (const state of ['done', 'refused', 'expired', 'failed', 'unknown'] satisfies EndState[]) {
      expect(await runs().finish(customerId, id, { state })).toBe(false)
    }
    expect(await stateOf({ customerId, id })).toBe('failed')
  })

  it('that ended in doubt may still be found to have ended otherwise, once', async () => {
    const run = await handedOver()
    await runs().returned(run.returnId)
    await runs().claimConfirm(run.customerId, run.id)
    expect(await runs().finish(run.customerId, run.id, { state: 'unknown', reason: 'no_answer' })).toBe(true)
    expect(await runs().listOpen(run.customerId)).toHaveLength(1)
    const ends = await Promise.all([
      runs().finish(run.customerId, run.id, { state: 'done', reason: 'listed' }),
      runs().finish(run.customerId, run.id, { state: 'failed', reason: 'not_listed' }),
    ])
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await runs().listOpen(run.customerId)).toEqual([])
  })

  it('belongs to its customer: another customer finds and moves nothing', async () => {
    const run = await handedOver()
    const stranger = await fixture.newCustomer()
    expect(await runs().findOwned(stranger, run.id)).toBeNull()
    expect(await runs().scaUrlOf(stranger, run.id)).toBeNull()
    expect(await runs().findOwned(run.customerId, 'no id')).toBeNull()
    expect(await runs().listOpen(stranger)).toEqual([])
    await runs().returned(run.returnId)
    expect(await runs().claimConfirm(stranger, run.id)).toBe(false)
    expect(await runs().finish(stranger, run.id, { state: 'failed', outcome: { bankCodes: ['X'] } })).toBe(
      false,
    )
    expect(await stateOf(run)).toBe('returned')
  })

  it('is listed while it is open, by kind', async () => {
    const { customerId, id } = await begin()
    const read: AuthorizationRequest = { kind: 'inquiry', operation: 'movements', productId: 'P1' }
    fixture.clock.advance(1)
    const inquiry = begun(await runs().begin(customerId, { formToken: newFormToken(), request: read }))
    expect((await runs().listOpen(customerId)).map((run) => run.authorizationId)).toEqual([inquiry.id, id])
    expect(await runs().listOpen(customerId, 'inquiry')).toEqual([inquiry.authorization])
  })

  it('that stopped on its way is found by the recovery, by the time of its last step', async () => {
    const stopped = await handedOver()
    fixture.clock.advance(60)
    await runs().returned(stopped.returnId)
    const since = (seconds: number) => new Date(fixture.clock.now().getTime() - seconds * 1000)
    fixture.clock.advance(600)
    const found = async (before: Date) =>
      (await runs().listUnfinishedOlderThan(before)).some((run) => run.authorizationId === stopped.id)
    expect(await found(since(600))).toBe(false)
    expect(await found(since(599))).toBe(true)
    await runs().finish(stopped.customerId, stopped.id, { state: 'failed' })
    expect(await found(since(0))).toBe(false)
  })

  it('is forgotten half a year after its end, not before', async () => {
    const { customerId, id } = await begin()
    await runs().finish(customerId, id, { state: 'failed' })
    fixture.clock.advance(180 * 86_400)
    await runs().purgeOld()
    expect(await stateOf({ customerId, id })).toBe('failed')
    fixture.clock.advance(1)
    expect(await runs().purgeOld()).toBeGreaterThan(0)
    expect(await stateOf({ customerId, id })).toBeUndefined()
  })
})
