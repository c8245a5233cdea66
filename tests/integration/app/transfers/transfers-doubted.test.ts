import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, bankDay } from '@/lib/domain/days/bank-day'
import { type AlteredApp, put, startAlteredApp } from '@/tests/support/altering-bank'
import { signInAs } from '@/tests/support/app'
import { setBank } from '@/tests/support/consent'
import { holdAnswer } from '@/tests/support/held'
import {
  atBank,
  checked,
  comeBack,
  decide,
  executes,
  type Payer,
  press,
  pressed,
  returned,
  startPayer,
  view,
} from '@/tests/support/paying'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

/*
 * Execute is answered by a gateway that nobody signed for, and the bank has carried out nothing. The same sum was paid to
 * the same payee elsewhere before, and later lists write it in another way.
 */

let app: AlteredApp
let payer: Payer
beforeAll(async () => {
  app = await startAlteredApp()
})
beforeEach(async () => {
  app.alter(() => undefined)
  app.answer(() => 'pass')
  payer = await startPayer(app, 'niccolo')
})
afterAll(() => app.stop())

const badGateway = Buffer.from(
  'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n',
)
const isExecute = ({ target }: { target: string }) => /\/execute$/.test(target)
const isListed = (path: string) => /\/transactions\//.test(path)

/** What `next` adds: the page before had fewer rows, so rows are left out. */
const TOO_LARGE = '&page=2&size=500'

type Row = { day?: string; text?: string; times?: number; reference?: string }
type Lists = { booked?: Row; pending?: Row; isSkipping?: boolean }

/** Rows of a payment of this sum; one without a day is pending. */
function rowsOf(
  { day, text = 'BONIFICO A MARIO ROSSI', times = 1, reference = '' }: Row,
  amount: string,
): object[] {
  const row = {
    amountTransaction: { amount: `-${amount}`, currency: 'EUR' },
    ...(day === undefined ? {} : { dateAccountingCurrency: `${day.replaceAll('-', '')}T00:00:00` }),
    dateLiquidationValue: `${(day ?? app.today()).replaceAll('-', '')}T00:00:00`,
    shortDescription: 'BONIFICO',
    extendedDescription: text,
    idMoneyTransfer: reference,
    codeDescription: 'BONIFICO',
    index: 1,
  }
  return Array.from({ length: times }, () => row)
}

/** From now on the first page of the bank's lists has these as well, and leads to a page that leaves rows out (`isSkipping`). */
function listAlso({ booked, pending, isSkipping }: Lists, amount: string): void {
  app.alter(({ path }, json) => {
    const { data, _links } = Object(json)
    if (!isListed(path) || !Array.isArray(data?.transactionsAccounting)) return undefined
    const next = isSkipping ? { href: `${_links.self.href}${TOO_LARGE}`, method: 'GET' } : undefined
    return {
      ...Object(json),
      _links: { ..._links, next },
      data: {
        transactionsAccounting: [...(booked ? rowsOf(booked, amount) : []), ...data.transactionsAccounting],
        transactionsNotAccounting: [
          ...(pending ? rowsOf(pending, amount) : []),
          ...data.transactionsNotAccounting,
        ],
      },
    }
  })
}

/** Looks again and again for half an hour. @returns the state in which it is then */
async function stateLater(transferId: string): Promise<string> {
  for (const seconds of [10, 30, 60, 300, 600, 800]) {
    app.moveClock(seconds)
    const { state } = await pressed(payer, transferId, 'continue')
    if (state !== 'unknown') return state
  }
  return 'unknown'
}

