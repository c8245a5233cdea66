import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { authorizeOnce } from '@/tests/integration/sandbox/sca'
import { draftOf } from './draft'
import { beginChange, finishChange, signIn, type Visitor } from './visitor'

/*
 * A customer who pays, at an app that may be another process, and may be gone: each request may fail, and what it came to
 * is then read again.
 */

const transferView = z.object({
  transferId: z.string(),
  state: z.string(),
  check: z.number(),
  money: z.enum(['not_paid', 'maybe', 'accepted']),
  bankUrl: z.string().nullable(),
  receipt: z.enum(['none', 'pending', 'stored', 'missing']),
  snapshot: z
    .object({ amount: z.string(), payeeName: z.string(), iban: z.string(), date: z.string() })
    .nullable(),
})

export type PayingView = z.infer<typeof transferView>

export type PayingCustomer = {
  visitor: Visitor
  username: string
  oneTimeCode: string
  productId: string
}

/** What is ordered: its note is in no other order. */
export type PayingOrder = { formToken: string; amount: string; note: string }

const accounts = z.object({ accounts: z.array(z.object({ productId: z.string() })) })

/** Signs in and shares the first account for reading and paying. */
export async function openPayer(
  visitor: Visitor,
  { username, oneTimeCode }: { username: string; oneTimeCode: string },
): Promise<PayingCustomer> {
  await signIn(visitor, username)
  const list = accounts.parse(await (await visitor.get('/api/accounts')).json())
  const productId = list.accounts[0]?.productId ?? ''
  const scopes = ['ACCOUNT_INFO', 'PAYMENTS'].map((category) => ({ category, productIds: [productId] }))
  const { authorization } = await beginChange(visitor, 'grant', scopes)
  const state = await finishChange(visitor, username, authorization)
  if (state !== 'done') throw new Error(`sharing ended ${state}`)
  return { visitor, username, oneTimeCode, productId }
}

/** On another device. */
export function signInAgain({ visitor, username }: PayingCustomer): Promise<void> {
  return signIn(visitor, username)
}

export function orderOf(number: number): PayingOrder {
  return {
    formToken: randomBytes(24).toString('base64url'),
    // Odd ones, each its own: a movement is known by it.
    amount: `${1 + Math.floor(number / 100)},${String(number % 100).padStart(2, '0')}`,
    note: `Prova ${number}`,
  }
}

export async function begin({ visitor, productId }: PayingCustomer, order: PayingOrder): Promise<PayingView> {
  const { formToken, amount, note } = order
  const body = { formToken, draft: draftOf({ productId, amount, note }) }
  return viewIn(await visitor.post('/api/transfers', body))
}

export async function look({ visitor }: PayingCustomer, transferId: string): Promise<PayingView> {
  return viewIn(await visitor.get(`/api/transfers/${transferId}`))
}

export async function press(
  { visitor }: PayingCustomer,
  transferId: string,
  name: string,
  body: object = {},
): Promise<PayingView> {
  return viewIn(await visitor.post(`/api/transfers/${transferId}/${name}`, body))
}

export function check(
  customer: PayingCustomer,
  { transferId, check }: Pick<PayingView, 'transferId' | 'check'>,
  { amount, note }: PayingOrder,
  changed: Parameters<typeof draftOf>[0] = {},
): Promise<PayingView> {
  const draft = draftOf({ productId: customer.productId, amount, note, ...changed })
  return press(customer, transferId, 'check', { check, draft })
}

/** At the bank's own pages. @returns where they send the customer back to, as path and query */
export async function approveAtBank(customer: PayingCustomer, { bankUrl }: PayingView): Promise<string> {
  if (bankUrl === null) throw new Error('there is nowhere to go')
  const back = await authorizeOnce(bankUrl, customer)
  return `${back.pathname}${back.search}`
}

/** The app is there, and does not do what was asked. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status} ${body}`)
  }
}

async function viewIn(response: Response): Promise<PayingView> {
  const text = await response.text()
  if (!response.ok) throw new Refused(response.status, text)
  return transferView.parse(JSON.parse(text))
}
