/*
 * How much of what the bank sends is kept: declared once, for the reader of its answers (lib/bank) and for the store
 * (lib/store). The reader drops optional data that does not fit and names the field in the log, so nothing that the
 * bank sends can fail in the store.
 */

export const bankLimits = {
  /** Display texts, in UTF-16 units. */
  text: 1_000,
  /** Names beside a code: of a currency, of a country. */
  label: 200,
  /** The bank's own reference of a transfer. A reference that is cut is another reference. */
  cro: 200,
  abi: 20,
  currency: 10,
  country: 20,
  /** `hh:mm`, with room for seconds. */
  hour: 10,
  /** `result.requestId`. */
  requestId: 100,
  /** A path of the bank that is stored, to be called later. */
  path: 2_000,
  /** Of one answer. */
  messages: 50,
  holidays: 2_000,
  currencies: 500,
  countries: 1_000,
  /** Accounts of a customer, and products of one category of consent. */
  products: 1_000,
  /** Categories of consent. */
  categories: 20,
  /** Pairs of category and product in force. */
  consents: 10_000,
} as const

/** An id that may be stored, and may stand in an address of ours and of the bank's (spec.md: 10 letters and digits). */
export const productIdForm = /^[\w-]{1,64}$/

/** The name of a category of consent. */
export const categoryForm = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/
