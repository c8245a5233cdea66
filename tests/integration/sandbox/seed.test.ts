import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addDays, bankDayOf, bankTimeOf, instantOf } from '@/sandbox/calendar/bank-day'
import { isWorkingDay } from '@/sandbox/calendar/holidays'
import { seedConsents } from '@/sandbox/seed/consents'
import { type SeedMovement, seedMovements } from '@/sandbox/seed/movements'
import { type Account, createCustomers } from '@/sandbox/state/customers'
import { italianIban } from '@/sandbox/state/iban'

const seedDay = '2026-11-28'
/** A Saturday, the Sunday on which the clocks go forward, a leap day, New Year. */
const seedDays = [seedDay, '2027-03-28', '2028-02-29', '2027-01-01']

const customers = createCustomers()
const accounts = customers.all().flatMap((customer) => customer.accounts)

function customerOf(username: string) {
  const customer = customers.byUsername(username)
  if (!customer) throw new Error(`no customer ${username}`)
  return customer
}

/** An account of a customer by its place in the list. */
function accountOf(username: string, index = 0): Account {
  const account = customerOf(username).accounts[index]
  if (!account) throw new Error(`${username} has no such account`)
  return account
}

/** Where the letter or digit stands in this row is its value in an odd place, for IBANs and tax codes alike. */
const oddRow = 'BAKPLCQDREVOSFTGUHMINJWZYX'

function italianCheckLetter(text: string): string {
  const sum = [...text].reduce((total, char, index) => {
    const place = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65
    return total + (index % 2 === 0 ? oddRow.indexOf(String.fromCharCode(65 + place)) : place)
  }, 0)
  return String.fromCharCode(65 + (sum % 26))
}

function sumOf(movements: readonly SeedMovement[]): bigint {
  return movements.reduce((sum, { cents }) => sum + cents, 0n)
}

describe('customers', () => {
  test('an IBAN that is known to be right comes out', () => {
    expect(italianIban('05428', '11101', '000000123456')).toBe('IT60X0542811101000000123456')
  })

  test('every IBAN has remainder 1 modulo 97 and the check letter of its digits', () => {
    for (const { iban } of accounts) {
      const numeric = [...`${iban.slice(4)}${iban.slice(0, 4)}`]
        .map((char) => Number.parseInt(char, 36))
        .join('')
      expect(BigInt(numeric) % 97n).toBe(1n)
      expect(iban[4]).toBe(italianCheckLetter(iban.slice(5)))
    }
  })

  test('product ids are 10 letters and digits, and no two differ by case alone', () => {
    for (const { productId } of accounts) expect(productId).toMatch(/^[A-Za-z0-9]{10}$/)
    expect(accounts.some(({ productId }) => /[a-z]/.test(productId) && /[A-Z]/.test(productId))).toBe(true)
    expect(new Set(accounts.map(({ productId }) => productId.toLowerCase())).size).toBe(accounts.length)
  })

  test('no two customers or accounts share what tells them apart; customers come by id', () => {
    const all = customers.all()
    for (const key of [
      'customerId',
      'username',
      'password',
      'oneTimeCode',
      'taxCode',
      'email',
      'phone',
    ] as const) {
      expect(new Set(all.map((customer) => customer[key])).size).toBe(all.length)
    }
    expect(new Set(accounts.map(({ iban }) => iban)).size).toBe(accounts.length)
    const ids = all.map(({ customerId }) => customerId)
    expect(ids).toEqual([...ids].sort())
    for (const { oneTimeCode } of all) expect(oneTimeCode).toMatch(/^\d{6}$/)
  })

  test('ids stay what they were', () => {
    expect(accountOf('niccolo')).toMatchObject({
      productId: 'TEMz150Ghj',
      iban: 'IT23N0999801600700100010001',
    })
  })

  test('tax codes are well formed, and addresses cannot reach anybody', () => {
    for (const { kind, taxCode, email, phone } of customers.all()) {
      if (kind === 'person') {
        expect(taxCode).toMatch(/^[A-Z]{6}\d{2}[A-Z]\d{2}Z999[A-Z]$/)
        expect(taxCode.at(-1)).toBe(italianCheckLetter(taxCode.slice(0, 15)))
      } else {
        const sum = [...taxCode].reduce((total, char, index) => {
          const doubled = Number(char) * (index % 2 === 0 ? 1 : 2)
          return total + (doubled > 9 ? doubled - 9 : doubled)
        }, 0)
        expect(taxCode).toMatch(/^\d{7}110\d$/)
        expect(sum % 10).toBe(0)
      }
      expect(email).toMatch(/^[a-z.]+@[a-z-]+\.example$/)
      expect(phone).toMatch(/^\+39 00/)
    }
  })

  test('an account is found by its IBAN and by its product id', () => {
    const account = accountOf('giulia', 10)
    const found = { customer: customerOf('giulia'), account }
    expect(customers.accountByIban(account.iban)).toEqual(found)
    expect(customers.accountByProductId(account.productId)).toEqual(found)
    expect(customers.accountByIban('IT60X0542811101000000123456')).toBeUndefined()
    expect(customers.accountByProductId('0000000000')).toBeUndefined()
  })

  test('what a product permits follows from its type', () => {
    const permitted = new Map(accounts.map(({ type }) => [type.description.en, type.permits.join()]))
    expect(Object.fromEntries(permitted)).toEqual({
      'Current account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY,PAYMENTS',
      'Joint current account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY,PAYMENTS',
      'Basic account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY,PAYMENTS',
      'Business account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY,PAYMENTS',
      'Foreign currency account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY,PAYMENTS',
      'Savings account': 'ACCOUNT_INFO,FUNDS_AVAILABILITY',
      'Prepaid card with IBAN': 'ACCOUNT_INFO,FUNDS_AVAILABILITY',
      'Time deposit': 'ACCOUNT_INFO',
    })
  })

  test('no account is older than its customer', () => {
    for (const customer of customers.all()) {
      for (const { openedOn } of customer.accounts) expect(openedOn >= customer.customerSince).toBe(true)
    }
  })
})

