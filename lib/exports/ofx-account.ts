import type { Account } from '@/lib/contracts/accounts'
import { oneLine } from './texts'
import { element, group } from './xml'

const MAX_ACCOUNT_LENGTH = 22
const italianIban = /^IT\d{2}([A-Z])(\d{5})(\d{5})([A-Z0-9]{12})$/

/**
 * BANKACCTFROM, which is older than the IBAN: in Italy bank, branch, number and check letter are its parts (OFX 11.3.1).
 * Of other accounts only the end fits.
 */
export function bankAccountXml(account: Pick<Account, 'iban' | 'productId'>): string {
  const iban = account.iban.replace(/\s/g, '').toUpperCase()
  const [, letter, bank, branch, number] = italianIban.exec(iban) ?? []
  if (letter !== undefined && bank !== undefined && branch !== undefined && number !== undefined) {
    return group(
      'BANKACCTFROM',
      element('BANKID', bank),
      element('BRANCHID', branch),
      element('ACCTID', number),
      element('ACCTTYPE', 'CHECKING'),
      element('ACCTKEY', letter),
    )
  }
  const name = [...oneLine(iban === '' ? account.productId : iban)].slice(-MAX_ACCOUNT_LENGTH).join('')
  return group(
    'BANKACCTFROM',
    element('BANKID', 'NONE'),
    element('ACCTID', name),
    element('ACCTTYPE', 'CHECKING'),
  )
}
