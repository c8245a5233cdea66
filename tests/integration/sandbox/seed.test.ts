import { expect, test } from 'vitest'
import { createCustomers } from '@/sandbox/state/customers'
import { italianIban } from '@/sandbox/state/iban'

const accounts = createCustomers()
  .all()
  .flatMap((customer) => customer.accounts)

test('an IBAN that is known to be right comes out', () => {
  expect(italianIban('05428', '11101', '000000123456')).toBe('IT60X0542811101000000123456')
})

test('every IBAN of the seed has remainder 1 modulo 97', () => {
  for (const { iban } of accounts) {
    const numeric = [...`${iban.slice(4)}${iban.slice(0, 4)}`]
      .map((char) => Number.parseInt(char, 36))
      .join('')
    expect(BigInt(numeric) % 97n).toBe(1n)
  }
})

test('product ids are 10 letters and digits, and no two differ by case alone', () => {
  for (const { productId } of accounts) expect(productId).toMatch(/^[A-Za-z0-9]{10}$/)
  expect(accounts.some(({ productId }) => /[a-z]/.test(productId) && /[A-Z]/.test(productId))).toBe(true)
  expect(new Set(accounts.map(({ productId }) => productId.toLowerCase())).size).toBe(accounts.length)
})

test('the seed is the same every time', () => {
  expect(createCustomers().all()).toEqual(createCustomers().all())
  expect(createCustomers().byUsername('niccolo')?.accounts[0]).toMatchObject({
    productId: 'TEMz150Ghj',
    iban: 'IT23N0999801600700100010001',
  })
})

test('there is a customer for every story: twelve accounts, none, foreign currency, accents', () => {
  const counts = createCustomers()
    .all()
    .map((customer) => customer.accounts.length)
  expect(counts).toContain(12)
  expect(counts).toContain(0)
  expect(accounts.some(({ currency }) => currency === 'USD')).toBe(true)
  expect(createCustomers().byId('70010001')?.name).toBe("Niccolò D'Amico")
})
