import { readdir, readFile } from 'node:fs/promises'
import { beginSca, customerOf } from './consent-journey'
import { authorizeQuery, type Browser, createBrowser, logInAs, pkce } from './journey'
import { logInToBank } from './own-bank'
import { callBank } from './raw-client'
import { fieldsOfForm } from './sca'
import { orderTransfer } from './transfer-journey'
import type { Scene } from './wrong-state'

/** Every page of the bank, opened and filled in as a customer would: for what must hold of each of them. */

/** Whose pages: a customer, who is logged in to the bank with this browser. */
export type Visitor = Scene & { browser: Browser }

export type FilledForm = {
  browser: Browser
  action: string
  /** Posted as they are, they do what the form is for. */
  fields: Record<string, string>
}

/** Where the pages send a browser, once it has done what they ask. */
export const application = 'http://localhost:3000'

const sources = new URL('../../../sandbox/pages/', import.meta.url)

/** `GET /my`, as the sources have them: a page that is added is missed in the tables below. */
export async function routesInSource(): Promise<string[]> {
  const files = (await readdir(sources)).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, sources), 'utf8')))
  const found = texts.flatMap((text) => [...text.matchAll(/\bapp\.(get|post|put|delete|all)\(\s*'([^']+)'/g)])
  return found.map(([, method = '', path]) => `${method.toUpperCase()} ${path}`).sort()
}

export async function visit(scene: Scene): Promise<Visitor> {
  const browser = createBrowser()
  const { username } = customerOf(scene.kit, scene.payer.customerId)
  await logInToBank(browser, scene.bank.pagesUrl, { pick: username })
  return { ...scene, browser }
}

/** A login for an application, begun by it. */
async function loginAddress({ kit }: Scene): Promise<string> {
  const path = `/auth/oauth/v2/authorize?${authorizeQuery(kit, pkce().challenge)}`
  return (await callBank(kit, { path })).header('location') ?? ''
}

/** A transfer that waits for the customer's decision. */
async function waiting({ kit, payer }: Scene): Promise<{ resourceId: string; scaUrl: string }> {
  const resourceId = await orderTransfer(kit, payer)
  return { resourceId, scaUrl: await beginSca(kit, payer.token, resourceId) }
}

async function identityAddress(visitor: Visitor, browser: Browser): Promise<string> {
  const { username } = customerOf(visitor.kit, visitor.payer.customerId)
  return logInAs(browser, await loginAddress(visitor), username)
}

function revokeAddress({ bank, payer }: Visitor): string {
  const [{ organizationIdentifier = '' } = {}] = bank.keys.tpps
  const query = { tpp: organizationIdentifier, category: 'PAYMENTS', product: payer.productId }
  return `${bank.pagesUrl}/my/revoke?${new URLSearchParams(query)}`
}

/** Addresses of all pages, about things that are there. */
export const pageAddresses: Record<string, (visitor: Visitor) => Promise<string>> = {
  'GET /': async ({ bank }) => `${bank.pagesUrl}/?`,
  'GET /style.css': async ({ bank }) => `${bank.pagesUrl}/style.css?`,
  'GET /auth/oauth/v2/authorize': async ({ bank, kit }) =>
    `${bank.pagesUrl}/auth/oauth/v2/authorize?${authorizeQuery(kit, pkce().challenge)}`,
  'GET /login': (visitor) => loginAddress(visitor),
  'GET /consent': (visitor) => identityAddress(visitor, visitor.browser),
  'GET /sca': async (visitor) => (await waiting(visitor)).scaUrl,
  'GET /my': async ({ bank }) => `${bank.pagesUrl}/my?`,
  'GET /my/accounts/:productId': async ({ bank, payer }) =>
    `${bank.pagesUrl}/my/accounts/${payer.productId}?`,
  'GET /my/approve/:resourceId': async (visitor) =>
    `${visitor.bank.pagesUrl}/my/approve/${(await waiting(visitor)).resourceId}?`,
  'GET /my/revoke': async (visitor) => revokeAddress(visitor),
}

async function formOf(
  { bank }: Visitor,
  browser: Browser,
  page: string,
  path: string,
  answers: Record<string, string>,
): Promise<FilledForm> {
  const fields = fieldsOfForm(await (await browser.get(page)).text(), path)
  if (!fields) throw new Error(`no form for ${path}`)
  return { browser, action: `${bank.pagesUrl}${path}`, fields: { ...fields, ...answers } }
}

/** All forms, filled in so that they would do something. */
export const filledForms: Record<string, (visitor: Visitor) => Promise<FilledForm>> = {
  'POST /login': async (visitor) => {
    const { username } = customerOf(visitor.kit, visitor.payer.customerId)
    const page = await loginAddress(visitor)
    return formOf(visitor, createBrowser(), page, '/login', { pick: username })
  },
  'POST /consent': async (visitor) => {
    const browser = createBrowser()
    const page = await identityAddress(visitor, browser)
    return formOf(visitor, browser, page, '/consent', { decision: 'allow' })
  },
  'POST /sca/login': async (visitor) => {
    const { username } = customerOf(visitor.kit, visitor.payer.customerId)
    const { scaUrl } = await waiting(visitor)
    return formOf(visitor, createBrowser(), scaUrl, '/sca/login', { pick: username })
  },
  'POST /sca': async (visitor) => {
    const { oneTimeCode } = customerOf(visitor.kit, visitor.payer.customerId)
    const { scaUrl } = await waiting(visitor)
    return formOf(visitor, visitor.browser, scaUrl, '/sca', { decision: 'approve', code: oneTimeCode })
  },
  'POST /my/login': async (visitor) => {
    const { username } = customerOf(visitor.kit, visitor.payer.customerId)
    return formOf(visitor, createBrowser(), `${visitor.bank.pagesUrl}/my`, '/my/login', { pick: username })
  },
  'POST /my/log-out': async (visitor) => {
    const { browser } = await visit(visitor)
    return formOf(visitor, browser, `${visitor.bank.pagesUrl}/my`, '/my/log-out', {})
  },
  'POST /my/approve/:resourceId': async (visitor) => {
    const { oneTimeCode } = customerOf(visitor.kit, visitor.payer.customerId)
    const path = `/my/approve/${(await waiting(visitor)).resourceId}`
    const answers = { decision: 'approve', code: oneTimeCode }
    return formOf(visitor, visitor.browser, `${visitor.bank.pagesUrl}${path}`, path, answers)
  },
  'POST /my/revoke': async (visitor) => {
    const { oneTimeCode } = customerOf(visitor.kit, visitor.payer.customerId)
    return formOf(visitor, visitor.browser, revokeAddress(visitor), '/my/revoke', { code: oneTimeCode })
  },
}
