import { getCustomerId } from './get-customer-id'
import { listAccounts } from './list-accounts'

/** The rows of the spec's endpoint table that this client speaks, each with its function. */
export const endpoints = {
  1: getCustomerId,
  2: listAccounts,
} as const
