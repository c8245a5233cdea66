import type { TransferDraft } from '@/lib/contracts/transfers'
import { isRecord } from './transfer-news'

/*
 * What was typed and could not be kept by our server before the page was left, as when the customer has to sign in
 * again. It stays in this tab until a form of the same customer and transfer takes it, or any other form is opened.
 */

const key = 'sportello-left-draft'

type Left = { customer: string; transferId: string | null; draft: TransferDraft }

let isSignedOut = false

/** For a customer who signs out: nothing of what they typed stays in this tab, and the form that is about to go leaves nothing. */
export function dropLeftDraft(): void {
  isSignedOut = true
  try {
    sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing.
  }
}

export function leaveDraft(left: Left): void {
  if (isSignedOut) return
  try {
    sessionStorage.setItem(key, JSON.stringify(left))
  } catch {
    // A browser that keeps nothing.
  }
}

/** Takes it away for good. */
export function takeLeftDraft(customer: string, transferId: string | null): TransferDraft | undefined {
  let left: unknown
  try {
    left = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
  } catch {
    return undefined
  }
  if (!isRecord(left) || left.customer !== customer || left.transferId !== transferId) return undefined
  return readDraft(left.draft)
}

function readDraft(body: unknown): TransferDraft | undefined {
  if (!isRecord(body)) return undefined
  const text = (field: string) => {
    const value = body[field]
    return typeof value === 'string' ? value : ''
  }
  return {
    productId: text('productId'),
    payeeName: text('payeeName'),
    iban: text('iban'),
    amount: text('amount'),
    currency: text('currency'),
    date: text('date'),
    isUrgent: body.isUrgent === true,
    note: text('note'),
  }
}