describe('a payment made elsewhere before never passes for an execute whose answer is lost', () => {
  const ago = (days: number) => addDays(bankDay(app.now()), -days)
  it.each<[string, () => Lists, () => Lists]>([
    [
      'booked nine days ago, then today',
      () => ({ booked: { day: ago(9) } }),
      () => ({ booked: { day: ago(0) } }),
    ],
    [
      'booked in 1900, then today',
      () => ({ booked: { day: '1900-01-01' } }),
      () => ({ booked: { day: ago(0) } }),
    ],
    [
      'pending without the payee, then booked with the payee',
      () => ({ pending: { text: 'BONIFICO IN CORSO' } }),
      () => ({ booked: { day: ago(0) } }),
    ],
    [
      'pending, then pending and booked at once',
      () => ({ pending: {} }),
      () => ({ pending: {}, booked: { day: ago(0) } }),
    ],
    [
      'booked once, then twice',
      () => ({ booked: { day: ago(0) } }),
      () => ({ booked: { day: ago(0), times: 2 } }),
    ],
    ['pending once, then twice', () => ({ pending: {} }), () => ({ pending: { times: 2 } })],
    [
      'left out by the pages of the list, then booked today',
      () => ({ isSkipping: true }),
      () => ({ booked: { day: ago(0) } }),
    ],
    ['not there yet, then booked yesterday', () => ({}), () => ({ booked: { day: ago(1) } })],
  ])('%s', async (title, before, after) => {
    const cents = String(title.length)
    const amount = `71.${cents}`
    app.sandbox.journal.clear()
    app.answer((seen, bank) => {
      if (isExecute(seen)) return badGateway
      if (!seen.target.endsWith(TOO_LARGE)) return 'pass'
      const transactionsAccounting = rowsOf({ day: '2026-01-02' }, '5.00')
      return bank.seal(seen, { body: envelope({ transactionsAccounting, transactionsNotAccounting: [] }) })
    })
    listAlso(before(), amount)
    const transfer = await atBank(payer, { amount: `71,${cents}` })
    await comeBack(payer, await decide(payer, transfer))
    expect(await pressed(payer, transfer.transferId, 'continue')).toMatchObject({ state: 'unknown' })
    listAlso(after(), amount)
    expect(await stateLater(transfer.transferId)).toBe('unknown')
    expect(executes(app)).toBe(0)
  })

  it('stored from an earlier list, missing just before execute, then there again', async () => {
    const [amount, typed] = ['72.10', '72,10']
    app.answer((seen) => (isExecute(seen) ? badGateway : 'pass'))
    listAlso({ booked: { day: ago(0) } }, amount)
    const earlier = await returned(payer, { amount: typed })
    expect(await pressed(payer, earlier.transferId, 'continue')).toMatchObject({ state: 'unknown' })
    await app.server.store.executeSql('DELETE FROM "transfer" WHERE "id" = $1', [earlier.transferId])
    app.alter(() => undefined)
    const { transferId } = await returned(payer, { amount: typed })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'unknown' })
    listAlso({ booked: { day: ago(0) } }, amount)
    expect(await stateLater(transferId)).toBe('unknown')
  })
})

it('a movement alike whose reference is longer than any does not stand in the way of a payment', async () => {
  listAlso({ booked: { day: app.today(), reference: 'R'.repeat(3_000) } }, '75.40')
  const { transferId } = await returned(payer, { amount: '75,40' })
  expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'accepted' })
  expect(executes(app)).toBe(1)
})

describe('the second of two transfers alike', () => {
  it('is found by its own movement where the bank gives no references', async () => {
    // A working day and booked at once: while the first one is pending, nothing proves the second.
    app.alter(({ path }, json) =>
      isListed(path) || isExecute({ target: path }) ? withoutReferences(json) : undefined,
    )
    await setBank(app, { bookingDelaySeconds: 0 })
    const given = { amount: '73,20' }
    const first = await returned(payer, { ...given, note: 'Prima rata' })
    expect(await pressed(payer, first.transferId, 'continue')).toMatchObject({
      state: 'accepted',
      result: { cro: null },
    })
    const second = await returned(payer, { ...given, note: 'Seconda rata' })
    app.alter(({ path }, json) =>
      isExecute({ target: path })
        ? put(json, ['result', 'outcome'], 'MAYBE')
        : isListed(path)
          ? withoutReferences(json)
          : undefined,
    )
    expect(await pressed(payer, second.transferId, 'continue')).toMatchObject({ state: 'unknown' })
    expect(await stateLater(second.transferId)).toBe('accepted')
  })
})