describe('stories', () => {
  test('none, one and twelve accounts; foreign currencies; accents and apostrophes', () => {
    expect(customerOf('tommaso').accounts).toHaveLength(0)
    expect(customerOf('aisha').accounts).toHaveLength(1)
    expect(customerOf('giulia').accounts).toHaveLength(12)
    expect(customerOf('officine')).toMatchObject({ kind: 'company' })
    expect(customerOf('officine').accounts.map(({ currency }) => currency)).toEqual([
      'EUR',
      'EUR',
      'USD',
      'GBP',
    ])
    expect(customers.byId('70010001')?.name).toBe("Niccolò D'Amico")
    for (const { story } of customers.all()) expect(story.it).not.toBe(story.en)
  })

  test('a closed account is still listed, beside live ones, with nothing left on it', () => {
    expect(customerOf('ludovica').accounts.map(({ closed }) => closed)).toEqual([false, true, false])
    expect(accounts.filter(({ closed }) => closed)).toHaveLength(1)
    const movements = seedMovements(accountOf('ludovica', 1), seedDay)
    expect(sumOf(movements)).toBe(0n)
    expect(movements.at(-1)?.description.short).toBe('ESTINZIONE CONTO')
  })

  test('10,000 and 100,000 movements booked on an account', () => {
    const seedMorning = instantOf(seedDay).getTime()
    const bookedOf = (movements: readonly SeedMovement[]) =>
      movements.filter(({ bookedFrom }) => bookedFrom < seedMorning)
    expect(bookedOf(seedMovements(accountOf('zenobia'), seedDay))).toHaveLength(10_000)
    const movements = seedMovements(accountOf('ovunque'), seedDay)
    expect(bookedOf(movements)).toHaveLength(100_000)
    expect(sumOf(movements)).toBe(14_876_543_210n)
  })

  test('an account below zero, and one that was never used', () => {
    expect(sumOf(seedMovements(accountOf('matteo'), seedDay))).toBe(-48_730n)
    expect(seedMovements(accountOf('matteo', 1), seedDay)).toEqual([])
  })

  test('one consent, whose SCA is too old for batch calls', () => {
    const day = (instant: number) => bankDayOf(new Date(instant))
    const [consent, ...others] = seedConsents(seedDay, 'PSDIT-TEST-1')
    expect(others).toEqual([])
    expect(consent).toMatchObject({
      customerId: customerOf('ettore').customerId,
      tpp: 'PSDIT-TEST-1',
      category: 'ACCOUNT_INFO',
      productIds: customerOf('ettore').accounts.map(({ productId }) => productId),
    })
    expect(day(consent?.grantedAt ?? 0)).toBe(addDays(seedDay, -120))
    expect(day(consent?.lastScaAt ?? 0)).toBe(addDays(seedDay, -100))
  })
})

