import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Kit } from '@/sandbox/kit'
import { refusalOf } from './journey'
import { callBank, type RawAnswer, type RawCall } from './raw-client'
import { authorizeOnce, type ScaCustomer } from './sca'

export type ConsentCategories = { name: string; products: string[] }[]

/** Which half of the consent interface: the two are alike. */
export type ConsentKind = 'request' | 'revoke'

const created = z.object({ resources: z.object({ resourceId: z.uuid() }) })
const approachAnswer = z.object({ data: z.object({ scaRedirectURL: z.url() }) })
const accountsAnswer = z.object({
  data: z.object({ accounts: z.array(z.object({ accountId: z.string() })) }),
})
const listAnswer = z.object({
  data: z.object({ categories: z.array(z.object({ name: z.string(), products: z.array(z.string()) })) }),
})

export function customerOf(kit: Kit, customerId: string): ScaCustomer {
  const customer = kit.customers.find((one) => one.customerId === customerId)
  if (!customer) throw new Error(`the kit has no customer ${customerId}`)
  return customer
}

/** An address that the provider's application may be returned to after SCA. */
export function returnUri(kit: Kit): string {
  const [redirectUri = ''] = kit.applications.authorization_code.redirectUris
  return `${new URL(redirectUri).origin}/api/sca/callback/${randomUUID()}`
}

export function consentCall(
  token: string,
  customerId: string,
  categories: ConsentCategories,
  kind: ConsentKind = 'request',
): RawCall {
  return {
    method: 'POST',
    path: `/private/customers/${customerId}/consent/${kind}`,
    token,
    body: JSON.stringify({ data: { categories } }),
  }
}

export function approachCall(kit: Kit, token: string, resourceId: string): RawCall {
  return {
    path: `/private/auth/security/sca/${resourceId}/approach`,
    token,
    headers: { 'TPP-Redirect-URI': returnUri(kit) },
  }
}

export function confirmCall(
  token: string,
  customerId: string,
  resourceId: string,
  kind: ConsentKind = 'request',
): RawCall {
  return {
    method: 'PUT',
    path: `/private/customers/${customerId}/consent/${kind}/${resourceId}/confirm`,
    token,
    body: '{}',
  }
}

/** The answer of a call that must succeed. */
export async function succeed(kit: Kit, call: RawCall): Promise<RawAnswer> {
  const answer = await callBank(kit, call)
  if (answer.status !== 200) throw new Error(`${call.path} is answered ${refusalOf(answer)}`)
  return answer
}

export async function resourceIdOf(kit: Kit, call: RawCall): Promise<string> {
  return created.parse((await succeed(kit, call)).json()).resources.resourceId
}

/** Begins SCA; gives the address for the customer's browser. */
export async function beginSca(kit: Kit, token: string, resourceId: string): Promise<string> {
  const answer = await succeed(kit, approachCall(kit, token, resourceId))
  return approachAnswer.parse(answer.json()).data.scaRedirectURL
}

/** Approach and the customer's decision: what every resource needs before its last step. */
export async function decideSca(
  kit: Kit,
  token: string,
  customerId: string,
  resourceId: string,
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<URL> {
  return authorizeOnce(await beginSca(kit, token, resourceId), customerOf(kit, customerId), decision)
}

async function changeConsent(
  kit: Kit,
  token: string,
  customerId: string,
  categories: ConsentCategories,
  kind: ConsentKind,
): Promise<string> {
  const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories, kind))
  await decideSca(kit, token, customerId, resourceId)
  await succeed(kit, confirmCall(token, customerId, resourceId, kind))
  return resourceId
}

/** The whole way: request, approach, the customer's SCA, confirm. Gives the resourceId. */
export function grantConsent(
  kit: Kit,
  token: string,
  customerId: string,
  categories: ConsentCategories,
): Promise<string> {
  return changeConsent(kit, token, customerId, categories, 'request')
}

export function revokeConsent(
  kit: Kit,
  token: string,
  customerId: string,
  categories: ConsentCategories,
): Promise<string> {
  return changeConsent(kit, token, customerId, categories, 'revoke')
}

/** Product ids of the customer's accounts, in the bank's order. */
export async function productsOf(kit: Kit, token: string, customerId: string): Promise<string[]> {
  const answer = await succeed(kit, { path: `/private/customers/${customerId}/accounts`, token })
  return accountsAnswer.parse(answer.json()).data.accounts.map(({ accountId }) => accountId)
}

/** What the consent list says is in force, as `CATEGORY: product product`. */
export async function consentList(kit: Kit, token: string, customerId: string): Promise<string[]> {
  const answer = await succeed(kit, { path: `/private/customers/${customerId}/consent/list`, token })
  return listAnswer
    .parse(answer.json())
    .data.categories.map(({ name, products }) => `${name}: ${products.join(' ')}`)
}
