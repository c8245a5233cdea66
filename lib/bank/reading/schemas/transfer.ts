import { bankLimits } from '@/lib/domain/bank-limits'
import type { TransferExecution, TransferPreparation, TransferVerification } from '../answers'
import { readDate } from '../calendar-date'
import { isRecord, readDetails } from '../fields'
import { readCurrency, readDecimal } from '../money'
import { fieldReader, readText } from './reader'

/** spec.md "Bank transfer: prepare response `data`". */
export function readPreparation(data: Readonly<Record<string, unknown>>): TransferPreparation {
  const fields = fieldReader(data)
  const currency = fields.inner('currency')
  const updated = currency.inner('updated')
  return {
    abi: fields.twinText('abi', 'ABI', bankLimits.abi),
    sepa: fields.twinFlag('sepa', 'SEPA'),
    swift: fields.twinFlag('swift', 'SWIFT'),
    swiftContractSigned: fields.twinFlag('swiftcontractSigned', 'SWIFTContractSigned'),
    urgency: fields.flag('flagUrgency'),
    addBeneficiary: fields.flag('addBeneficiary'),
    editBeneficiary: fields.flag('editBeneficiary'),
    today: fields.date('today'),
    earliestDate: fields.date('executionDateMinimumWireTransferAtBank'),
    earliestDateInternal: fields.date('executionDateMinimumWireTransferInternal'),
    latestDate: fields.date('executionDateLimit'),
    holidays: fields.list('holidays', bankLimits.holidays, readDate),
    currencies: currency.list('currencyList', bankLimits.currencies, readCurrencyRow),
    ratesUpdated: { date: updated.date('date'), hour: updated.text('hour', bankLimits.hour) },
    selectedCurrency: currency.text('selected', bankLimits.currency),
    countries: fields.list('countries', bankLimits.countries, readCountryRow),
    initialData: readDetails(data.initialData),
    conflicts: fields.conflicts,
    odd: fields.odd,
  }
}

function readCurrencyRow(row: unknown): TransferPreparation['currencies'][number] | undefined {
  if (!isRecord(row)) return undefined
  const code = readCurrency(row.value)
  return code ? { code, label: labelOf(row, code), rate: readDecimal(row.rate) } : undefined
}

function readCountryRow(row: unknown): TransferPreparation['countries'][number] | undefined {
  if (!isRecord(row)) return undefined
  const code = readText(row.value, bankLimits.country)
  return code ? { code, label: labelOf(row, code) } : undefined
}

/** A label that is missing or too long costs the row nothing: its code says what it is. */
function labelOf(row: Readonly<Record<string, unknown>>, code: string): string {
  return readText(row.label, bankLimits.label) || code
}

type VerificationData = Omit<TransferVerification, 'resourceId' | 'next' | 'messages'>

/** spec.md "Bank transfer: verify response `data`". */
export function readVerification(data: unknown): VerificationData {
  const fields = fieldReader(data)
  return {
    total: fields.money('totalAmount'),
    commission: fields.money('commissions', 'commissions'),
    equivalent: fields.money('equivalentAmount'),
    bankName: fields.text('bankName'),
    branchName: fields.text('branchName'),
    address: fields.text('address'),
    isOffline: fields.flag('moneyTransferOffline'),
    holdersEnabled: fields.flag('holdersEnabled'),
    odd: fields.odd,
  }
}

type ExecutionData = Omit<TransferExecution, 'documentPath' | 'messages'>

/** spec.md "Bank transfer: execute response `data`". */
export function readExecution(data: unknown): ExecutionData {
  const fields = fieldReader(data)
  return {
    cro: fields.text('cro', bankLimits.cro),
    isOffline: fields.flag('moneyTransferOffline'),
    sendEmailEnabled: fields.flag('sendEmailEnabled'),
    odd: fields.odd,
  }
}
