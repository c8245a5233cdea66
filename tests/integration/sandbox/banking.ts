import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import type { TppRequest } from '@/sandbox/pki/key-set'
import { stateFilePath } from '@/sandbox/state/state'
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '@/tests/support/sandbox'
import { productsOf } from './consent-journey'
import { refusalOf, signIn, tokenCall, tokens } from './journey'
import { callBank, type RawCall } from './raw-client'

/** A bank, a customer who is signed in, and the customer's accounts. */
export type Banking = {
  bank: TestSandbox
  kit: Kit
  customerId: string
  token: string
  /** Product ids, in the bank's order. */
  products: string[]
}

export async function startBanking(username: string, options: TestSandboxOptions = {}): Promise<Banking> {
  const bank = await startTestSandbox(options)
  return { bank, kit: bank.kit, ...(await signedIn(bank.kit, username)) }
}

/** A customer's token of this provider, and the customer's accounts. */
export async function signedIn(
  kit: Kit,
  username: string,
): Promise<Pick<Banking, 'customerId' | 'token' | 'products'>> {
  const customerId = kit.customers.find((one) => one.username === username)?.customerId ?? ''
  const token = (await signIn(kit, username)).accessToken
  return { customerId, token, products: await productsOf(kit, token, customerId) }
}

/** `200` or `204`, or status, code and detail of the refusal. */
export async function outcomeOf(kit: Kit, call: RawCall): Promise<string> {
  const answer = await callBank(kit, call)
  return answer.status < 300 ? String(answer.status) : refusalOf(answer)
}

/** The same for a call that must be refused: nothing that lasts is written down. */
export async function refusalWithoutTrace(bank: TestSandbox, kit: Kit, call: RawCall): Promise<string> {
  const written = () => readFile(stateFilePath(bank.dataDir), 'utf8')
  const before = await written()
  const outcome = await outcomeOf(kit, call)
  if ((await written()) !== before) throw new Error(`${call.path} is answered ${outcome}, and leaves a trace`)
  return outcome
}

export async function batchToken(kit: Kit): Promise<string> {
  const { name, clientId, clientSecret } = kit.applications.client_credentials
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const answer = await callBank(kit, tokenCall(kit, form, { signed: { keyId: name } }))
  return tokens.parse(answer.json()).access_token
}

/** A call of the provider's batch application. */
export function inBatch(kit: Kit, token: string, call: RawCall): RawCall {
  return { ...call, token, signed: { ...call.signed, keyId: kit.applications.client_credentials.name } }
}

/** The whole envelope of a success, for `toEqual`. */
export function success(content: object, result: object = {}): object {
  const requestId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  return {
    result: { messages: [], flushMessages: true, outcome: 'SUCCESS', requestId, ...result },
    ...content,
  }
}

/** Another provider in the register, with these roles. */
export function otherTpp(roles: TppRequest['roles'] = ['PSP_AI', 'PSP_PI', 'PSP_IC']): TppRequest {
  return {
    name: 'Altro S.p.A.',
    organizationIdentifier: 'PSDIT-BI-20000P',
    webSite: 'tpp.altro.example',
    roles,
    applications: [
      { name: 'altro', displayName: 'Altro', type: 'authorization_code' },
      { name: 'altro-batch', displayName: 'Altro', type: 'client_credentials' },
    ],
  }
}
