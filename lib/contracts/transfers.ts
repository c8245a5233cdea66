import type { MoneyMeaning, TakenBack, TransferAction } from '@/lib/domain/transfers/transfer-meaning'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import type { Money } from './overview'

/** The customer's text exactly as typed, valid or not. `''` means nothing typed. */
export type TransferDraft = {
  /** The from-account; `''` is not chosen. */
  productId: string
  payeeName: string
  iban: string
  amount: string
  /** `''` is the one that the bank has selected. */
  currency: string
  /** `''` is the first day that is possible. */
  date: string
  isUrgent: boolean
  note: string
}

export type TransferField = keyof TransferDraft

export const transferFields = [
  'productId',
  'payeeName',
  'iban',
  'amount',
  'currency',
  'date',
  'isUrgent',
  'note',
] as const satisfies readonly TransferField[]

/** The longest text of a field that is kept, in UTF-16 units; a longer text is refused as `bad_request`. */
export const draftTextLength = 2_000

/**
 * What is wrong with a field. Found here: `code` is the `kind` of the domain's own fault (`AmountFault`, `IbanFault`,
 * `DayFault`, `BlockedReason` in lib/domain), `values` its facts as text; beside those `empty`, `ambiguous`
 * (`first`, `second`: the readings), `characters` (`characters`, `position`, `proposal`), `too_long` (`allowed`,
 * `found`), `not_sepa` (`country`), `not_offered`, `not_shared`, `closed`. Told by the bank: `bank`, and `bankWords`.
 */
export type FieldFault = {
  field: TransferField
  code: string
  values: Readonly<Record<string, string>>
  bankWords: string | null
}

export type TransferMessage = {
  type: 'SUCCESS' | 'INFO' | 'WARNING' | 'ERROR'
  text: string
  detail: string
}

/** The order sent to verify and the bank's result. Exactly this is shown and executed. */
export type TransferSnapshot = {
  productId: string
  /** Major units with two decimals, as sent. */
  amount: string
  currency: string
  payeeName: string
  /** In electronic form. */
  iban: string
  /** `YYYY-MM-DD` */
  date: string
  isUrgent: boolean
  note: string
  /** What it was given with `verify<N>`, by the bank's names. */
  further: readonly { name: string; value: string }[]
  /** `SEPA`, or `SWIFT`. */
  type: string
  /** What the bank did not tell is null, which is not zero. */
  fee: Money | null
  total: Money | null
  equivalent: Money | null
  bankName: string | null
  branchName: string | null
  bankAddress: string | null
  messages: readonly TransferMessage[]
}

/** Why the last call to the bank did not do, where it concerns no field. */
export type TransferProblem = {
  /**
   * A problem code, or `bank_refused`, `account_closed`, `interrupted`, `approval_lost`, `day_refused`, or `not_shared`:
   * the bank's list, read after its refusal, has no consent for payments from the account.
   */
  code: string
  /** What the bank said, in the customer's language. */
  bankWords: readonly string[]
  /** The bank's id of the request, for support. */
  reference: string | null
}

export type TransferView = {
  transferId: string
  state: TransferStateName
  /** The number of the check shown. Every action sends it back, so an action on an old page changes nothing. */
  check: number
  actions: readonly TransferAction[]
  money: MoneyMeaning
  draft: TransferDraft
  /** Of the last check that was refused; gone with the next edit that is kept. */
  faults: readonly FieldFault[]
  problem: TransferProblem | null
  snapshot: TransferSnapshot | null
  /** Only in `incomplete`: what the bank asks for with `verify<number>`. */
  step: {
    number: number
    messages: readonly TransferMessage[]
    /** `name` is the bank's; `fault` what was wrong with it at the last try. */
    fields: readonly {
      name: string
      value: string
      longest: number
      fault: { code: string; values: Readonly<Record<string, string>>; bankWords: string | null } | null
    }[]
  } | null
  approach: 'redirect' | 'decoupled' | null
  /** The live address at the bank, for this customer's browser only; null unless `at_bank` by redirect. */
  bankUrl: string | null
  result: { cro: string | null; messages: readonly TransferMessage[]; executionStatus: string | null } | null
  /** `pending`: the bank is still asked for it. `missing`: it gave none in time. */
  receipt: 'none' | 'pending' | 'stored' | 'missing'
  timeline: readonly TimelineEntry[]
  /** When the page should look again; null: nothing will change by itself. */
  lookAgainInMs: number | null
  repeatOf: string | null
  createdAt: string
  movedAt: string
  endedAt: string | null
}

export type TimelineEntry = {
  at: string
  /** A kind of event (`TransferEvent`), or `created`, `receipt_stored`, `status_gone`, `status_back`, `execution_rejected`, … */
  what: string
  /** The state that it led to; null where it led to none. */
  to: TransferStateName | null
  actor: 'customer' | 'system' | 'bank'
}

export type TransferSummary = Pick<
  TransferView,
  'transferId' | 'state' | 'money' | 'createdAt' | 'movedAt'
> & {
  /** Of what was accepted: how the bank took that back later; null while it did not. */
  takenBack: TakenBack | null
  productId: string
  payeeName: string
  /** In electronic form where it was checked, else as typed. */
  iban: string
  /** Of the last verdict; null where there was none, and then `typedAmount` is all there is. */
  amount: Money | null
  typedAmount: string
  date: string | null
}

export type TransferList = { transfers: readonly TransferSummary[]; nextCursor: string | null }

/** What the bank says of transfers from one account (its prepare), as read last. */
export type PreparationView = {
  readAt: string
  /** The bank's day, `YYYY-MM-DD`; like all days here. */
  today: string | null
  bankAbi: string | null
  sepa: boolean | null
  swift: boolean | null
  swiftContractSigned: boolean | null
  urgency: boolean | null
  earliestDate: string | null
  earliestDateInternal: string | null
  latestDate: string | null
  holidays: readonly string[]
  currencies: readonly { code: string; label: string; rate: string | null }[]
  ratesUpdated: { date: string | null; hour: string | null }
  selectedCurrency: string | null
  countries: readonly { code: string; label: string }[]
}

export type PreparationAnswer = {
  /** Null where the bank was never heard. */
  preparation: PreparationView | null
  /** What became of asking now; null: the one that is kept is of today, and the bank was not asked. */
  problem: TransferProblem | null
}

export type RecentPayee = { name: string; iban: string; lastUsedAt: string }
