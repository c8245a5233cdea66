import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { ExportSource, MovementGroup } from '@/lib/contracts/exports'
import type { Movement } from '@/lib/contracts/movements'
import { addDecimals, compareDecimals, signOfDecimal } from '@/lib/domain/money/decimal'

/** A stored movement; each call gives the same but for its id and what is named. */
export function movement(given: Partial<Movement> = {}): Movement {
  const status = given.status ?? 'booked'
  const bookingDate = status === 'pending' ? null : '2026-11-20'
  return {
    movementId: randomUUID(),
    status,
    day: given.bookingDate ?? bookingDate,
    bookingDate,
    valueDate: '2026-11-21',
    amount: '-12.50',
    currency: 'EUR',
    shortDescription: 'PAGAMENTO POS',
    extendedDescription: 'Pagamento con carta presso Caffè Centrale',
    codeDescription: 'Pagamento con carta di debito',
    moneyTransferId: 'MT1',
    index: '1',
    fields: [],
    odd: [],
    ...given,
  }
}

/** What the flow hands to the formats, of these movements. */
export function exportSource(
  movements: readonly Movement[],
  given: Partial<ExportSource> = {},
): ExportSource {
  return {
    account: {
      productId: 'P1',
      type: { code: 'CC', description: 'Conto corrente' },
      nickname: 'Conto di casa',
      currency: 'EUR',
      iban: 'IT60X0542811101000000123456',
    },
    asked: {},
    covered: { from: '2026-08-31', to: '2026-11-28' },
    movementsReadAt: '2026-11-28T09:30:00.000Z',
    writtenAt: '2026-11-28T09:31:00.000Z',
    balance: {
      accounting: { amount: '1234.56', currency: 'EUR' },
      available: { amount: '1200.00', currency: 'EUR' },
      bankDate: '2026-11-28',
      readAt: '2026-11-28T09:30:00.000Z',
    },
    periodBalances: null,
    groups: groupsOf(movements),
    async *movements({ currency, status } = {}) {
      for (const one of movements) {
        const isIn = (currency ?? one.currency) === one.currency && (status ?? one.status) === one.status
        if (isIn) yield one
      }
    },
    ...given,
  }
}

function groupsOf(movements: readonly Movement[]): MovementGroup[] {
  const groups = new Map<string, MovementGroup>()
  for (const { currency, status, amount, day } of movements) {
    const key = `${currency} ${status}`
    const group = groups.get(key) ?? {
      currency,
      status,
      movements: 0,
      withoutAmount: 0,
      in: '0',
      out: '0',
      movementsIn: 0,
      movementsOut: 0,
      places: 0,
      largest: '0',
      from: day,
      to: day,
    }
    groups.set(key, group)
    group.movements += 1
    if (day !== null && day < (group.from ?? '9')) group.from = day
    if (day !== null && day > (group.to ?? '')) group.to = day
    if (amount === null) {
      group.withoutAmount += 1
      continue
    }
    const sign = signOfDecimal(amount)
    const size = amount.replace(/^[+-]/, '')
    group.places = Math.max(group.places, (/\.(\d*?)0*$/.exec(amount)?.[1] ?? '').length)
    if (compareDecimals(size, group.largest) > 0) group.largest = size
    if (sign > 0)
      Object.assign(group, { in: addDecimals(group.in, amount), movementsIn: group.movementsIn + 1 })
    if (sign < 0)
      Object.assign(group, { out: addDecimals(group.out, amount), movementsOut: group.movementsOut + 1 })
  }
  return [...groups.values()]
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  // halves of surrogate pairs and control characters too
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    ']]>',
    '<!-- -->',
    '&amp;lt;',
    '=1+1',
    '+39 02 1234',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '＝1+1',
    'a;=1',
    'x,"=2',
    '"',
    'line\r\nbreak',
    '👩‍👩‍👧 Caffè',
    '\ud800',
    '\u0000\u0001\ufffe',
    'x'.repeat(2000),
  ),
)
const text = fc.option(nasty)
const day = fc
  .integer({ min: 0, max: 2000 })
  .map((days) => new Date(Date.UTC(2022, 0, 1 + days)).toISOString().slice(0, 10))

const amount = fc
  .tuple(
    fc.constantFrom('', '+', '-'),
    fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 18n - 1n)),
    fc.option(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(99_999_999))),
  )
  .map(([sign, whole, fraction]) =>
    fraction === null
      ? `${sign}${whole}`
      : `${sign}${whole}.${String(fraction[1]).padStart(8, '0').slice(0, fraction[0])}`,
  )

/** Whatever the store may hold, and more: any text, many currencies, pending and odd ones, amounts of any size. */
export const anyMovement: fc.Arbitrary<Movement> = fc
  .record({
    movementId: fc.uuid(),
    isPending: fc.boolean(),
    bookingDate: fc.option(day),
    valueDate: fc.option(day),
    amount: fc.option(amount, { freq: 8 }),
    currency: fc.option(fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'XAU', 'eur', '€', 'CHF'), { freq: 8 }),
    shortDescription: text,
    extendedDescription: text,
    codeDescription: text,
    moneyTransferId: text,
    index: text,
    fields: fc.array(fc.record({ path: nasty, kind: fc.constant('text' as const), value: nasty }), {
      maxLength: 4,
    }),
    odd: fc.array(nasty, { maxLength: 3 }),
  })
  .map(({ isPending, ...given }): Movement => {
    const day = isPending ? null : (given.bookingDate ?? given.valueDate)
    return { ...given, day, status: day === null ? 'pending' : 'booked' }
  })

export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const chunk of chunks) whole += chunk
  return whole
}
