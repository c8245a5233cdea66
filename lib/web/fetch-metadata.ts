/** Fetch metadata: whether another site's page makes the browser send this. Without the header nothing is known. */
export function isFromAnotherSite(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** A prefetch, a prerender or a link preview, which the customer may never open. */
export function isLookingAhead(headers: Pick<Headers, 'get' | 'has'>): boolean {
  const purpose = ['purpose', 'sec-purpose', 'x-purpose'].map((name) => headers.get(name) ?? '').join(' ')
  return /prefetch|preview|prerender/i.test(purpose) || headers.has('next-router-prefetch')
}

/** The address bar, a link or a form: what comes back is shown as a page. */
export function isOpenedAsPage(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('sec-fetch-dest') === 'document'
}
