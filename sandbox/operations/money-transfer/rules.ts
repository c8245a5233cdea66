import { ApiRefusal } from '../../api/refusal'
import { type BankDay, bankDayOf } from '../../calendar/bank-day'
import { isWorkingDay } from '../../calendar/holidays'
import type { Account, Customer } from '../../state/customers'
import type { OperationContext } from '../definition'
import type { Order } from './order'
import { readPayeeIban } from './payee-iban'
import { debitOf, isInternal, type Price } from './price'
import { firstExecutionDay, lastExecutionDay, type Speed } from './working-hours'

/** What kinds of transfer an account can send. */
export type Abilities = { sepa: boolean; swift: boolean; swiftContractSigned: boolean; urgent: boolean }

/** Companies have signed the contract for transfers abroad; a person may only have the account for it. */
export function abilitiesOf(customer: Customer, account: Account): Abilities {
  const inEuro = account.currency === 'EUR'
  const ofCompany = customer.kind === 'company'
  return { sepa: inEuro, swift: ofCompany || !inEuro, swiftContractSigned: ofCompany, urgent: inEuro }
}

/** The rules of business of a transfer that is formally right, in this order. Throws the ApiRefusal of the first. */
export function requirePossible(context: OperationContext, order: Order, price: Price): void {
  typeOfAccount(context, order)
  currencyOfType(order)
  payeeReached(context, order)
  urgencyOfType(order)
  executionDayPossible(context.now, order)
  fundsAvailable(context, price.debit ?? debitOf(order, context.account), price.fee)
}

function refused(field: string): ApiRefusal {
  return new ApiRefusal('FIELD_INVALID', { detail: field })
}

function typeOfAccount({ customer, account }: OperationContext, { type }: Order): void {
  const abilities = abilitiesOf(customer, account)
  if (!(type === 'SEPA' ? abilities.sepa : abilities.swift)) throw refused('type')
  if (type === 'SWIFT' && !abilities.swiftContractSigned) throw new ApiRefusal('SWIFT_CONTRACT_MISSING')
}

function currencyOfType({ type, currency }: Order): void {
  if (type === 'SEPA' && currency !== 'EUR') throw refused('moneyTransferAmount.currency')
}

function payeeReached({ account }: OperationContext, { type, iban }: Order): void {
  const reach = readPayeeIban(iban)?.country.reach
  const outOfReach = type === 'SEPA' && reach === 'outside'
  if (outOfReach || iban === account.iban) throw refused('ibanBeneficiary')
}

function urgencyOfType({ type, urgent }: Order): void {
  if (urgent && type !== 'SEPA') throw refused('flagUrgency')
}

export function executionDayPossible(now: Date, order: Order): void {
  const { executionDay } = order
  const first = firstExecutionDay(now, speedOf(order))
  const last: BankDay = lastExecutionDay(bankDayOf(now))
  if (executionDay < first || executionDay > last || !isWorkingDay(executionDay)) {
    throw refused('moneyTransferExecutionDate')
  }
}

function speedOf(order: Order): Speed {
  if (order.urgent) return 'urgent'
  return isInternal(order) ? 'internal' : 'other-bank'
}

export function fundsAvailable({ bank, account }: OperationContext, debit: bigint, fee: bigint): void {
  if (bank.ledger.balances(account.productId).availableCents < debit + fee) {
    throw new ApiRefusal('AMOUNT_NOT_AVAILABLE', { detail: 'moneyTransferAmount.amount' })
  }
}
