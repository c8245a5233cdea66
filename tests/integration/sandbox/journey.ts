import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { callBank, type RawAnswer, type RawCall } from './raw-client'

export const tokens = z.object({
  access_token: z.uuid(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
})

export type Pkce = { verifier: string; challenge: string }

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function authorizeQuery(
  kit: Kit,
  challenge: string,
  changes: Record<string, string | null> = {},
): string {
  const { clientId, redirectUris } = kit.applications.authorization_code
  const all: Record<string, string | null> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUris[0] ?? '',
    state: 'a state with blanks & signs',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  return new URLSearchParams(kept).toString()
}

/** A browser that keeps cookies and does not follow redirects. */
export type Browser = {
  get(url: string, headers?: Record<string, string>): Promise<Response>
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

export function createBrowser(): Browser {
  const cookies = new Map<string, string>()
  const send = async (url: string, init: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie ? { Cookie: cookie } : {}), ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    get: (url, headers = {}) => send(url, { headers }),
    post: (url, form, headers = {}) =>
      send(url, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { Origin: new URL(url).origin, ...headers },
      }),
  }
}

/** The hidden fields of the first form of a page. */
export function hiddenFields(page: string): Record<string, string> {
  const form = /<form[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

/** From the login page to the consent page, as a demo customer. */
export async function logInAs(browser: Browser, loginUrl: string, username: string): Promise<string> {
  const page = await (await browser.get(loginUrl)).text()
  const answer = await browser.post(new URL('/login', loginUrl).href, {
    ...hiddenFields(page),
    pick: username,
  })
  return new URL(answer.headers.get('location') ?? '', loginUrl).href
}

/** Presses a button of the consent page; returns where the browser is sent. */
export async function decide(
  browser: Browser,
  consentUrl: string,
  decision: 'allow' | 'refuse',
): Promise<URL> {
  const page = await (await browser.get(consentUrl)).text()
  const answer = await browser.post(new URL('/consent', consentUrl).href, { ...hiddenFields(page), decision })
  return new URL(answer.headers.get('location') ?? '')
}

export function tokenCall(kit: Kit, form: Record<string, string>, changes: Partial<RawCall> = {}): RawCall {
  const { clientId, clientSecret } = kit.applications.authorization_code
  const all = { client_id: clientId, client_secret: clientSecret, ...form }
  return {
    method: 'POST',
    path: '/auth/oauth/v2/token',
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(all).toString(),
    ...changes,
  }
}

/** A fresh code for the customer, and the verifier that goes with it. */
export async function obtainCode(kit: Kit, username: string): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce()
  const started = await callBank(kit, { path: `/auth/oauth/v2/authorize?${authorizeQuery(kit, challenge)}` })
  const browser = createBrowser()
  const consentUrl = await logInAs(browser, started.header('location') ?? '', username)
  const back = await decide(browser, consentUrl, 'allow')
  return { code: back.searchParams.get('code') ?? '', verifier }
}

export function exchangeForm(
  kit: Kit,
  { code, verifier }: { code: string; verifier: string },
): Record<string, string> {
  const redirectUri = kit.applications.authorization_code.redirectUris[0] ?? ''
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }
}

/** The whole way: authorize, log in, allow, exchange. */
export async function signIn(
  kit: Kit,
  username: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const answer = await callBank(kit, tokenCall(kit, exchangeForm(kit, await obtainCode(kit, username))))
  const { access_token, refresh_token = '' } = tokens.parse(answer.json())
  return { accessToken: access_token, refreshToken: refresh_token }
}

/** What every refusal is, and nothing beside it. */
export const refusalEnvelope = z.strictObject({
  result: z.strictObject({
    messages: z
      .array(
        z.strictObject({
          code: z.string().regex(/^[A-Z0-9_]+$/),
          message: z.string().min(1),
          type: z.literal('ERROR'),
          detail: z.string(),
        }),
      )
      .length(1),
    flushMessages: z.literal(true),
    outcome: z.literal('ERROR'),
    requestId: z.uuid(),
  }),
  data: z.strictObject({}),
  resources: z.strictObject({ resourceId: z.uuid() }).optional(),
  _links: z.strictObject({
    self: z.strictObject({ href: z.string().min(1), method: z.string() }),
    curies: z.array(z.strictObject({ href: z.url(), name: z.literal('psd2') })).length(1),
  }),
})

/** Status, code and detail of a refusal, on one line. Throws when the answer has not the form of one. */
export function refusalOf(answer: RawAnswer): string {
  const [message] = refusalEnvelope.parse(answer.json()).result.messages
  return `${answer.status} ${message?.code ?? ''} ${message?.detail ?? ''}`.trim()
}

/** `status error` of a refusal in the words of OAuth. */
export function oauthProblemOf(answer: RawAnswer): string {
  const { error } = z.object({ error: z.string().default('no error') }).parse(answer.json())
  return `${answer.status} ${error}`
}