it('the movement of an older transfer, listed twelve days late, does not prove a new one like it', async () => {
  const amount = '83.40'
  const isOld = (row: unknown) => JSON.stringify(row).includes(amount)
  let late: object[] = []
  app.alter(({ path }, json) => {
    const { data } = Object(json)
    if (!isListed(path) || !Array.isArray(data?.transactionsAccounting)) return undefined
    const withoutOld = (rows: unknown[]) => rows.filter((row) => !isOld(row))
    return put(json, ['data'], {
      transactionsAccounting: [...late, ...withoutOld(data.transactionsAccounting)],
      transactionsNotAccounting: withoutOld(data.transactionsNotAccounting),
    })
  })
  const old = await returned(payer, { amount: '83,40' })
  const { result } = await pressed(payer, old.transferId, 'continue')
  app.moveClock(12 * 86_400)
  payer.browser = await signInAs('niccolo')
  app.answer((seen) => (isExecute(seen) ? badGateway : 'pass'))
  const { transferId } = await returned(payer, { amount: '83,40' })
  expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'unknown' })
  late = rowsOf({ day: bankDay(app.now()), reference: result?.cro ?? '' }, amount)
  expect(await stateLater(transferId)).toBe('unknown')
  app.resetClock()
})

function withoutReferences(json: unknown): unknown {
  const text = JSON.stringify(json, (name, value) =>
    name === 'idMoneyTransfer' ? '' : name === 'cro' ? undefined : value,
  )
  return JSON.parse(text)
}

describe('a signed answer to execute that the interface does not define as a refusal', () => {
  it.each([404, 405, 408, 409, 410, 413, 425, 429, 499])('%i leaves the outcome unknown', async (status) => {
    app.answer((seen, bank) =>
      isExecute(seen) ? bank.seal(seen, { status, body: errorEnvelope('NOT_FOUND') }) : 'pass',
    )
    const { transferId } = await returned(payer, { amount: `66,${String(status).slice(1)}` })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({ state: 'unknown', actions: [] })
  })

  it.each([400, 401, 403, 417, 420, 422])('%i is one, and nothing was paid', async (status) => {
    app.answer((seen, bank) =>
      isExecute(seen) ? bank.seal(seen, { status, body: errorEnvelope('REFUSED') }) : 'pass',
    )
    const { transferId } = await returned(payer, { amount: `67,${String(status).slice(1)}` })
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'refused',
      money: 'not_paid',
    })
  })
})

it.each(['EXPIRED', 'NOT_AUTHORIZED'])(
  'a status %s that was asked for before execute ends no transfer that was executed since',
  async (status) => {
    app.sandbox.journal.clear()
    const { transferId } = await returned(payer, { amount: `68,${status.length}` })
    app.moveClock(16 * 60)
    const { state, check } = await pressed(payer, transferId, 'continue')
    expect(state).toBe('late')
    const held = holdAnswer(app, 'getOperationStatus')
    app.alter(({ path }, json) =>
      /\/status$/.test(path) ? put(json, ['data', 'authorizationStatus'], status) : undefined,
    )
    const first = press(payer, transferId, 'pay-now', { check })
    await held.answered
    app.alter(({ path }) => (isExecute({ target: path }) ? 'lost' : undefined))
    expect(await pressed(payer, transferId, 'pay-now', { check })).toMatchObject({ state: 'unknown' })
    held.release()
    await first
    expect(await view(payer, transferId)).toMatchObject({ state: 'unknown', money: 'maybe' })
    expect(executes(app)).toBe(1)
  },
)

it('an answer EXPIRED that a gateway gives again is not a second answer', async () => {
  let date = app.now().toUTCString()
  let isLost = false
  app.answer((seen, bank) => {
    if (isExecute(seen)) return badGateway
    const [, resourceId] = /operations\/([^/]+)\/status$/.exec(seen.target) ?? []
    if (resourceId === undefined || !isLost) return 'pass'
    const body = {
      result: { messages: [], flushMessages: true, outcome: 'SUCCESS', requestId: randomUUID() },
      data: { authorizationStatus: 'EXPIRED', executionStatus: 'PENDING' },
      resources: { resourceId },
    }
    return bank.seal(seen, { date, body: JSON.stringify(body) })
  })
  const transfer = await atBank(payer, { amount: '73,01' })
  await comeBack(payer, await decide(payer, transfer))
  expect(await pressed(payer, transfer.transferId, 'continue')).toMatchObject({ state: 'unknown' })
  isLost = true
  date = app.now().toUTCString()
  const lookFor = async (seconds: number) => {
    let state = ''
    for (let passed = 0; passed < seconds; passed += 30) {
      app.moveClock(30)
      state = (await pressed(payer, transfer.transferId, 'continue')).state
    }
    return state
  }
  expect(await lookFor(300)).toBe('unknown')
  date = app.now().toUTCString()
  expect(await lookFor(90)).toBe('expired')
})

