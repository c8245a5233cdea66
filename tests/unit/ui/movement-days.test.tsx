import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MovementDays } from '@/app/(bank)/accounts/[productId]/movement-days'
import type { Movement, MovementSum, MovementsPage } from '@/lib/contracts/movements'
import en from '@/lib/i18n/messages/en.json' with { type: 'json' }

const movement = (place: number, day: string | null): Movement => ({
  movementId: `m${place}`,
  status: day === null ? 'pending' : 'booked',
  day,
  bookingDate: day,
  valueDate: day,
  amount: '-1.00',
  currency: 'EUR',
  shortDescription: `MOVEMENT ${place}`,
  extendedDescription: null,
  codeDescription: null,
  moneyTransferId: null,
  index: null,
  fields: [],
  odd: [],
})

const waiting = (count: number) => Array.from({ length: count }, (_, place) => movement(place, null))
const booked = movement(99, '2026-11-20')

const account = {
  productId: '01',
  nickname: 'Conto',
  iban: '',
  currency: 'EUR',
  type: { code: '', description: '' },
}

type Page = Pick<MovementsPage, 'movements' | 'nextCursor'> & { sums?: MovementSum[] }

/** What stands above the first movements of a page: `Waiting to be booked − € 3.00`. */
function firstHeading({ movements, nextCursor, sums = [] }: Page, after?: string): string {
  const page: MovementsPage = {
    account,
    isShared: true,
    closedAt: null,
    covered: null,
    movementsReadAt: null,
    isReading: false,
    problem: null,
    total: null,
    sums: sums.length === 0 ? null : sums,
    dayTotals: [],
    movements,
    nextCursor,
  }
  const address = { typed: {}, filters: {}, problems: {}, after, movement: undefined }
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Europe/Rome">
      <MovementDays page={page} address={address} today="2026-11-28" />
    </NextIntlClientProvider>,
  )
  const [, heading = '', sum = ''] = /<h2>(.*?)<\/h2><p[^>]*>(.*?)<\/p>/.exec(html) ?? []
  return `${heading} ${sum}`.replaceAll('\u00a0', ' ').trim()
}

describe('the sum of a day', () => {
  it('is left out where it is the one amount beside it', () => {
    expect(firstHeading({ movements: waiting(1), nextCursor: null })).toBe(en.movements.pending)
    expect(firstHeading({ movements: waiting(2), nextCursor: null })).toBe(`${en.movements.pending} − € 2.00`)
  })
})

describe('what waits to be booked', () => {
  const { pending } = en.movements

  it('is summed where all of it is there: on this page, or counted', () => {
    expect(firstHeading({ movements: waiting(3), nextCursor: null })).toBe(`${pending} − € 3.00`)
    expect(firstHeading({ movements: [...waiting(3), booked], nextCursor: 'c' })).toBe(`${pending} − € 3.00`)
    const sums = [
      { status: 'pending', currency: 'EUR', total: '-70.00', movements: 70, withoutAmount: 0 } as const,
      { status: 'booked', currency: 'EUR', total: '-9.00', movements: 9, withoutAmount: 0 } as const,
    ]
    expect(firstHeading({ movements: waiting(3), nextCursor: 'c', sums })).toBe(`${pending} − € 70.00`)
  })

  it('shows no partial sum, and says that the day continues', () => {
    expect(firstHeading({ movements: waiting(3), nextCursor: 'c' })).toBe(pending)
    const goesOn = en.movements.continued.replace('{day}', pending)
    expect(firstHeading({ movements: [...waiting(3), booked], nextCursor: null }, 'c')).toBe(goesOn)
  })
})
