import { z } from 'zod'
import { bankLimits, categoryForm, productIdForm } from '@/lib/domain/bank-limits'
import type { BankAccount, BankBalance, BankProduct, ConsentList } from '../answers'
import { type Details, isBlank, isRecord, readDetails } from '../fields'
import { fieldReader } from './reader'
import { accountItem } from './specified'

/*
 * Payloads that spec.md does not show (design reading 10): each is read in the shapes that have been seen or are near
 * at hand. What fits none is `undefined`, unreadable; it is never taken for an empty list.
 */

const MAX_ROWS = 10_000

/** Any object: what is in it is judged field by field. */
export const anObject = z.record(z.string(), z.unknown())

/** Rows of endpoint 2 and 14 alike, under the names a list of accounts may have. */
export function productRows(data: unknown): readonly unknown[] | undefined {
  return rowsIn(data, ['accounts', 'products'])
}

/** An account of endpoint 14. Needs an id and nothing else. */
export function readProduct(row: unknown): BankProduct | undefined {
  if (!isRecord(row)) return undefined
  const accountId = idIn(row, ['accountId', 'productId'])
  const account = readAccount({ ...row, accountId })
  return account && { ...account, details: readDetails(row) }
}

/** An account of endpoint 2 (spec.md "Account item"). */
export function readAccount(row: unknown): BankAccount | undefined {
  const parsed = accountItem.safeParse(row)
  if (!parsed.success) return undefined
  const { accountId, product, currency, iban, name } = parsed.data
  return {
    productId: accountId,
    type: product,
    currency,
    iban,
    nickname: name || product.description || accountId,
  }
}

/** Endpoint 16: `accountBalance` and `availableBalance` as `{amount, currency}`, and `date`. */
export function readBalance(data: Readonly<Record<string, unknown>>): BankBalance {
  const fields = fieldReader(data)
  const balance = {
    accounting: fields.money('accountBalance'),
    available: fields.money('availableBalance'),
    date: fields.date('date'),
  }
  const known = new Set(
    ['accountBalance', 'availableBalance', 'date'].filter((name) => !fields.odd.includes(name)),
  )
  return { ...balance, details: detailsWithout(data, known), odd: fields.odd }
}

function detailsWithout(data: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): Details {
  return readDetails(Object.fromEntries(Object.entries(data).filter(([name]) => !known.has(name))))
}

/**
 * Endpoint 6: the shape of the request, `categories[]` of `{name, products[]}`, or a flat list of records
 * `{category | name, productId | products}`. A product is its id, or an object that has one.
 */
export function readConsents(pages: readonly unknown[], hasAllPages: boolean): ConsentList {
  const grants = new Map<string, Set<string>>()
  let oddRows = 0
  let pairs = 0
  for (const data of pages) {
    const rows = rowsIn(data, ['categories', 'consents', 'consentList'])
    if (!rows) return { kind: 'unreadable' }
    for (const row of rows) {
      const record = readConsentRow(row)
      const isOneMore = record !== undefined && !grants.has(record.category)
      if (!record || (isOneMore && grants.size === bankLimits.categories)) {
        oddRows += 1
        continue
      }
      const products = grants.get(record.category) ?? new Set()
      let isWhole = record.isWhole
      for (const id of record.productIds) {
        if (products.has(id)) continue
        if (products.size === bankLimits.products || pairs === bankLimits.consents) isWhole = false
        else {
          products.add(id)
          pairs += 1
        }
      }
      grants.set(record.category, products)
      oddRows += isWhole ? 0 : 1
    }
  }
  if (grants.size === 0 && oddRows > 0) return { kind: 'unreadable' }
  return {
    kind: 'read',
    grants: [...grants].map(([category, products]) => ({ category, productIds: [...products] })),
    oddRows,
    isWhole: hasAllPages && oddRows === 0,
  }
}

type ConsentRow = { category: string; productIds: string[]; isWhole: boolean }

function readConsentRow(row: unknown): ConsentRow | undefined {
  if (!isRecord(row)) return undefined
  const category = idIn(row, ['category', 'name'], categoryForm)
  if (category === undefined) return undefined
  const given = Array.isArray(row.products) ? row.products.slice(0, MAX_ROWS) : [row]
  const productIds = given.flatMap((product) => readProductId(product) ?? [])
  if (productIds.length === 0 && given.length > 0) return undefined
  const isWhole =
    productIds.length === given.length && !(Array.isArray(row.products) && row.products.length > MAX_ROWS)
  return { category, productIds, isWhole }
}

function readProductId(product: unknown): string | undefined {
  if (isRecord(product)) return idIn(product, ['productId', 'accountId'])
  return idIn({ product }, ['product'])
}

/** The first of the names that holds an id; a number is taken for its digits. */
function idIn(
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
  form = productIdForm,
): string | undefined {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
    if (typeof value === 'string' && form.test(value.trim())) return value.trim()
  }
  return undefined
}

/** The list that the payload is, or holds under the first of the names that is there. */
function rowsIn(data: unknown, names: readonly string[]): readonly unknown[] | undefined {
  const name = isRecord(data) ? names.find((candidate) => !isBlank(data[candidate])) : undefined
  const rows = isRecord(data) && name !== undefined ? data[name] : data
  return Array.isArray(rows) && rows.length <= MAX_ROWS ? rows : undefined
}
