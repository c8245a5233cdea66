/** The page that says what ends before it is taken back: one account, one category, one of both, or everything. */
export function takeBackPage(what: { account?: string; category?: string }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(what)) {
    if (value !== undefined) query.set(name, value)
  }
  return `/consents/take-back?${query}`
}
