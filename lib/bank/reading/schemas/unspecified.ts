import { z } from 'zod'
import { bankLimits, categoryForm, productIdForm } from '@/lib/domain/bank-limits'
import { consentCategories, isConsentCategory } from '@/lib/domain/consent/consent'
import type { BankAccount, BankBalance, BankProduct, ConsentList } from '../answers'
import { type Details, isBlank, isRecord, readDetails } from '../fields'
import { fieldReader } from './reader'
import { accountItem } from './specified'

/*
 * Payloads that spec.md does not show (design reading 10): each is read in the shapes that have been seen or are near
 * at hand. What fits none is `undefined`, unreadable; it is never taken for an empty list.
 */

const MAX_ROWS = 10_000

/** Any object; each field is judged by itself. */
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
    const rows = consentRows(data)
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

/** The rows under all names that a list of consents may have; undefined where one of them holds no list. */
export function consentRows(data: unknown): readonly unknown[] | undefined {
  const given = isRecord(data) ? [data.categories, data.consents, data.consentList] : [data]
  const lists = given.filter((list) => !isBlank(list))
  if (lists.length === 0 || !lists.every(Array.isArray)) return undefined
  const rows: readonly unknown[] = lists.flat()
  return rows.length <= MAX_ROWS ? rows : undefined
}

type ConsentRow = { category: string; productIds: string[]; isWhole: boolean }

function readConsentRow(row: unknown): ConsentRow | undefined {
  if (!isRecord(row)) return undefined
  const category = categoryOf(row)
  if (category === undefined) return undefined
  const listed = Array.isArray(row.products) ? row.products : []
  const isListReadable = Array.isArray(row.products) || isBlank(row.products)
  const hasOwn = !isBlank(row.productId) || !isBlank(row.accountId)
  // A row that names no product at all is no empty list.
  if (!Array.isArray(row.products) && !hasOwn) return undefined
  const given = [...listed.slice(0, MAX_ROWS), ...(hasOwn ? [row] : [])]
  const products = given.flatMap((product) => readConsentProduct(product) ?? [])
  if (products.length === 0 && given.length > 0) return undefined
  const isWhole =
    isListReadable &&
    listed.length <= MAX_ROWS &&
    products.length === given.length &&
    products.every(({ isExact }) => isExact)
  return { category, productIds: products.map(({ id }) => id), isWhole }
}

/**
 * The row's category. A name of ours wins over another; two of ours, or one of ours in another spelling, leave open
 * what is meant.
 */
function categoryOf({ category, name }: Readonly<Record<string, unknown>>): string | undefined {
  const given = [category, name].flatMap((value) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return categoryForm.test(text) ? [text] : []
  })
  const [own, another] = new Set(given.filter(isConsentCategory))
  if (own !== undefined) return another === undefined ? own : undefined
  return given.some(isOursMisspelt) ? undefined : given[0]
}

const lettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z]/g, '')

function isOursMisspelt(name: string): boolean {
  return consentCategories.some((category) => lettersOf(category) === lettersOf(name))
}

/** Not exact: a number, which may have lost zeros of the id. Two ids that differ are none. */
function readConsentProduct(product: unknown): { id: string; isExact: boolean } | undefined {
  const values = isRecord(product) ? [product.productId, product.accountId] : [product]
  const given = values.filter((value) => !isBlank(value))
  const [id, another] = new Set(given.map((value) => idIn({ value }, ['value']) ?? ''))
  if (!id || another !== undefined) return undefined
  return { id, isExact: given.every((value) => typeof value === 'string') }
}

/** The first of the names that holds an id; a number is taken for its digits. */
function idIn(row: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
    if (typeof value === 'string' && productIdForm.test(value.trim())) return value.trim()
  }
  return undefined
}

/** The list that the payload is, or holds under the first of the names that is there. */
function rowsIn(data: unknown, names: readonly string[]): readonly unknown[] | undefined {
  const name = isRecord(data) ? names.find((candidate) => !isBlank(data[candidate])) : undefined
  const rows = isRecord(data) && name !== undefined ? data[name] : data
  return Array.isArray(rows) && rows.length <= MAX_ROWS ? rows : undefined
}
