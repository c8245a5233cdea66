import type { Locator, Page } from 'playwright/test'
import { z } from 'zod'
import { addDays } from '@/lib/domain/days/bank-day'
import { begin, check as checkOrder, orderOf, type PayingView, press } from '@/tests/support/paying-visitor'
import { decideAtBank } from '@/tests/support/visitor'
import { heading, share, startAfresh, toBank, typeCode } from './consent-steps'
import { bankCalls, expect, type Username, visitorOf, type words } from './support'

/* Transfers as a customer goes through them in a browser. */

type Words = typeof words.en

/** Of no bank that the sandbox knows. */
export const IBAN = 'IT60X0542811101000000123456'
/** Needs the payee's address, by `verify1`. */
export const SWISS_IBAN = 'CH9300762011623852957'

export const field = (page: Page, name: string): Locator => page.locator(`#field-${name}`)

/** Signed in as somebody who lets us read and prepare payments from their first account. @returns its id */
export async function startPaying(page: Page, username: Username): Promise<string> {
  await startAfresh(page, username)
  await share(page, username, [0], ['ACCOUNT_INFO', 'PAYMENTS'])
  const list = z.object({ accounts: z.array(z.object({ productId: z.string() })) })
  const answer = await page.request.get('/api/overview')
  return list.parse(await answer.json()).accounts[0]?.productId ?? ''
}

export type Written = { payeeName?: string; iban?: string; amount?: string; date?: string; note?: string }

/** Writes into the form that is open; what is not given is something that the bank accepts. */
export async function writeTransfer(page: Page, written: Written = {}): Promise<void> {
  const all = { payeeName: 'Marta Colombo', iban: IBAN, amount: '12,50', note: 'Rent', ...written }
  for (const [name, value] of Object.entries(all)) await field(page, name).fill(value)
}

export async function check(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t.transferForm.submit }).click()
}

/** From the form that is filled in to the review. */
export async function review(page: Page, t: Words): Promise<void> {
  await check(page, t)
  await expect(heading(page)).toHaveText(t.transferReview.title)
}

/** From the review to the bank's page. */
export async function goToBank(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: start(t.transferRun.approve) }).click()
  await expect(heading(page)).toHaveText(t.transferState.title.at_bank)
  await toBank(page)
}

/** From the review, by the bank's page, back to our own. */
export async function approveTransfer(page: Page, t: Words): Promise<void> {
  await goToBank(page, t)
  await decide(page, 'approve')
}

const decisions = {
  approve: /^(Approve|Autorizza)$/,
  refuse: /^(Refuse|Rifiuta)$/,
  expire: /^(Let it expire|Lascia scadere)$/,
}

/** On the bank's page, and back to our own. */
export async function decide(page: Page, decision: keyof typeof decisions): Promise<void> {
  if (decision === 'approve') await typeCode(page)
  await page.getByRole('button', { name: decisions[decision] }).click()
  await page.waitForURL(/transfers\/[\w-]+$/)
}

export type Payer = { page: Page; username: Username; productId: string }

const atApp = ({ page, username, productId }: Payer) => ({
  ...{ visitor: visitorOf(page), username, productId },
  oneTimeCode: '',
})

/** A draft, the quick way: the same requests without the pages. The amount is its number of cents, and 1 or more. */
export function draftQuickly(payer: Payer, number: number): Promise<PayingView> {
  return begin(atApp(payer), orderOf(number))
}

/** As far as the hand-over to the bank, without the pages. */
export async function orderQuickly(payer: Payer, number: number): Promise<PayingView> {
  const customer = atApp(payer)
  const checked = await checkOrder(customer, await draftQuickly(payer, number), orderOf(number))
  return press(customer, checked.transferId, 'approve', { check: checked.check })
}

/** Decided on the bank's page and back again, without the pages. */
export async function returnQuickly(
  { page, username }: Payer,
  { bankUrl }: PayingView,
  decision: keyof typeof decisions = 'approve',
): Promise<void> {
  const back = await decideAtBank(bankUrl ?? '', username, decision)
  await visitorOf(page).get(back ?? '')
}

/** How often the bank was told to execute since `forgetCalls`. */
export async function executions(): Promise<number> {
  return (await bankCalls()).filter((call) => /\/execute$/.test(call)).length
}

const preparation = z.object({
  preparation: z.object({ today: z.string(), holidays: z.array(z.string()) }),
})

/** The bank's day, its next holiday that is no weekend, and a day in three weeks or so on which it executes. */
export async function daysOfBank(page: Page, productId: string) {
  const answer = await page.request.get(`/api/transfers/preparation?productId=${productId}`)
  const { today, holidays } = preparation.parse(await answer.json()).preparation
  const isWorkday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  const ahead = Array.from({ length: 10 }, (_, days) => addDays(today, 20 + days))
  return {
    today,
    holiday: holidays.find((day) => day > today && isWorkday(day)) ?? '',
    later: ahead.find((day) => isWorkday(day) && !holidays.includes(day)) ?? '',
  }
}

/** The beginning of a sentence, up to what is filled in. */
export function start(sentence: string): RegExp {
  const [first = ''] = sentence.split('{')
  return new RegExp(`^${first.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`)
}