describe.each(seedDays)('movements before %s', (day) => {
  const used = accounts.filter(({ history }) => history !== 'unused')
  const histories = used.map((account) => ({ account, movements: seedMovements(account, day) }))
  const seedMorning = instantOf(day).getTime()
  const booked = (movements: readonly SeedMovement[]) =>
    movements.filter(({ bookedFrom }) => bookedFrom < seedMorning)
  const pending = (movements: readonly SeedMovement[]) =>
    movements.filter(({ bookedFrom }) => bookedFrom >= seedMorning)

  test('begin with the opening balance two years back, and are in order', () => {
    for (const { account, movements } of histories) {
      const [opening] = movements
      const [openingDay, time] = bankTimeOf(new Date(opening?.bookedFrom ?? 0))
      expect(opening?.description.short).toBe('SALDO INIZIALE')
      expect(time).toBe('06:00:00')
      expect(openingDay >= addDays(day, -730) && openingDay < addDays(day, -720)).toBe(true)
      expect(account.openedOn < openingDay).toBe(true)
      const times = movements.map(({ bookedFrom }) => bookedFrom)
      expect(times).toEqual([...times].sort((one, other) => one - other))
    }
  })

  test('are booked on bank days with value on the same day; card payments on any day, with value on the day before', () => {
    const bookings = new Map<number, [string, string]>()
    for (const { movements } of histories) {
      for (const { bookedFrom, valueDay, description } of booked(movements)) {
        const [bookingDay, time] = bookings.get(bookedFrom) ?? bankTimeOf(new Date(bookedFrom))
        bookings.set(bookedFrom, [bookingDay, time])
        if (time < '06:00:00' || time > '22:00:00') throw new Error(`booked at ${time}`)
        const byCard = description.code.startsWith('POS')
        if (valueDay !== (byCard ? addDays(bookingDay, -1) : bookingDay))
          throw new Error(`value on ${valueDay}`)
        if (!byCard && !isWorkingDay(bookingDay)) throw new Error(`booked on ${bookingDay}`)
      }
    }
  })

  test('what is pending are card payments that will be booked two days later', () => {
    const open = histories.flatMap(({ movements }) => pending(movements))
    expect(open.length).toBeGreaterThan(5)
    for (const { cents, bookedFrom, valueDay, description } of open) {
      expect(cents < 0n).toBe(true)
      expect(bankDayOf(new Date(bookedFrom))).toBe(addDays(day, 2))
      expect(valueDay).toBe(addDays(day, -1))
      expect(description.code).toBe('POS')
    }
    expect(pending(seedMovements(accountOf('niccolo'), day))).toHaveLength(2)
  })

  test('never lead below zero, but for the overdrawn account', () => {
    const below = histories.filter(({ movements }) => {
      let balance = 0n
      return movements.some(({ cents }) => {
        balance += cents
        return balance < 0n
      })
    })
    expect(below.map(({ account }) => account.history)).toEqual(['overdrawn'])
  })

  test('leave enough to pay from wherever payments are permitted', () => {
    for (const { account, movements } of histories) {
      if (!account.type.permits.includes('PAYMENTS')) continue
      if (account.closed || account.history === 'overdrawn') continue
      expect(sumOf(movements)).toBeGreaterThanOrEqual(150_000n)
    }
    expect(sumOf(seedMovements(accountOf('officine'), day))).toBeGreaterThan(100_000_000n)
  })

  test('are as many as two years of everyday life bring', () => {
    const everyday = histories.filter(({ account }) => /^1(001|002|401)$/.test(account.type.code))
    for (const { movements } of everyday) {
      expect(movements.length).toBeGreaterThan(150)
      expect(movements.length).toBeLessThan(420)
    }
  })
})

describe('descriptions', () => {
  const written = accounts
    .filter(({ history }) => history !== 'marketplace')
    .flatMap((account) => seedMovements(account, seedDay).map(({ description }) => description))

  test('are in a bank’s Italian, in one piece', () => {
    for (const { short, extended, code } of written) {
      if (!/^[A-Z0-9.’ ]{4,40}$/.test(short) || !/^[A-Z0-9 ]{3,20}$/.test(code)) throw new Error(short)
      if (!/^[^{}\p{Cc}a-z]{4,}$/u.test(extended)) throw new Error(extended)
    }
    expect(new Set(written.map(({ code }) => code)).size).toBeGreaterThan(20)
  })

  test('have what a careless page stumbles over', () => {
    for (const awkward of [/</, /&/, /"/, /'/, /’/, /È|É|Ò|Ü/, /\S{40}/, /^.{500,}$/]) {
      expect(written.some(({ extended }) => awkward.test(extended))).toBe(true)
    }
  })
})

test('the seed is the same every time, on every machine', () => {
  expect(createCustomers().all()).toEqual(customers.all())
  const hash = createHash('sha256')
  const update = (value: unknown) =>
    hash.update(JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}` : part)))
  update(customers.all())
  update(seedConsents(seedDay, 'PSDIT-TEST-1'))
  for (const account of accounts) update(seedMovements(account, seedDay))
  expect(hash.digest('hex')).toBe('36110cb57b30c181cc4de831dcadac24108312c61a1df2278268aab695676f59')
})
