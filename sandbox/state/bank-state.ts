import type { BankClock } from '../clock'
import { seedConsents } from '../seed/consents'
import { seedMovements } from '../seed/movements'
import { createLedger } from './account-ledger'
import type { BankEvent } from './bank-events'
import { applyBankEvent, applySeedConsents, emptyBook } from './book'
import { createBatchAccesses, createConsents } from './consent-desk'
import type { BatchAccesses, Consents } from './consents'
import type { Customers } from './customers'
import type { Ledger } from './ledger'
import type { Lifetimes } from './lifetime'
import { createResources } from './resource-desk'
import type { Resources } from './resources'
import type { StateFile } from './state'

export type BankState = {
  resources: Resources
  consents: Consents
  accesses: BatchAccesses
  ledger: Ledger
}

/** What the bank knows besides tokens: the seed, and on it what the file says has happened. */
export function createBankState(
  file: StateFile,
  {
    customers,
    clock,
    lifetimes,
    firstTpp,
  }: {
    customers: Customers
    clock: BankClock
    /** Read at every use. */
    lifetimes: Lifetimes
    /** Authorisation number of the provider that the seed's consents are given to. */
    firstTpp: string
  },
): BankState {
  const now = () => clock.now().getTime()
  const book = emptyBook()
  const { ledger, post } = createLedger({
    customers,
    now,
    seedOf: (account) => seedMovements(account, file.seedDay),
  })
  applySeedConsents(book, seedConsents(file.seedDay, firstTpp))
  const apply = (event: BankEvent) => applyBankEvent(book, event, post)
  for (const event of file.bankEvents) apply(event)
  const desk = {
    book,
    lifetimes,
    now,
    earliest: () => Math.min(now(), clock.wall().getTime()),
    record: (event: BankEvent) => {
      apply(event)
      return file.commit(event)
    },
  }
  return {
    resources: createResources(desk),
    consents: createConsents(desk),
    accesses: createBatchAccesses(desk),
    ledger,
  }
}
