import { requestConsent, revokeConsent } from './change-consent'
import { confirmConsent } from './confirm-consent'
import { executeTransfer } from './execute-transfer'
import { getBalance } from './get-balance'
import { getCustomerDetails } from './get-customer-details'
import { getCustomerId } from './get-customer-id'
import { getDocument } from './get-document'
import { getOperationStatus } from './get-operation-status'
import { getProduct } from './get-product'
import { listAccounts } from './list-accounts'
import { listConsents } from './list-consents'
import { listProducts } from './list-products'
import { listTransactions } from './list-transactions'
import { prepareTransfer } from './prepare-transfer'
import { startSca } from './start-sca'
import { verifyStep, verifyTransfer } from './verify-transfer'

/** The rows of the spec's endpoint table, each with its function; `verify<N>` has no row of its own. */
export const endpoints = {
  1: getCustomerId,
  2: listAccounts,
  3: requestConsent,
  4: startSca,
  5: confirmConsent,
  6: listConsents,
  7: revokeConsent,
  8: confirmConsent,
  9: getOperationStatus,
  10: prepareTransfer,
  11: verifyTransfer,
  'verify<N>': verifyStep,
  12: executeTransfer,
  13: getCustomerDetails,
  14: listProducts,
  15: getProduct,
  16: getBalance,
  17: listTransactions,
  18: getDocument,
} as const
