/** One account (the bank's "product") as our /api and screens carry it. `iban` may be empty: not every product has one. */
export type Account = {
  productId: string
  type: { code: string; description: string }
  nickname: string
  currency: string
  iban: string
}

export type AccountList = {
  /** Whose list this is: an id of ours, by which the browser keeps two customers of one device apart. */
  customer: string
  accounts: Account[]
  /** ISO instant of the bank's answer this list comes from; null when it was never read. */
  readAt: string | null
  /** `expired`: the bank no longer takes our token; the customer stays signed in and may reconnect. */
  connection: 'live' | 'expired'
}
