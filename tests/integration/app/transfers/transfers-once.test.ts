import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { continueTransfer } from '@/lib/flows'
import { createLog } from '@/lib/log'
import { createServer, type Server } from '@/lib/server'
import { APP_URL, createCustomerBrowser, signInAs, startTestApp, type TestApp } from '@/tests/support/app'
import { countCalls, newFormToken } from '@/tests/support/consent'
import { describeOnEachDatabase } from '@/tests/support/database'
import {
  atBank,
  beginWith,
  checked,
  comeBack,
  decide,
  draftOf,
  executes,
  type Payer,
  press,
  pressed,
  returned,
  seenUntil,
  startPayer,
  statusReads,
  verifies,
  view,
} from '@/tests/support/paying'

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describeOnEachDatabase('once', (database) => {
  let app: TestApp
  let payer: Payer
  /** Of the same application on the same database, where there can be another. */
  let others: Server[] = []
  beforeAll(async () => {
    app = await startTestApp({ database, jobs: true })
    if (database === 'postgres') {
      const { config, flows } = app.server
      others = [await createServer(config, { log: createLog('silent'), now: flows.now })]
    }
  })
  beforeEach(async () => {
    payer = await startPayer(app, 'niccolo')
  })
  afterEach(() => app.sandbox.scenarios.clear())
  afterAll(async () => {
    for (const server of others) await server.close()
    await app.stop()
  })
  const approaches = () => countCalls(app, /^GET .*\/approach$/)

  it('PAY-1: one form five times at once is one transfer; with another amount under its token it is refused', async () => {
    const formToken = newFormToken()
    const begun = await times(5, () => beginWith(payer, {}, { formToken }))
    expect(new Set(begun.map(({ transferId }) => transferId)).size).toBe(1)
    const { POST } = await import('@/app/api/transfers/route')
    const draft = draftOf({ productId: payer.productId, amount: '99,00' })
    const other = await payer.browser.post(POST, '/api/transfers', { formToken, draft })
    expect([other.status, (await other.json()).code]).toEqual([409, 'form_conflict'])
  })

  it('SCA-5: each button pressed twenty times at once does what one press does', async () => {
    const { transferId, draft } = await beginWith(payer)
    const reviews = await times(20, () => pressed(payer, transferId, 'check', { check: 0, draft }))
    expect(new Set(reviews.map(({ state, check }) => `${state} ${check}`))).toEqual(new Set(['checked 1']))
    const handOvers = await times(20, () => pressed(payer, transferId, 'approve', { check: 1 }))
    expect(new Set(handOvers.map(({ bankUrl }) => bankUrl)).size).toBe(1)
    const back = await decide(payer, { bankUrl: handOvers[0]?.bankUrl ?? null })
    await times(20, () => comeBack(payer, back))
    await times(20, (index) => goOnAt(index, transferId))
    const result = await untilEnded(transferId)
    expect(result).toMatchObject({ state: 'accepted', receipt: 'stored' })
    expect([verifies(app), approaches(), statusReads(app), executes(app)]).toEqual([1, 1, 1, 1])
    expect(countCalls(app, /printer/)).toBe(1)
  })

  /** Continues in this process or, on a shared database, in the other one. */
  async function goOnAt(index: number, transferId: string): Promise<void> {
    const other = others[index % 2]
    if (other === undefined) {
      await pressed(payer, transferId, 'continue')
      return
    }
    const owner = await app.server.store.transfers.ownerOf(transferId)
    if (owner === null) throw new Error('no such transfer')
    const caller = { transactionId: other.flows.newId(), acceptLanguage: 'en' }
    await continueTransfer(other.flows, { ...owner, sessionId: null }, caller, transferId)
  }

  const untilEnded = (transferId: string) =>
    seenUntil(payer, transferId, ({ endedAt, receipt }) => endedAt !== null && receipt !== 'pending')

  it('an edit after the review is a new check: what is approved of the old one finds nothing', async () => {
    const old = await atBank(payer, { amount: '10,00' })
    const { transferId } = old
    const back = await decide(payer, old)
    expect(await pressed(payer, transferId, 'edit', { check: 1 })).toMatchObject({
      state: 'draft',
      draft: old.draft,
    })
    const outdated = `${APP_URL}/transfers/${transferId}?decided=earlier`
    expect(await comeBack(payer, back)).toBe(outdated)
    const draft = { ...old.draft, amount: '20,00' }
    const review = await pressed(payer, transferId, 'check', { check: 1, draft })
    expect(review).toMatchObject({ state: 'checked', check: 2, snapshot: { amount: '20.00' } })
    // Back from the approval of ten, in the middle of the review of twenty.
    expect(await comeBack(payer, back)).toBe(outdated)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('checked')
    const handOver = await pressed(payer, transferId, 'approve', { check: 2 })
    await comeBack(payer, back)
    expect((await pressed(payer, transferId, 'continue')).state).toBe('at_bank')
    expect(statusReads(app)).toBe(0)
    expect(await comeBack(payer, await decide(payer, handOver))).toBe(`${APP_URL}/transfers/${transferId}`)
    expect(await untilEnded(transferId)).toMatchObject({ state: 'accepted', snapshot: { amount: '20.00' } })
    expect([verifies(app), executes(app)]).toEqual([2, 1])
  })

  it('two tabs at one draft keep what each of them was given', async () => {
    const { transferId } = await beginWith(payer, { amount: '', note: '' })
    await Promise.all([
      pressed(payer, transferId, 'draft', { draft: { note: 'Rent' } }),
      pressed(payer, transferId, 'draft', { draft: { amount: '12,50' } }),
    ])
    expect((await view(payer, transferId)).draft).toMatchObject({ note: 'Rent', amount: '12,50' })
  })

  it('a press on a page that shows another check does nothing, and says so', async () => {
    const { transferId, draft } = await checked(payer, { amount: '10,00' })
    await pressed(payer, transferId, 'edit', { check: 1 })
    await pressed(payer, transferId, 'check', { check: 1, draft: { ...draft, amount: '11,00' } })
    for (const [name, body] of [
      ['approve', { check: 1 }],
      ['edit', { check: 1 }],
      ['abandon', { check: 1 }],
      ['pay-now', { check: 1 }],
      ['step', { check: 1, step: 1, data: {} }],
      ['check', { check: 0, draft: { ...draft, amount: '12,00' } }],
      ['draft', { draft }],
    ] as const) {
      const { status, code } = await press(payer, transferId, name, body)
      expect([name, status, code]).toEqual([name, 409, 'out_of_date'])
    }
    expect(await view(payer, transferId)).toMatchObject({
      state: 'checked',
      check: 2,
      snapshot: { amount: '11.00' },
    })
    expect([verifies(app), approaches(), executes(app)]).toEqual([2, 0, 0])
  })

  it('abandon and approve, or abandon and continue, at once: either is whole', async () => {
    for (let round = 0; round < 5; round += 1) {
      app.sandbox.journal.clear()
      const transfer = await returned(payer)
      await Promise.all([
        press(payer, transfer.transferId, 'abandon', { check: 1 }),
        press(payer, transfer.transferId, 'continue'),
      ])
      const { state } = await untilEnded(transfer.transferId)
      expect([state, executes(app)]).toEqual(state === 'abandoned' ? ['abandoned', 0] : ['accepted', 1])
    }
  })

  const neutral = `${APP_URL}/authorizations/returned`

  it('SCA-1: a return whose id is altered belongs to no transfer', async () => {
    const transfer = await atBank(payer)
    const back = await decide(payer, transfer)
    const altered = `${back.slice(0, -1)}${back.endsWith('A') ? 'B' : 'A'}`
    expect(await comeBack(payer, altered)).toBe(neutral)
    expect((await view(payer, transfer.transferId)).state).toBe('at_bank')
  })

  it('SCA-3: a return in a browser without the owner’s session reveals nothing, and the page that waits moves on', async () => {
    const transfer = await atBank(payer)
    const back = await decide(payer, transfer)
    const [nobody, matteo] = [createCustomerBrowser(), await signInAs('matteo')]
    expect(await comeBack({ browser: matteo }, `${back}?status=ko&x=1`)).toBe(neutral)
    expect(await comeBack({ browser: nobody }, back)).toBe(neutral)
    expect(await untilEnded(transfer.transferId)).toMatchObject({ state: 'accepted' })
    const { status } = await press({ browser: matteo }, transfer.transferId, 'continue')
    expect(status).toBe(404)
    expect(executes(app)).toBe(1)
  })
})
