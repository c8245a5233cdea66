import { z } from 'zod'
import { startTestSandbox, type TestSandboxOptions } from '@/tests/support/sandbox'
import { type Banking, signedIn } from './banking'
import { approachCall, consentCall, customerOf, resourceIdOf, returnUri, succeed } from './consent-journey'
import type { Browser } from './journey'
import { fieldsOfForm, type ScaCustomer } from './sca'

const statusAnswer = z.object({ data: z.object({ authorizationStatus: z.string() }) })

/** A customer and a bank, and requests of theirs that wait for a decision. */
export type Asking = Banking & { customer: ScaCustomer }

export async function startAsking(username: string, options: TestSandboxOptions = {}): Promise<Asking> {
  const bank = await startTestSandbox(options)
  const signed = await signedIn(bank.kit, username)
  return { bank, kit: bank.kit, ...signed, customer: customerOf(bank.kit, signed.customerId) }
}

export type OpenRequest = { resourceId: string; url: string; returnTo: string }

/** A consent request whose SCA has begun. */
export async function ask({ kit, token, customerId, products }: Asking): Promise<OpenRequest> {
  const categories = [{ name: 'ACCOUNT_INFO', products: products.slice(0, 1) }]
  const resourceId = await resourceIdOf(kit, consentCall(token, customerId, categories))
  const returnTo = returnUri(kit)
  const call = { ...approachCall(kit, token, resourceId), headers: { 'TPP-Redirect-URI': returnTo } }
  const { data } = z
    .object({ data: z.object({ scaRedirectURL: z.string() }) })
    .parse((await succeed(kit, call)).json())
  return { resourceId, url: data.scaRedirectURL, returnTo }
}

export async function statusOf({ kit, token }: Banking, resourceId: string): Promise<string> {
  const answer = await succeed(kit, { path: `/private/operations/${resourceId}/status`, token })
  return statusAnswer.parse(answer.json()).data.authorizationStatus
}

/** What a browser posts with the decision page that it has before it. */
export async function press(
  browser: Browser,
  { url }: OpenRequest,
  page: string,
  answer: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.post(new URL('/sca', url).href, { ...fieldsOfForm(page, '/sca'), ...answer }, headers)
}
