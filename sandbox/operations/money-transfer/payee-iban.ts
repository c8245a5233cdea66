import { checkLetter, ibanRemainder } from '../../state/iban'
import { type Country, countries } from './countries'

const maxLength = 34
/** Check digits are 02 to 98: 00, 01 and 99 pass the sum too, and would be a second way to write an account. */
const form = /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]+$/
/** Check letter, ABI, CAB, account: the same in Italy and San Marino. */
const italianBban = /^[A-Z]\d{10}[A-Z0-9]{12}$/

export type PayeeIban = {
  country: Country
  /** Code of the bank, where the country's IBAN is read down to the bank: Italy and San Marino. */
  abi: string | null
}

/** Reads an IBAN in its electronic form, without blanks; null when it cannot be one. */
export function readPayeeIban(text: string): PayeeIban | null {
  if (text.length > maxLength || !form.test(text)) return null
  const country = countries.get(text.slice(0, 2))
  if (!country || text.length !== country.ibanLength || ibanRemainder(text) !== 1) return null
  if (country.code !== 'IT' && country.code !== 'SM') return { country, abi: null }
  const bban = text.slice(4)
  if (!italianBban.test(bban) || checkLetter(bban.slice(1)) !== bban[0]) return null
  return { country, abi: bban.slice(1, 6) }
}
