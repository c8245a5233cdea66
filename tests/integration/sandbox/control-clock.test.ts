import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { instantOf, localTimestamp } from '@/sandbox/calendar/bank-day'
import { type ClockJump, clockJumps, parseBankTime } from '@/sandbox/control/clock-jumps'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'

let bank: TestSandbox
beforeAll(async () => {
  bank = await startTestSandbox()
})
afterAll(() => bank.stop())
afterEach(() => bank.clock.reset())

async function move(content: object): Promise<number> {
  const answer = await fetch(`${bank.controlUrl}/clock`, {
    method: 'POST',
    body: JSON.stringify(content),
    headers: { 'Content-Type': 'application/json' },
  })
  return answer.status
}

const bankTime = async () => {
  const answer = await fetch(`${bank.controlUrl}/clock`)
  return z.object({ bankTime: z.string() }).parse(await answer.json()).bankTime
}

describe('to a time of the bank', () => {
  test.each(['2027-03-28T01:59:00', '2027-10-31T02:30:00', '2020-02-29T23:59:59'])('%s', async (local) => {
    expect(await move({ to: local })).toBe(200)
    const elapsed = bank.clock.now().getTime() - (parseBankTime(local)?.getTime() ?? 0)
    expect(elapsed).toBeGreaterThanOrEqual(0)
    // The bank's clock goes on meanwhile; an hour more would be a wrong offset.
    expect(Math.round(elapsed / (3600 * 1000))).toBe(0)
  })

  test('survives a restart', async () => {
    const other = await startTestSandbox()
    other.clock.move(instantOf('2031-01-01').getTime() - other.clock.now().getTime())
    const later = await other.restart()
    expect(localTimestamp(later.clock.now()).slice(0, 10)).toBe('2031-01-01')
    await later.stop()
  })

  test.each([
    [{ to: '2027-02-30T10:00:00' }],
    [{ to: '2027-02-28' }],
    [{ to: '2027-02-28T10:00:00Z' }],
    [{ to: '1999-12-31T10:00:00' }],
    [{ to: '9999-12-31T10:00:00' }],
    [{ to: '2027-02-28T10:00:00', moveSeconds: 1 }],
    [{ moveSeconds: 0.5 }],
    [{ moveSeconds: 1e12 }],
    [{}],
  ])('%j is refused, and the clock stays', async (content) => {
    const before = await bankTime()
    expect(await move(content)).toBe(400)
    expect((await bankTime()).slice(0, 16)).toBe(before.slice(0, 16))
  })
})

describe('buttons of the page', () => {
  test.each<[ClockJump, string, string]>([
    ['one-day', '2026-11-28T10:00:00', '2026-11-29T10:00:00'],
    ['one-day', '2027-03-27T10:00:00', '2027-03-28T10:00:00'],
    ['ninety-days', '2026-11-28T10:00:00', '2027-02-26T10:00:00'],
    ['ninety-days', '2027-01-10T10:00:00', '2027-04-10T10:00:00'],
    ['midnight', '2026-11-28T23:59:59', '2026-11-29T00:00:00'],
    ['midnight', '2027-03-28T00:00:00', '2027-03-29T00:00:00'],
    ['clock-change', '2026-11-28T10:00:00', '2027-03-28T01:59:00'],
    ['clock-change', '2027-03-28T01:58:59', '2027-03-28T01:59:00'],
    ['clock-change', '2027-03-28T01:59:00', '2027-10-31T02:59:00'],
    ['clock-change', '2027-03-28T03:00:00', '2027-10-31T02:59:00'],
  ])('%s at %s goes to %s', (jump, from, to) => {
    const target = clockJumps[jump].target(parseBankTime(from) ?? new Date(Number.NaN))
    expect(localTimestamp(target)).toBe(to)
  })

  test('a minute after the last of them the other offset holds', () => {
    for (const [from, after] of [
      ['2026-11-28T10:00:00', '2027-03-28T03:00:00'],
      ['2027-06-01T10:00:00', '2027-10-31T02:00:00'],
    ]) {
      const before = clockJumps['clock-change'].target(parseBankTime(from ?? '') ?? new Date(Number.NaN))
      expect(localTimestamp(new Date(before.getTime() + 60_000))).toBe(after)
    }
  })

  test('one moves the bank, and another brings it back', async () => {
    const press = (jump: string) =>
      fetch(`${bank.controlUrl}/page/clock`, {
        method: 'POST',
        body: new URLSearchParams({ jump }),
        headers: { Origin: bank.controlUrl ?? '' },
        redirect: 'manual',
      })
    expect((await press('ninety-days')).status).toBe(303)
    const moved = bank.clock.now().getTime() - bank.clock.wall().getTime()
    expect(Math.round(moved / (24 * 3600 * 1000))).toBe(90)
    expect((await press('nonsense')).status).toBe(400)
    expect((await press('reset')).status).toBe(303)
    expect(Math.round((bank.clock.now().getTime() - bank.clock.wall().getTime()) / (3600 * 1000))).toBe(0)
  })
})

test('the money as text, by currency', async () => {
  const answer = await fetch(`${bank.controlUrl}/ledger`)
  const amounts = z.strictObject({
    customers: z.string().regex(/^-?\d+\.\d{2}$/),
    bank: z.string().regex(/^-?\d+\.\d{2}$/),
    underWay: z.string().regex(/^-?\d+\.\d{2}$/),
  })
  const audit = z.record(z.string(), amounts).parse(await answer.json())
  expect(Object.keys(audit)).toEqual(expect.arrayContaining(['EUR', 'USD']))
})
