import type { Scope } from '@/lib/contracts/authorizations'

/** A page on which to share or take back, with these accounts and categories chosen. */
export function choicePage<Page extends '/consents/new' | '/consents/take-back'>(
  page: Page,
  scopes: readonly Scope[],
): Page | `${Page}?${string}` {
  const accounts = new Set(scopes.flatMap(({ productIds }) => productIds))
  const query = new URLSearchParams([
    ...[...accounts].map((id) => ['account', id]),
    ...scopes.map(({ category }) => ['category', category]),
  ])
  return scopes.length === 0 ? page : `${page}?${query}`
}
