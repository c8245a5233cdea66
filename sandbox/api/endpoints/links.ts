import type { Account, Customer } from '../../state/customers'
import type { Call } from '../call'
import type { Links } from '../envelope'

/**
 * The curie of an operation group: `path` under `/private`, ending before `{rel}` (spec, "HAL rules" 3). The links of an
 * answer are relative to it.
 */
export function curie(call: Call, path: string, name: string): Links['curies'][0] {
  return { href: `${call.bank.baseUrl()}/private/${path}{rel}`, name }
}

export function customerCurie(call: Call, customer: Customer, name: string, path = ''): Links['curies'][0] {
  return curie(call, `customers/${customer.customerId}/${path}`, name)
}

export function productCurie(call: Call, customer: Customer, account: Account, name: string) {
  return customerCurie(call, customer, name, `products/${account.productId}/${name}/`)
}
