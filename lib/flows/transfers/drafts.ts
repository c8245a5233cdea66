import type { TransferDraft } from '@/lib/store'
import { AppError } from '../app-error'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { findTransfer, languageOf } from './find'
import { showTransfer, type TransferShown } from './transfer-view'

type Customer = Pick<SignedInCustomer, 'customerId'>

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes some of the drafts that are over; call it until it has deleted none. @returns how many */
export function removeOldDrafts({ store, now, draftDays }: FlowDeps): Promise<number> {
  return store.transfers.purgeDrafts(new Date(now().getTime() - draftDays * DAY_MS))
}

/**
 * Begins a transfer with what was typed so far. The form brings a token of its own: sent again it finds the transfer of
 * the first time (case PAY-1). The bank is not asked.
 *
 * @throws AppError form_conflict when the token comes with another draft; too_many_drafts; not_found for a transfer to repeat that is
 *   not the customer's
 */
export async function beginTransfer(
  deps: FlowDeps,
  customer: Customer,
  caller: Pick<Caller, 'acceptLanguage'>,
  asked: { formToken: string; draft: TransferDraft; repeatOf?: string },
): Promise<TransferShown> {
  const { formToken, draft, repeatOf } = asked
  if (repeatOf !== undefined) await findTransfer(deps, customer, repeatOf)
  const language = languageOf(caller)
  const form = { formToken, draft, language, repeatOf }
  const begun = await deps.store.transfers.beginAmong(deps.mostDrafts, customer.customerId, form)
  if (begun === null) throw new AppError('too_many_drafts')
  if (begun.kind === 'conflict') throw new AppError('form_conflict')
  return showTransfer(deps, begun.transfer)
}

/**
 * Keeps what was typed, while it is being written. The bank is not asked.
 * @param request.draft the fields that were changed: two tabs at one draft do not overwrite each other's
 * @throws AppError not_found; out_of_date for one that is no draft any more
 */
export async function keepDraft(
  deps: FlowDeps,
  customer: Customer,
  { transferId, draft }: { transferId: string; draft: Partial<TransferDraft> },
): Promise<TransferShown> {
  const isKept = await deps.store.transfers.keepDraft(customer.customerId, transferId, draft)
  const transfer = await findTransfer(deps, customer, transferId)
  if (!isKept) throw new AppError('out_of_date')
  return showTransfer(deps, transfer)
}