it.each(['read before', 'not read yet'])(
  'an approval (%s) is read and executed although our clock is set back by half an hour',
  async (when) => {
    app.sandbox.journal.clear()
    const { transferId } = await returned(payer, { amount: `69,${when.length}` })
    app.alter(({ path }, json) =>
      /\/status$/.test(path) ? put(json, ['data', 'authorizationStatus'], 'PENDING') : undefined,
    )
    if (when === 'read before') await pressed(payer, transferId, 'continue')
    app.alter(() => undefined)
    app.moveClock(-1_800)
    await pressed(payer, transferId, 'continue')
    app.moveClock(60)
    expect(await pressed(payer, transferId, 'continue')).toMatchObject({
      state: 'accepted',
      receipt: 'stored',
    })
    expect(executes(app)).toBe(1)
    app.resetClock()
  },
)

it('a check for which the bank gives the resource of an executed transfer is refused: it runs once', async () => {
  app.sandbox.journal.clear()
  const isVerify = (path: string) => /\/verify$/.test(path)
  let resource = ''
  app.alter(({ path }, json) => {
    if (isVerify(path)) resource = Object(json).resources.resourceId
    return undefined
  })
  const first = await returned(payer, { amount: '78,10' })
  expect(await pressed(payer, first.transferId, 'continue')).toMatchObject({ state: 'accepted' })
  app.alter(({ path }, json) =>
    isVerify(path)
      ? JSON.parse(JSON.stringify(json).replaceAll(Object(json).resources.resourceId, resource))
      : undefined,
  )
  const second = await checked(payer, { amount: '78,10' })
  expect(second).toMatchObject({ state: 'draft', problem: { code: 'bank_answer_not_understood' } })
  expect(executes(app)).toBe(1)
})

it('of two checks with one resource, both approved, one is executed', async () => {
  app.sandbox.journal.clear()
  const first = await returned(payer, { amount: '78,20' })
  const second = await returned(payer, { amount: '78,20' })
  await app.server.store.executeSql(
    `UPDATE "transfer_check" SET "resource_id" = (SELECT "resource_id" FROM "transfer_check" WHERE "transfer_id" = $1)
     WHERE "transfer_id" = $2`,
    [first.transferId, second.transferId],
  )
  expect(await pressed(payer, first.transferId, 'continue')).toMatchObject({ state: 'accepted' })
  app.alter(({ path }, json) =>
    /\/status$/.test(path) ? put(json, ['data', 'authorizationStatus'], 'AUTHORIZED') : undefined,
  )
  const ended = await pressed(payer, second.transferId, 'continue')
  expect(ended).toMatchObject({ state: 'expired', money: 'not_paid' })
  expect(executes(app)).toBe(1)
})

it.each([
  ['74,01', 'unknown', 'lost as well'],
  ['74,02', 'accepted', 'of another account'],
] as const)(
  'a joint account: a movement of %s leaves it %s beside a transfer of the other holder that is %s',
  async (typed, state, which) => {
    app.answer((seen) => (isExecute(seen) ? badGateway : 'pass'))
    const lose = async (who: Payer) => {
      const transfer = await atBank(who, { amount: typed })
      await comeBack(who, await decide(who, transfer))
      expect(await pressed(who, transfer.transferId, 'continue')).toMatchObject({ state: 'unknown' })
      return transfer.transferId
    }
    const other = await startPayer(app, 'aisha')
    const ofOther = await lose(other)
    const ours = await lose(payer)
    if (which === 'lost as well') {
      // The bank has one account under one id, whoever of its holders asks.
      const { executeSql } = app.server.store
      await executeSql(
        `UPDATE "transfer_check" SET "order" = jsonb_set("order"::jsonb, '{productId}', to_jsonb($1::text))
       WHERE "transfer_id" = $2::uuid`,
        [payer.productId, ofOther],
      )
    }
    listAlso({ booked: { day: bankDay(app.now()) } }, typed.replace(',', '.'))
    expect(await stateLater(ours)).toBe(state)
  },
)
