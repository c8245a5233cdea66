/*
 * Names that banks give to fields, in lower case, and what they mean here: a key of `details.field` in the message
 * catalogue. What is not among them is shown under the bank's own name.
 */
const meanings = {
  customerid: 'customerNumber',
  customernumber: 'customerNumber',
  kind: 'kind',
  name: 'name',
  firstname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  taxcode: 'taxCode',
  fiscalcode: 'taxCode',
  vatnumber: 'vatNumber',
  address: 'address',
  street: 'street',
  postalcode: 'postalCode',
  zipcode: 'postalCode',
  town: 'town',
  city: 'town',
  province: 'province',
  country: 'country',
  email: 'email',
  phone: 'phone',
  mobile: 'mobile',
  customersince: 'customerSince',
  birthdate: 'birthDate',
  dateofbirth: 'birthDate',
  accountid: 'accountId',
  productid: 'accountId',
  product: 'product',
  code: 'code',
  description: 'description',
  currency: 'currency',
  iban: 'iban',
  bic: 'bic',
  abi: 'abi',
  cab: 'cab',
  status: 'status',
  holder: 'holder',
  holders: 'holder',
  openingdate: 'openingDate',
  branch: 'branch',
} as const

type KnownName = (typeof meanings)[keyof typeof meanings]

const byName = new Map<string, KnownName>(Object.entries(meanings))

/** `postal_code` and `PostalCode` are the same name. */
export function knownName(name: string): KnownName | undefined {
  return byName.get(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Calendar dates. */
export const dateNames: readonly KnownName[] = ['customerSince', 'birthDate', 'openingDate']

/** What people copy to give it to somebody else. */
export const copiedNames: readonly KnownName[] = ['iban', 'bic', 'customerNumber', 'taxCode', 'vatNumber']
