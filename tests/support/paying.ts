import type { NextRequest } from 'next/server'
import { expect } from 'vitest'
import { POST as abandonRoute } from '@/app/api/transfers/[transferId]/abandon/route'
import { POST as approveRoute } from '@/app/api/transfers/[transferId]/approve/route'
import { POST as checkRoute } from '@/app/api/transfers/[transferId]/check/route'
import { POST as continueRoute } from '@/app/api/transfers/[transferId]/continue/route'
import { POST as draftRoute } from '@/app/api/transfers/[transferId]/draft/route'
import { POST as editRoute } from '@/app/api/transfers/[transferId]/edit/route'
import { POST as payNowRoute } from '@/app/api/transfers/[transferId]/pay-now/route'
import { GET as receiptRoute } from '@/app/api/transfers/[transferId]/receipt/route'
import { GET as readRoute } from '@/app/api/transfers/[transferId]/route'
import { POST as stepRoute } from '@/app/api/transfers/[transferId]/step/route'
import { POST as beginRoute, GET as listRoute } from '@/app/api/transfers/route'
import type { TransferDraft, TransferList, TransferView } from '@/lib/contracts/transfers'
import type { CustomerBrowser, TestApp } from './app'
import {
  at,
  bankCalls,
  change,
  countCalls,
  decideAtBank,
  newFormToken,
  scaReturn,
  scope,
  startAfresh,
} from './consent'
import { draftOf } from './draft'
import { until } from './until'

/*
 * A transfer as a customer goes through it: our routes, the bank's own pages, back to our routes.
 */

const idOf = (segments: string[]) => ({ transferId: segments[3] ?? '' })

const presses = {
  abandon: at(abandonRoute, idOf),
  approve: at(approveRoute, idOf),
  check: at(checkRoute, idOf),
  continue: at(continueRoute, idOf),
  draft: at(draftRoute, idOf),
  edit: at(editRoute, idOf),
  'pay-now': at(payNowRoute, idOf),
  step: at(stepRoute, idOf),
}
const read = at(readRoute, idOf)
export const receipt = at(receiptRoute, idOf)

export type Press = keyof typeof presses

export type Payer = {
  app: TestApp
  username: string
  browser: CustomerBrowser
  customerId: string
  productId: string
}

/** A customer who has just shared their first account for paying, and for reading unless another list says otherwise. */
export async function startPayer(
  app: TestApp,
  username: string,
  categories: ('ACCOUNT_INFO' | 'PAYMENTS')[] = ['ACCOUNT_INFO', 'PAYMENTS'],
): Promise<Payer> {
  const { browser, customerId, products } = await startAfresh(app, username)
  const productId = products[0] ?? ''
  const scopes = categories.flatMap((category) => scope(category, productId))
  const shared = await change(app, browser, username, 'grant', scopes)
  expect(shared.state).toBe('done')
  app.sandbox.journal.clear()
  return { app, username, browser, customerId, productId }
}

/** Presses a button. @returns what the page is told, or the code of the problem */
export async function press(
  { browser }: Pick<Payer, 'browser'>,
  transferId: string,
  name: Press,
  body: object = {},
): Promise<{ status: number; view: TransferView; code: string | undefined }> {
  const response = await browser.post(presses[name], `/api/transfers/${transferId}/${name}`, body)
  const view = await response.json()
  return { status: response.status, view, code: response.ok ? undefined : view.code }
}

/** The same where it has to go well. */
export async function pressed(
  payer: Payer,
  transferId: string,
  name: Press,
  body: object = {},
): Promise<TransferView> {
  const { status, view } = await press(payer, transferId, name, body)
  expect([name, status, view]).toEqual([name, 200, expect.anything()])
  return view
}

export async function beginWith(
  { browser, productId }: Pick<Payer, 'browser' | 'productId'>,
  given: Partial<TransferDraft> = {},
  more: { formToken?: string; repeatOf?: string } = {},
): Promise<TransferView> {
  const body = { formToken: newFormToken(), draft: draftOf({ productId, ...given }), ...more }
  const response = await browser.post(
    beginRoute as (request: NextRequest) => Promise<Response>,
    '/api/transfers',
    body,
  )
  expect(response.status).toBe(200)
  return response.json()
}

export async function view({ browser }: Pick<Payer, 'browser'>, transferId: string): Promise<TransferView> {
  const response = await browser.get(read, `/api/transfers/${transferId}`)
  expect(response.status).toBe(200)
  return response.json()
}

export async function history({ browser }: Payer, after?: string): Promise<TransferList> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  const response = await browser.get(
    listRoute as (request: NextRequest) => Promise<Response>,
    `/api/transfers${query}`,
  )
  expect(response.status).toBe(200)
  return response.json()
}

/** As far as the review. */
export async function checked(payer: Payer, given: Partial<TransferDraft> = {}): Promise<TransferView> {
  const draft = draftOf({ productId: payer.productId, ...given })
  const { transferId, check } = await beginWith(payer, given)
  return pressed(payer, transferId, 'check', { check, draft })
}

/** As far as the hand-over to the bank. */
export async function atBank(payer: Payer, given: Partial<TransferDraft> = {}): Promise<TransferView> {
  const { transferId, check, state } = await checked(payer, given)
  expect(state).toBe('checked')
  const approved = await pressed(payer, transferId, 'approve', { check })
  expect(approved.state).toBe('at_bank')
  return approved
}

/** What the customer decides at the bank. @returns the address they are sent back to */
export function decide(
  { app, username }: Payer,
  transfer: Pick<TransferView, 'bankUrl'>,
  decision: 'approve' | 'refuse' | 'expire' = 'approve',
): Promise<string> {
  return decideAtBank(app, username, transfer, decision)
}

/** Back from the bank, in this browser. @returns where it leads */
export async function comeBack({ browser }: Pick<Payer, 'browser'>, address: string): Promise<string | null> {
  return (await browser.get(scaReturn, address)).headers.get('location')
}

/** As far as the return, with an approval. */
export async function returned(payer: Payer, given: Partial<TransferDraft> = {}): Promise<TransferView> {
  const transfer = await atBank(payer, given)
  await comeBack(payer, await decide(payer, transfer))
  return transfer
}

/** Presses "continue", as the page does by itself, until the transfer is there. */
export function goOnUntil(
  payer: Payer,
  transferId: string,
  isThere: (view: TransferView) => boolean,
): Promise<TransferView> {
  return until(() => pressed(payer, transferId, 'continue'), isThere)
}

/** Looks, and presses nothing, until the transfer is there. */
export function seenUntil(
  payer: Payer,
  transferId: string,
  isThere: (view: TransferView) => boolean,
): Promise<TransferView> {
  return until(() => view(payer, transferId), isThere)
}

export const executes = (app: TestApp) => countCalls(app, /^PUT .*\/execute$/)
export const verifies = (app: TestApp) => countCalls(app, /^POST .*\/moneyTransfer\/verify$/)
export const statusReads = (app: TestApp) => countCalls(app, /^GET .*\/status$/)

/** The transaction ids that the bank was told with calls of transfers and their approval. */
export function transactionIds(app: TestApp): string[] {
  const isOfTransfer = /moneyTransfer\/|\/approach$|\/status$|\/printer\//
  return app.sandbox.journal
    .entries()
    .filter(({ request }) => isOfTransfer.test(request.target))
    .map(({ request }) => new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value])))
    .map((headers) => headers.get('tpp-transaction-id') ?? '')
}

export { bankCalls, draftOf }
