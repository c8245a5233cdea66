import type { BankSettings } from '../../bank'
import { bankDayOf, toSlashed } from '../../calendar/bank-day'
import { holidaysBetween } from '../../calendar/holidays'
import { ownAbi } from '../../state/customers'
import type { OperationContext } from '../definition'
import { countryOptions } from './countries'
import { currencies, publishedRate } from './currencies'
import { abilitiesOf } from './rules'
import { texts } from './texts'
import { firstExecutionDay, lastExecutionDay, ratesPublished } from './working-hours'

/** A code of another bank that does not exist. */
const otherAbi = '09991'

/** Spec, "Bank transfer: prepare response". */
export function prepare(context: OperationContext): object {
  const { bank, customer, account, now, language } = context
  const { sepa, swift, swiftContractSigned, urgent } = abilitiesOf(customer, account)
  const today = bankDayOf(now)
  const limit = lastExecutionDay(today)
  const firstAtOtherBank = toSlashed(firstExecutionDay(now, 'other-bank'))
  const { twinFields } = bank.settings
  return {
    ...twins(twinFields, ['abi', 'ABI'], ownAbi, otherAbi),
    ...twins(twinFields, ['sepa', 'SEPA'], sepa, !sepa),
    ...twins(twinFields, ['swift', 'SWIFT'], swift, !swift),
    ...twins(
      twinFields,
      ['swiftcontractSigned', 'SWIFTContractSigned'],
      swiftContractSigned,
      !swiftContractSigned,
    ),
    initialData: {
      type: sepa ? 'SEPA' : 'SWIFT',
      currency: account.currency,
      moneyTransferExecutionDate: firstAtOtherBank,
    },
    executionDateMinimumWireTransferAtBank: firstAtOtherBank,
    executionDateMinimumWireTransferInternal: toSlashed(firstExecutionDay(now, 'internal')),
    flagUrgency: urgent,
    addBeneficiary: false,
    editBeneficiary: false,
    today: toSlashed(today),
    executionDateLimit: toSlashed(limit),
    holidays: holidaysBetween(today, limit).map(toSlashed),
    currency: currencyChoice(context, swift),
    countries: countryOptions[language],
  }
}

/** One fact under two names; with the setting `conflict` the second name says the opposite. */
function twins(
  setting: BankSettings['twinFields'],
  [first, second]: readonly [string, string],
  value: string | boolean,
  opposite: string | boolean,
): object {
  return {
    ...(setting === 'second' ? {} : { [first]: value }),
    ...(setting === 'first' ? {} : { [second]: setting === 'conflict' ? opposite : value }),
  }
}

/** Rates are units of the currency for one euro. An account without SWIFT sends euro alone. */
function currencyChoice({ account, now, language }: OperationContext, swift: boolean): object {
  const { day, hour } = ratesPublished(now)
  return {
    currencyList: (swift ? currencies : ['EUR']).map((code) => ({
      label: texts[language].currencies[code] ?? code,
      value: code,
      rate: publishedRate(code),
    })),
    updated: { date: toSlashed(day), hour },
    selected: account.currency,
  }
}
