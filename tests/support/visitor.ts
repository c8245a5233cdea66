import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Browser, createBrowser, decide, logInAs } from '@/tests/integration/sandbox/journey'
import { fieldsOfForm, openScaPage } from '@/tests/integration/sandbox/sca'

/** A browser at the app: keeps cookies, follows no redirect, and says where its requests come from. */
export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** `app` answers a request at the address of the app, which is `appUrl`. */
export function createVisitor(appUrl: string, app: (request: Request) => Promise<Response>): Visitor {
  const jar = new Map<string, { value: string; path: string }>()
  const send = async (path: string, init: { method?: string; body?: string; headers: HeadersInit }) => {
    const url = new URL(path, appUrl)
    const headers = new Headers(init.headers)
    const cookies = [...jar].filter(([, { path: scope }]) => url.pathname.startsWith(scope))
    headers.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '))
    const response = await app(new Request(url, { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/'
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, { value, path })
  }
  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: new URL(appUrl).origin, 'content-type': 'application/json', ...headers },
      }),
  }
}

/** The app that listens at an address. */
export const overHttp = (request: Request): Promise<Response> => fetch(request)

/**
 * A page as the framework's router asks for it when a link is followed: its content in another form. Without the
 * parameter such a request is only sent on to the address that has it.
 */
export function asRouterAsks(path: string): [path: string, headers: Record<string, string>] {
  return [`${path}${path.includes('?') ? '&' : '?'}_rsc`, { rsc: '1' }]
}

/**
 * The customer's way through the bank's login, from "Continue with your bank" to the accounts.
 * @param browser the one that goes to the bank, and is signed in there afterwards
 */
export async function signIn(
  visitor: Visitor,
  username: string,
  browser: Browser = createBrowser(),
): Promise<void> {
  const started = await visitor.post('/api/bank/connect', {})
  const { browserUrl } = z.object({ browserUrl: z.url() }).parse(await started.json())
  const back = await decide(browser, await logInAs(browser, browserUrl, username), 'allow')
  const landed = await visitor.get(`${back.pathname}${back.search}`)
  const landing = landed.headers.get('location')
  if (landing === null || new URL(landing).pathname !== '/accounts') throw new Error('the sign-in failed')
}

const run = z.object({ authorizationId: z.string(), state: z.string(), bankUrl: z.string().nullable() })
const beginning = z.object({ kind: z.string(), authorization: run })
type Scopes = { category: string; productIds: string[] }[]

/** The answer to "Share" or "Take back". */
export async function beginChange(visitor: Visitor, direction: 'grant' | 'revoke', scopes: Scopes) {
  const formToken = randomBytes(24).toString('base64url')
  const response = await visitor.post(`/api/consents/${direction}`, { formToken, scopes })
  return beginning.parse(await response.json())
}

/**
 * A run that is at the bank, approved there and brought to its end here.
 * @returns the state it ends in; `at_bank` when the bank takes no decision on it any more
 */
export async function finishChange(
  visitor: Visitor,
  username: string,
  at: z.infer<typeof run>,
): Promise<string> {
  if (at.state !== 'at_bank' || at.bankUrl === null) return at.state
  const back = await decideAtBank(at.bankUrl, username)
  if (back === null) return at.state
  await visitor.get(back)
  const ended = await visitor.post(`/api/authorizations/${at.authorizationId}/continue`, {})
  return run.parse(await ended.json()).state
}

/**
 * On the bank's page, in a browser of its own.
 * @returns where the customer is sent back to, as path and query; null when there is nothing to decide any more
 */
export async function decideAtBank(
  bankUrl: string,
  username: string,
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<string | null> {
  const browser = createBrowser()
  const page = await openScaPage(browser, bankUrl, { username, oneTimeCode: '' })
  const code = /<code>([^<]+)<\/code>/.exec(page)?.[1] ?? ''
  const fields = { ...fieldsOfForm(page, '/sca'), code, decision }
  const location = (await browser.post(new URL('/sca', bankUrl).href, fields)).headers.get('location')
  if (location === null) return null
  const back = new URL(location)
  return `${back.pathname}${back.search}`
}
