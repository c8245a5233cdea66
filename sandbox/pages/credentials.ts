import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../secrets'
import type { Customer, Customers } from '../state/customers'
import { field } from './respond'

/** By username and password, or by the button that the sandbox offers for each of its customers. */
export function customerOfLogin(customers: Customers, request: FastifyRequest): Customer | undefined {
  const picked = field(request, 'pick')
  if (picked) return customers.byUsername(picked)
  const customer = customers.byUsername(usernameOf(request))
  return customer && isSameSecret(customer.password, field(request, 'password')) ? customer : undefined
}

/** As customers are known by it. */
export function usernameOf(request: FastifyRequest): string {
  return field(request, 'username').trim().toLowerCase().slice(0, 100)
}

/** Whether the form has the customer's one-time code; blanks between the digits are fine. */
export function hasRightCode(customer: Customer, request: FastifyRequest): boolean {
  return isSameSecret(customer.oneTimeCode, field(request, 'code').replace(/\s/g, ''))
}
