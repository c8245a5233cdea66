import type { Movement } from '@/lib/contracts/movements'
import type { CamtAmount } from './camt-amount'
import { cut, furtherFields, oneLine, pieces } from './texts'
import { element, group } from './xml'

/** One `Ntry`. The bank's texts go where programs look for them; what the format has no place for is `AddtlTxInf`. */
export function entryOf(movement: Movement, currency: string, amount: CamtAmount): string {
  return group(
    'Ntry',
    // A UUID without its dashes: 32 of the 35 characters there are.
    element('NtryRef', movement.movementId.replaceAll('-', '')),
    element('Amt', amount.digits, ` Ccy="${currency}"`),
    element('CdtDbtInd', amount.indicator),
    group('Sts', element('Cd', 'BOOK')),
    dateXml('BookgDt', movement.bookingDate),
    dateXml('ValDt', movement.valueDate),
    element('AcctSvcrRef', shortReference(movement)),
    group(
      'BkTxCd',
      group('Prtry', element('Cd', cut(oneLine(movement.codeDescription ?? ''), 35) || 'NOTPROVIDED')),
    ),
    detailsXml(movement),
    element('AddtlNtryInf', cut(oneLine(movement.shortDescription ?? ''), 500)),
  )
}

function dateXml(name: string, day: string | null): string {
  return day === null ? '' : group(name, element('Dt', day))
}

function detailsXml(movement: Movement): string {
  const texts = pieces(oneLine(movement.extendedDescription ?? ''), 140).map((text) => element('Ustrd', text))
  const further = element('AddtlTxInf', cut(furtherText(movement), 500))
  if (texts.length === 0 && further === '') return ''
  const remittance = texts.length === 0 ? '' : group('RmtInf', ...texts)
  return group('NtryDtls', group('TxDtls', remittance, further))
}

/** The bank's own id where it fits; a longer one is among the further fields, whole. */
function shortReference({ moneyTransferId }: Movement): string | null {
  const reference = oneLine(moneyTransferId ?? '')
  return reference !== '' && [...reference].length <= 35 ? reference : null
}

function furtherText(movement: Movement): string {
  const { odd, index, codeDescription, moneyTransferId } = movement
  const parts = [
    odd.length > 0 ? `odd fields: ${odd.join(' ')}` : '',
    moneyTransferId !== null && shortReference(movement) === null ? `idMoneyTransfer=${moneyTransferId}` : '',
    index === null ? '' : `index=${index}`,
    codeDescription !== null && [...oneLine(codeDescription)].length > 35 ? codeDescription : '',
    furtherFields(movement),
  ]
  return oneLine(parts.filter((part) => part !== '').join('; '))
}
