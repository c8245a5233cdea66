import { z } from 'zod'
import { instantOf } from '@/sandbox/calendar/bank-day'
import type { Kit } from '@/sandbox/kit'
import { createCustomers } from '@/sandbox/state/customers'
import { italianIban } from '@/sandbox/state/iban'
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '@/tests/support/sandbox'
import { type Banking, signedIn } from './banking'
import { decideSca, grantConsent, resourceIdOf, succeed } from './consent-journey'
import type { RawAnswer, RawCall } from './raw-client'

/** Whose transfers: a product that the customer has consented to. */
export type Payer = { token: string; customerId: string; productId: string }

/** Fields of verify's data; what a test leaves out is filled in. */
export type TransferFields = {
  moneyTransferAmount?: unknown
  flagUrgency?: unknown
  type?: unknown
  moneyTransferExecutionDate?: unknown
  ibanBeneficiary?: unknown
  beneficiaryName?: unknown
  description?: unknown
}

export const payees = {
  /** Banca Altrove, which does not exist. */
  otherBank: italianIban('09991', '01000', '000000123456'),
  /** Aïsha Bâ, customer of this bank. */
  aisha: italianIban('09998', '01600', '700100060001'),
  /** Nobody's, at this bank. */
  nobodyHere: italianIban('09998', '01600', '999999999999'),
  german: 'DE89370400440532013000',
  swiss: 'CH9300762011623852957',
  british: 'GB29NWBK60161331926819',
  turkish: 'TR330006100519786457841326',
}

/** Fields for an amount in euro. */
export const euro = (amount: unknown): TransferFields => ({
  moneyTransferAmount: { currency: 'EUR', amount },
})

/** Fields of a transfer abroad. */
export const swift = (
  currency: string,
  amount: string,
  ibanBeneficiary = payees.turkish,
): TransferFields => ({ type: 'SWIFT', moneyTransferAmount: { currency, amount }, ibanBeneficiary })

const prepareAnswer = z.object({
  data: z.object({ initialData: z.object({ moneyTransferExecutionDate: z.string() }) }),
})
const executeAnswer = z.object({
  data: z.object({ cro: z.string() }),
  _embedded: z.object({ printer: z.object({ href: z.url(), method: z.literal('GET') }) }),
})

const createdAnswer = z.object({ resources: z.object({ resourceId: z.uuid() }) })

/** The resource that an answer speaks of. */
export function resourceIn(answer: RawAnswer): string {
  return createdAnswer.parse(answer.json()).resources.resourceId
}

function productPath({ customerId, productId }: Payer): string {
  return `/private/customers/${customerId}/products/${productId}`
}

export function prepareCall(payer: Payer): RawCall {
  return { path: `${productPath(payer)}/moneyTransfer/prepare`, token: payer.token }
}

export function verifyCall(payer: Payer, data: object): RawCall {
  return {
    method: 'POST',
    path: `${productPath(payer)}/moneyTransfer/verify`,
    token: payer.token,
    body: JSON.stringify({ data }),
  }
}

export function stepCall(payer: Payer, resourceId: string, data: object, step = 1): RawCall {
  return {
    method: 'PUT',
    path: `${productPath(payer)}/moneyTransfer/${resourceId}/verify${step}`,
    token: payer.token,
    body: JSON.stringify({ data }),
  }
}

export function executeCall(payer: Payer, resourceId: string): RawCall {
  return {
    method: 'PUT',
    path: `${productPath(payer)}/moneyTransfer/${resourceId}/execute`,
    token: payer.token,
    body: '{}',
  }
}

export function printerCall(payer: Payer, resourceId: string): RawCall {
  return { path: `${productPath(payer)}/common/printer/${resourceId}/retrieve`, token: payer.token }
}

/** Data of verify for 25.00 EUR to another bank in Italy, on the first day that the bank proposes. */
export async function transferData(
  kit: Kit,
  payer: Payer,
  fields: TransferFields = {},
): Promise<Required<TransferFields>> {
  const answer = await succeed(kit, prepareCall(payer))
  const { moneyTransferExecutionDate } = prepareAnswer.parse(answer.json()).data.initialData
  return {
    moneyTransferAmount: { currency: 'EUR', amount: '25.00' },
    flagUrgency: false,
    type: 'SEPA',
    moneyTransferExecutionDate,
    ibanBeneficiary: payees.otherBank,
    beneficiaryName: 'Bice Altrove',
    description: 'Quota della gita',
    ...fields,
  }
}

/** verify, and the address of a beneficiary who needs one; gives the resourceId, ready for SCA. */
export async function orderTransfer(kit: Kit, payer: Payer, fields: TransferFields = {}): Promise<string> {
  const resourceId = await resourceIdOf(kit, verifyCall(payer, await transferData(kit, payer, fields)))
  if (/^(CH|GB)/.test(String(fields.ibanBeneficiary))) {
    const address = { beneficiaryAddress: '1 High Street', beneficiaryTown: 'Leeds' }
    await succeed(kit, stepCall(payer, resourceId, address))
  }
  return resourceId
}

export type DoneTransfer = { resourceId: string; cro: string; printerUrl: string }

export async function executeTransfer(kit: Kit, payer: Payer, resourceId: string): Promise<DoneTransfer> {
  const { data, _embedded } = executeAnswer.parse((await succeed(kit, executeCall(payer, resourceId))).json())
  return { resourceId, cro: data.cro, printerUrl: _embedded.printer.href }
}

/** The whole way: prepare, verify, what it asks for beyond, the customer's SCA, execute. */
export async function transfer(kit: Kit, payer: Payer, fields: TransferFields = {}): Promise<DoneTransfer> {
  const resourceId = await orderTransfer(kit, payer, fields)
  await decideSca(kit, payer.token, payer.customerId, resourceId)
  return executeTransfer(kit, payer, resourceId)
}

/** Moves the bank's business time to a time of its own clock, `2035-06-04T10:00:00`. Tokens of before may lapse. */
export function setBankTime(bank: TestSandbox, local: string): void {
  const [day = '', time = ''] = local.split('T')
  bank.clock.move(instantOf(day, time).getTime() - bank.clock.now().getTime())
}

/**
 * A working day in the morning, later than any day on which this runs: nothing is due soon, all hours are open. The
 * coming holidays are 15 August, 4 October and 1 November, none of them on a weekend.
 */
export const mondayMorning = '2035-06-04T10:00:00'

/** As the seed has it. */
function permitsPayments(productId: string): boolean {
  return createCustomers().accountByProductId(productId)?.account.type.permits.includes('PAYMENTS') ?? false
}

/** A bank at a given time, and a customer whose accounts are open to the provider in full, as far as each permits. */
export async function startPaying(
  username: string,
  localTime = mondayMorning,
  options: TestSandboxOptions = {},
): Promise<Banking & { payer: Payer; payerOf(place: number): Payer }> {
  const bank = await startTestSandbox(options)
  setBankTime(bank, localTime)
  const banking: Banking = { bank, kit: bank.kit, ...(await signedIn(bank.kit, username)) }
  const { kit, token, customerId, products } = banking
  await grantConsent(kit, token, customerId, [
    { name: 'ACCOUNT_INFO', products },
    { name: 'PAYMENTS', products: products.filter(permitsPayments) },
  ])
  const payerOf = (place: number): Payer => ({ token, customerId, productId: products[place] ?? '' })
  return { ...banking, payer: payerOf(0), payerOf }
}
