/** spec.md "Consent request body and response". */
export const consentCategories = ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS'] as const

export type ConsentCategory = (typeof consentCategories)[number]

/** A category, named as the bank does, and products in it. */
export type Scope = { category: string; productIds: readonly string[] }

/** What the customer allows or takes back by one run. */
export type ConsentDirection = 'grant' | 'revoke'

const ROLE_OF: Record<ConsentCategory, string> = {
  ACCOUNT_INFO: 'PSP_AI',
  FUNDS_AVAILABILITY: 'PSP_IC',
  PAYMENTS: 'PSP_PI',
}

export function isConsentCategory(name: string): name is ConsentCategory {
  return consentCategories.some((category) => category === name)
}

/** What a provider with these PSD2 roles (ETSI TS 119 495) may ask for. */
export function categoriesOf(roles: readonly string[]): ConsentCategory[] {
  return consentCategories.filter((category) => roles.includes(ROLE_OF[category]))
}

/** What of `scopes` is not in `others`; categories with nothing left are left out. */
export function scopesWithout(scopes: readonly Scope[], others: readonly Scope[]): Scope[] {
  const known = keysOf(others)
  return filtered(scopes, (key) => !known.has(key))
}

/** What of `scopes` is in `others` too. */
export function scopesWithin(scopes: readonly Scope[], others: readonly Scope[]): Scope[] {
  const known = keysOf(others)
  return filtered(scopes, (key) => known.has(key))
}

/** The same pairs of category and product, in whatever order. */
export function sameScopes(a: readonly Scope[], b: readonly Scope[]): boolean {
  return scopesWithout(a, b).length === 0 && scopesWithout(b, a).length === 0
}

/** By category, each category once. */
export function scopesOf(pairs: readonly { category: string; productId: string }[]): Scope[] {
  const byCategory = new Map<string, string[]>()
  for (const { category, productId } of pairs) {
    const known = byCategory.get(category)
    if (known === undefined) byCategory.set(category, [productId])
    else known.push(productId)
  }
  return [...byCategory].map(([category, productIds]) => ({ category, productIds }))
}

/**
 * What the bank's list says of a change whose confirmation was sent: `unproven` when rows of the list could
 * not be read, so that what seems to be missing may be there.
 *
 * @param asked what was to change, without what was so before
 */
export function judgeChange(
  direction: ConsentDirection,
  asked: readonly Scope[],
  list: { grants: readonly Scope[]; isWhole: boolean },
): 'done' | 'not_done' | 'unproven' {
  const isAnyListed = scopesWithin(asked, list.grants).length > 0
  if (isAnyListed) return direction === 'grant' ? 'done' : 'not_done'
  if (!list.isWhole) return 'unproven'
  return direction === 'grant' ? 'not_done' : 'done'
}

/** What the bank said of a category when it was asked; nothing counts before the confirmation. */
export type CategoryWord = { category: string; isAccepted: boolean }

/** The bank's words on what was asked, each category once. A yes and a no to the same category are no word. */
export function wordsOn(asked: readonly Scope[], words: readonly CategoryWord[]): CategoryWord[] {
  return asked.flatMap(({ category }) => {
    const [isAccepted, another] = new Set(
      words.filter((word) => word.category === category).map((word) => word.isAccepted),
    )
    return isAccepted === undefined || another !== undefined ? [] : [{ category, isAccepted }]
  })
}

/** Whether the bank said no to each category that was asked. */
export function isAllRefused(asked: readonly Scope[], words: readonly CategoryWord[]): boolean {
  return wordsOn(asked, words).filter(({ isAccepted }) => !isAccepted).length === asked.length
}

const keyOf = (category: string, productId: string) => JSON.stringify([category, productId])

function keysOf(scopes: readonly Scope[]): Set<string> {
  return new Set(
    scopes.flatMap(({ category, productIds }) => productIds.map((productId) => keyOf(category, productId))),
  )
}

function filtered(scopes: readonly Scope[], keep: (key: string) => boolean): Scope[] {
  return scopes
    .map(({ category, productIds }) => ({
      category,
      productIds: productIds.filter((productId) => keep(keyOf(category, productId))),
    }))
    .filter(({ productIds }) => productIds.length > 0)
}
