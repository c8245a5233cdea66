import { type Browser, createBrowser } from './journey'

export type ScaCustomer = { username: string; oneTimeCode: string }

/** Hidden fields of the form of a page that posts to this address. */
export function fieldsOfForm(page: string, action: string): Record<string, string> | null {
  for (const [form] of page.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const [opening = ''] = /^<form[^>]*>/.exec(form) ?? []
    if (!opening.includes(`action="${action}"`)) continue
    const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
    return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
  }
  return null
}

/** Opens the address of `scaRedirectURL` and logs in when asked to; gives the decision page. */
export async function openScaPage(
  browser: Browser,
  scaRedirectUrl: string,
  customer: ScaCustomer,
): Promise<string> {
  const page = await (await browser.get(scaRedirectUrl)).text()
  const login = fieldsOfForm(page, '/sca/login')
  if (!login) return page
  const answer = await browser.post(new URL('/sca/login', scaRedirectUrl).href, {
    ...login,
    pick: customer.username,
  })
  const next = answer.headers.get('location')
  return next ? (await browser.get(new URL(next, scaRedirectUrl).href)).text() : answer.text()
}

/**
 * The customer's part of SCA, in a browser: logs in, reads, types the one-time code, decides. Gives the address that the
 * browser is sent back to.
 */
export async function authorize(
  browser: Browser,
  scaRedirectUrl: string,
  customer: ScaCustomer,
  decision: 'approve' | 'refuse' | 'expire',
): Promise<URL> {
  const fields = fieldsOfForm(await openScaPage(browser, scaRedirectUrl, customer), '/sca')
  if (!fields) throw new Error('the bank shows nothing to decide')
  const code = decision === 'approve' ? customer.oneTimeCode : ''
  const answer = await browser.post(new URL('/sca', scaRedirectUrl).href, { ...fields, code, decision })
  const back = answer.headers.get('location')
  if (answer.status !== 303 || !back) throw new Error(`the decision is answered ${answer.status}`)
  return new URL(back)
}

/** The same in a browser of its own. */
export function authorizeOnce(
  scaRedirectUrl: string,
  customer: ScaCustomer,
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<URL> {
  return authorize(createBrowser(), scaRedirectUrl, customer, decision)
}
