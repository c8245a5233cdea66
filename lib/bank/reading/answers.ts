import type { BankMessage } from '../errors'
import type { CalendarDate } from './calendar-date'
import type { DetailField, Details } from './fields'
import type { DecimalText, Money } from './money'
import type { TransferStep } from './transfer-step'

/*
 * What the endpoints answer. Where a field is `undefined` the bank did not give it; missing is never zero, false or
 * empty. `odd` names, in the bank's spelling and never with values, what was given and could not be made sense of:
 * log it.
 */

export type BankAccount = {
  productId: string
  type: { code: string; description: string }
  currency: string
  /** Empty when the bank gave none. */
  iban: string
  nickname: string
}

export type AccountsAnswer = {
  accounts: BankAccount[]
  /** Rows left out because they name no account, or one that is already listed. */
  skippedRows: number
  /** False where the paging broke or a row names no account: one that is not in it may still be on the bank's list. */
  isWhole: boolean
}

/** spec.md "Consent request body and response". */
export type ConsentCategory = 'ACCOUNT_INFO' | 'FUNDS_AVAILABILITY' | 'PAYMENTS'

/** The accounts to share, or to revoke, in one category. */
export type ConsentScope = { category: ConsentCategory; productIds: readonly string[] }

export type ConsentChange = {
  /** To approve (SCA) and confirm; undefined when the bank made nothing to confirm, for example refused it all. */
  resourceId: string | undefined
  /** What the bank says of each category, as it names them; nothing counts before the confirmation. */
  outcomes: readonly { category: string; isAccepted: boolean }[]
  odd: readonly string[]
}

/** The consents in force by the bank's list, which wins over ours. `unreadable` does not mean empty. */
export type ConsentList =
  | {
      kind: 'read'
      /** Each category once, named as the bank does, with its products. */
      grants: readonly { category: string; productIds: readonly string[] }[]
      oddRows: number
      /** False where rows could not be read or the paging broke: what is not in `grants` may still be in force. */
      isWhole: boolean
    }
  | { kind: 'unreadable' }

/** spec.md "SCA approach response". */
export type ScaStart =
  | { approach: 'redirect'; browserUrl: string }
  /** The customer approves in the bank's own app: no redirect. */
  | { approach: 'decoupled' }
  /** One this client does not know: stop politely. */
  | { approach: 'unsupported' }

/** spec.md "Operation status response". At least one of the two is there, as given; unknown values too. */
export type OperationStatus = {
  /** AUTHORIZED, NOT_AUTHORIZED, EXPIRED or PENDING, in exactly this spelling, or what the bank made up since. */
  authorizationStatus: string | undefined
  /** PENDING is the only value the spec shows. */
  executionStatus: string | undefined
  /** `YYYY-MM-DDThh:mm:ss` by the bank's clock, without a zone, as given. */
  createdAt: string | undefined
}

/** spec.md "Bank transfer: prepare response"; suggestions only, because every later call validates again. */
export type TransferPreparation = {
  /** The bank's ABI. Undefined also when its two spellings disagree. */
  abi: string | undefined
  /** Of two spellings that disagree, the one that allows less. */
  sepa: boolean | undefined
  swift: boolean | undefined
  swiftContractSigned: boolean | undefined
  urgency: boolean | undefined
  addBeneficiary: boolean | undefined
  editBeneficiary: boolean | undefined
  today: CalendarDate | undefined
  /** To a payee at another bank (`executionDateMinimumWireTransferAtBank`). */
  earliestDate: CalendarDate | undefined
  /** To a payee at this bank (`executionDateMinimumWireTransferInternal`). */
  earliestDateInternal: CalendarDate | undefined
  latestDate: CalendarDate | undefined
  holidays: readonly CalendarDate[]
  currencies: readonly { code: string; label: string; rate: DecimalText | undefined }[]
  /** When the rates were made; the hour `hh:mm` by the bank's clock. */
  ratesUpdated: { date: CalendarDate | undefined; hour: string | undefined }
  selectedCurrency: string | undefined
  countries: readonly { code: string; label: string }[]
  /** `initialData`, which the spec does not describe. */
  initialData: Details
  /** First spellings of twin fields whose two values disagree: log them. */
  conflicts: readonly string[]
  odd: readonly string[]
}

/** spec.md "Bank transfer: verify request". */
export type TransferOrder = {
  /** Two decimals, no sign: `12.50`. */
  amount: DecimalText
  currency: string
  isUrgent: boolean
  /** SEPA is the only type the spec shows. */
  type: string
  executionDate: CalendarDate
  beneficiaryIban: string
  beneficiaryName: string
  description: string
}

/** spec.md "Bank transfer: verify response", also of a further `verify<N>`. */
export type TransferVerification = {
  resourceId: string
  total: Money | undefined
  commission: Money | undefined
  equivalent: Money | undefined
  bankName: string | undefined
  branchName: string | undefined
  address: string | undefined
  isOffline: boolean | undefined
  holdersEnabled: boolean | undefined
  /** What the bank expects next. Only `execute` leads to SCA and execute. */
  next: TransferStep
  messages: readonly BankMessage[]
  odd: readonly string[]
}

/** spec.md "Bank transfer: execute response". That it came says that the bank accepted, not that it paid. */
export type TransferExecution = {
  /** Transfer reference code. */
  cro: string | undefined
  isOffline: boolean | undefined
  sendEmailEnabled: boolean | undefined
  /** For `getDocument`. Undefined when the bank gave none, or one (then in `odd`) that must not be called. */
  documentPath: string | undefined
  messages: readonly BankMessage[]
  odd: readonly string[]
}

/** An account as endpoint 14 lists it, with every other field the bank gives. */
export type BankProduct = BankAccount & { details: Details }

export type ProductsAnswer = {
  products: readonly BankProduct[]
  skippedRows: number
  /** As in `AccountsAnswer`. */
  isWhole: boolean
}

export type BankBalance = {
  accounting: Money | undefined
  available: Money | undefined
  date: CalendarDate | undefined
  /** Everything else, and what was odd as given. */
  details: Details
  odd: readonly string[]
}

export type Movement = {
  /** `idMoneyTransfer`; blank is undefined. Banks reissue ids, so the id alone does not distinguish two movements. */
  moneyTransferId: string | undefined
  index: string | undefined
  /** With its sign, exactly as given; apart from `currency`, so that one may be there without the other. */
  amount: DecimalText | undefined
  currency: string | undefined
  /** `dateAccountingCurrency`; a pending movement has none. */
  bookingDate: CalendarDate | undefined
  /** `dateLiquidationValue` */
  valueDate: CalendarDate | undefined
  shortDescription: string | undefined
  extendedDescription: string | undefined
  codeDescription: string | undefined
  /** Fields this client does not know, and known ones that were odd, as given. */
  fields: readonly DetailField[]
  odd: readonly string[]
}

export type MovementsPage = {
  booked: readonly Movement[]
  /** Not booked yet: outside of totals. */
  pending: readonly Movement[]
  /** Whether the page has a list of pending movements at all, be it empty. */
  listsPending?: boolean
  /** Whether the page has a list of booked movements, and each row an amount with a currency that can be read. */
  isCountable?: boolean
  /**
   * Whether the list goes on. `unknown`: the paging does not end properly (`PagedList`), rows come twice (`RowsRead`), or
   * there are more pages than this client reads, so that the pages read are not a whole list.
   */
  more: 'yes' | 'no' | 'unknown'
  odd: readonly string[]
}
