import { BankApiError, BankProtocolError, BankUnreachableError } from '@/lib/bank'
import type { TransferDraft, TransferFault, TransferProblem } from '@/lib/store'
import { bankProblemOf } from '../bank-problem'

/*
 * What the bank says of an order it refuses: on which field it lands, and in which words. The words are the bank's, in
 * the customer's language; they are shown, never logged.
 */

/** Fields of verify's request (spec.md), as the `detail` of a refusal names them, and where each was typed. */
const FIELDS: Readonly<Record<string, keyof TransferDraft>> = {
  'moneyTransferAmount.amount': 'amount',
  'moneyTransferAmount.currency': 'currency',
  moneyTransferAmount: 'amount',
  flagUrgency: 'isUrgent',
  // Which type an order is follows from account, payee and currency; the account is what decides at this bank.
  type: 'productId',
  moneyTransferExecutionDate: 'date',
  ibanBeneficiary: 'iban',
  beneficiaryName: 'payeeName',
  description: 'note',
}

/** Failure to find something for what was given, formal errors, characters (spec.md "HTTP status codes"). */
const OF_FIELDS = [412, 417, 422]
/** The bank understood, and will not. */
const REFUSALS = [400, 404, 405, 409, 412, 413, 417, 422]

/** The faults of fields that a refusal names; none where it names none. @param names further fields, by their own name */
export function faultsOfError(error: unknown, names: readonly string[] = []): TransferFault[] {
  if (!(error instanceof BankApiError) || !OF_FIELDS.includes(error.status)) return []
  return error.messages.flatMap(({ message, detail }) => {
    // `beneficiaryName: Ю (U+042E)`, or the name alone.
    const [, name = '', more = ''] = /^(?:data\.)?([\w.]+)(?::\s*(.*))?$/s.exec(detail.trim()) ?? []
    const field = names.includes(name) ? name : (FIELDS[name] ?? FIELDS[name.split('.')[0] ?? ''])
    if (field === undefined) return []
    return [
      { field, code: 'bank', values: {}, bankWords: bounded(more === '' ? message : `${message}: ${more}`) },
    ]
  })
}

/** The problem of a failed call that names no field. @throws errors that are not the bank's */
export function problemOfError(error: unknown): TransferProblem {
  const code = bankProblemOf(error)
  if (code === null) throw error
  if (!(error instanceof BankApiError)) return { code, bankWords: [], reference: referenceOf(error) }
  // A signature that the bank could not verify, or a wrong clock, is ours to mend; its words would tell the customer nothing.
  const isOurs = error.code === 'TPP_SIGN_VFY' || code === 'bank_clock'
  const isRefusal = REFUSALS.includes(error.status) && !isOurs
  const words = isOurs ? [] : error.messages.map(({ message }) => bounded(message))
  return {
    code: isRefusal ? 'bank_refused' : code,
    bankWords: words.filter((text) => text !== '').slice(0, 5),
    reference: referenceOf(error),
  }
}

/** The bank finds nothing for the only parameter, the resource, or its backend fails (spec.md, "Errors": 412). */
export const isUnfound = (error: unknown): boolean =>
  error instanceof BankApiError && error.status === 412 && error.code !== 'TPP_SIGN_VFY'

export function codesOfError(error: unknown): string[] {
  if (!(error instanceof BankApiError)) return error instanceof Error ? [error.name] : []
  return [String(error.status), ...new Set([error.code, ...error.messages.map(({ code }) => code)])]
}

/** Ids that join an event with our log and the bank's. */
export function requestIdsOf(error: unknown): (string | undefined)[] {
  if (!isOfExchange(error)) return []
  return [error.ids.tppRequestId, error.ids.bankRequestId ?? error.ids.bankResponseId]
}

function referenceOf(error: unknown): string | null {
  return isOfExchange(error) ? (error.ids.bankRequestId ?? error.ids.tppRequestId) : null
}

function isOfExchange(error: unknown): error is BankApiError | BankProtocolError | BankUnreachableError {
  return (
    error instanceof BankApiError ||
    error instanceof BankProtocolError ||
    error instanceof BankUnreachableError
  )
}

const bounded = (text: string) => text.trim().slice(0, 1_000)
