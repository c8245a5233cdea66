export { BankApiError, BankProtocolError, BankUnreachableError } from '@/lib/bank'
export { AppError, isStoreUnavailable } from './app-error'
export { abandonAuthorization, readAuthorization } from './authorizations'
export { catchUpMovements, type LatestFigures, readBalanceTrend, readLatestFigures } from './balance-trend'
export { bankProblemOf } from './bank-problem'
export { beginConsent } from './begin-consent'
export { checkBank } from './check-bank'
export { type ConnectProblem, completeConnect, startConnect } from './connect-bank'
export { continueAuthorization } from './continue-authorization'
export type { Caller, FlowDeps, SignedInCustomer } from './deps'
export { exportMovements } from './export-movements'
export { beginRevokingEverything, forgetMe } from './forget-me'
export { listAccounts, readKnownAccounts } from './list-accounts'
export { endStaleRuns } from './live-runs'
export { readKnownOverview, refreshOverview } from './overview'
export { readKnownFacts } from './product-facts'
export {
  readKnownCustomerDetails,
  readKnownDetails,
  readProducts,
  refreshCustomerDetails,
  refreshDetails,
} from './read-details'
export { readMovement, readMovements } from './read-movements'
export { isRecentSignIn } from './recent-sign-in'
export { refreshAccount } from './refresh-account'
export { refreshMovements } from './refresh-movements'
export { returnFromSca, type ScaReturn } from './return-from-sca'
export { readKnownSharing, refreshSharing } from './sharing'
export { endReplacedSession, listSignedInPlaces, type SignedInPlace, signOut } from './sign-out'
export * from './transfers'
