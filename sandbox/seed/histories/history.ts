/** What a bank calls a movement: its short description, and `codeDescription`. */
export const kinds = {
  opening: ['SALDO INIZIALE', 'SALDO'],
  ending: ['ESTINZIONE CONTO', 'ESTINZIONE'],
  transferIn: ['BONIFICO A VOSTRO FAVORE', 'BONIFICO'],
  transferOut: ['BONIFICO DISPOSTO', 'BONIFICO'],
  foreignIn: ['BONIFICO DALL’ESTERO', 'BONIFICO ESTERO'],
  foreignOut: ['BONIFICO VERSO L’ESTERO', 'BONIFICO ESTERO'],
  salary: ['ACCREDITO STIPENDIO', 'STIPENDIO'],
  salaryPaid: ['PAGAMENTO STIPENDI', 'STIPENDI'],
  pension: ['ACCREDITO PENSIONE', 'PENSIONE'],
  ownTransfer: ['GIROCONTO', 'GIROCONTO'],
  card: ['PAGAMENTO POS', 'POS'],
  cardAbroad: ['PAGAMENTO CARTA ESTERO', 'POS ESTERO'],
  takings: ['INCASSO POS', 'INCASSO POS'],
  refund: ['RIMBORSO A CLIENTE', 'RIMBORSO'],
  cash: ['PRELIEVO BANCOMAT', 'PRELIEVO'],
  cashIn: ['VERSAMENTO CONTANTI', 'VERSAMENTO'],
  topUp: ['RICARICA CARTA', 'RICARICA'],
  directDebit: ['ADDEBITO DIRETTO SDD', 'SDD'],
  mortgage: ['RATA MUTUO', 'MUTUO'],
  invoice: ['EFFETTO RI.BA.', 'RIBA'],
  taxes: ['PAGAMENTO F24', 'F24'],
  notice: ['PAGAMENTO AVVISO PAGOPA', 'PAGOPA'],
  fee: ['COMMISSIONI E SPESE', 'COMMISSIONI'],
  monthlyFee: ['CANONE MENSILE', 'CANONE'],
  stampDuty: ['IMPOSTA DI BOLLO', 'IMPOSTE'],
  withholding: ['RITENUTA FISCALE', 'IMPOSTE'],
  interest: ['INTERESSI CREDITORI', 'INTERESSI'],
  interestOwed: ['INTERESSI DEBITORI', 'INTERESSI'],
  exchange: ['CAMBIO VALUTA', 'CAMBIO'],
} as const satisfies Record<string, readonly [short: string, code: string]>

export type Kind = keyof typeof kinds

/** Card payments are booked on every day of the week, everything else on bank days only. */
export const cardKinds: ReadonlySet<Kind> = new Set(['card', 'cardAbroad'])

/** Kinds that carry the reference code of a transfer. */
export const transferKinds: ReadonlySet<Kind> = new Set([
  'transferIn',
  'transferOut',
  'foreignIn',
  'foreignOut',
])

/** Booked in the evening, because it is reckoned from what was booked on the same day. */
export const eveningKinds: ReadonlySet<Kind> = new Set(['withholding'])

export type Pattern = {
  kind: Kind
  /**
   * Extended descriptions, one of which is taken. In braces: a list of words.ts; `date`, `month` and `year` of the
   * movement; `card` and `terminal` of the account; `d` with the number of digits that are to be made up.
   */
  texts: readonly [string, ...string[]]
  /** Cents, both included; negative leaves the account. */
  cents: readonly [least: number, most: number]
  /** The amount is a multiple of this many cents away from the least. */
  step?: number
  /** The same amount every time. */
  steady?: boolean
}

export type Habit = Pattern & {
  when:
    | {
        /** Of the month, or the next bank day. */ day: number /** 1 to 12; all unless given. */
        months?: readonly number[]
      }
    | { /** Per month, on any day. */ times: readonly [least: number, most: number] }
}

export type History = {
  /**
   * What is on the account on the seed day (for a closed one, when it was closed), in cents. The opening balance is made
   * to lead there; it is higher where the account would have gone below zero on the way.
   */
  balance: readonly [least: number, most: number]
  mayOverdraw?: boolean
  /** Days before the seed day on which the account was closed. */
  endedDaysAgo?: number
  habits?: readonly Habit[]
  /** In place of habits: so many booked movements with the opening balance, spread evenly, each pattern by its weight. */
  crowd?: { count: number; patterns: readonly (Pattern & { weight: number })[] }
  /** Card payments not yet booked on the seed day. */
  pending?: { count: number; pattern: Pattern }
}
