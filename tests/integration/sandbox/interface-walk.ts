import { approachCall, confirmCall, consentCall, customerOf, decideSca } from './consent-journey'
import { callBank, type RawAnswer, type RawCall } from './raw-client'
import { authorizeOnce } from './sca'
import {
  executeCall,
  type Payer,
  prepareCall,
  printerCall,
  resourceIn,
  type startPaying,
  transferData,
  verifyCall,
} from './transfer-journey'

/** One row of the interface's table of endpoints, a call of it, and the bank's answer. */
export type Walked = { row: number; call: RawCall; answer: RawAnswer }

/** All endpoints of the interface, by their numbers. `verify1` has none: it belongs to the pattern of operations. */
export const endpoints: readonly [row: number, method: string, path: string][] = [
  [1, 'GET', '/private/customers/customerid-info'],
  [2, 'GET', '/private/customers/{customerId}/accounts'],
  [3, 'POST', '/private/customers/{customerId}/consent/request'],
  [4, 'GET', '/private/auth/security/sca/{resourceId}/approach'],
  [5, 'PUT', '/private/customers/{customerId}/consent/request/{resourceId}/confirm'],
  [6, 'GET', '/private/customers/{customerId}/consent/list'],
  [7, 'POST', '/private/customers/{customerId}/consent/revoke'],
  [8, 'PUT', '/private/customers/{customerId}/consent/revoke/{resourceId}/confirm'],
  [9, 'GET', '/private/operations/{resourceId}/status'],
  [10, 'GET', '/private/customers/{customerId}/products/{productId}/moneyTransfer/prepare'],
  [11, 'POST', '/private/customers/{customerId}/products/{productId}/moneyTransfer/verify'],
  [12, 'PUT', '/private/customers/{customerId}/products/{productId}/moneyTransfer/{resourceId}/execute'],
  [13, 'GET', '/private/customers/{customerId}'],
  [14, 'GET', '/private/customers/{customerId}/products'],
  [15, 'GET', '/private/customers/{customerId}/products/{productId}'],
  [16, 'GET', '/private/customers/{customerId}/products/{productId}/balance/retrieve'],
  [17, 'GET', '/private/customers/{customerId}/products/{productId}/transactions/retrieve'],
  [18, 'GET', '/private/customers/{customerId}/products/{productId}/common/printer/{resourceId}/retrieve'],
]

/** An address of the table with ids that are well formed. */
export function addressOf(path: string, { customerId, productId }: Payer, resourceId: string): string {
  return path
    .replace('{customerId}', customerId)
    .replace('{productId}', productId)
    .replace('{resourceId}', resourceId)
}

/** Calls every endpoint once, in an order in which each succeeds. */
export async function walkInterface({
  kit,
  payer,
}: Awaited<ReturnType<typeof startPaying>>): Promise<Walked[]> {
  const walked: Walked[] = []
  const { token, customerId, productId } = payer
  const step = async (row: number, call: RawCall): Promise<RawAnswer> => {
    const answer = await callBank(kit, call)
    walked.push({ row, call, answer })
    return answer
  }
  const inquire = (row: number, resourceId = '') => {
    const [, , path = ''] = endpoints[row - 1] ?? []
    return step(row, { path: addressOf(path, payer, resourceId), token })
  }
  const categories = [{ name: 'FUNDS_AVAILABILITY', products: [productId] }]
  for (const row of [1, 2]) await inquire(row)
  const asked = resourceIn(await step(3, consentCall(token, customerId, categories)))
  const { scaRedirectURL } = JSON.parse((await step(4, approachCall(kit, token, asked))).body.toString()).data
  await authorizeOnce(scaRedirectURL, customerOf(kit, customerId))
  await step(5, confirmCall(token, customerId, asked))
  await inquire(6)
  const revoked = resourceIn(await step(7, consentCall(token, customerId, categories, 'revoke')))
  await decideSca(kit, token, customerId, revoked)
  await step(8, confirmCall(token, customerId, revoked, 'revoke'))
  await inquire(9, revoked)
  await step(10, prepareCall(payer))
  const ordered = resourceIn(await step(11, verifyCall(payer, await transferData(kit, payer))))
  await decideSca(kit, token, customerId, ordered)
  await step(12, executeCall(payer, ordered))
  for (const row of [13, 14, 15, 16, 17]) await inquire(row)
  await step(18, printerCall(payer, ordered))
  return walked
}
