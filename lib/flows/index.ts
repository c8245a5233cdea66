export { listAccounts, readKnownAccounts } from './accounts/list-accounts'
export { readKnownOverview, refreshOverview } from './accounts/overview'
export { readKnownFacts } from './accounts/product-facts'
export {
  readKnownCustomerDetails,
  readKnownDetails,
  readProducts,
  refreshCustomerDetails,
  refreshDetails,
} from './accounts/read-details'
export { refreshAccount } from './accounts/refresh-account'
export { AppError, isStoreUnavailable } from './app-error'
export { bankProblemOf } from './bank-problem'
export { abandonAuthorization, readAuthorization } from './consents/authorizations'
export { beginConsent } from './consents/begin-consent'
export { continueAuthorization } from './consents/continue-authorization'
export { endStaleRuns } from './consents/live-runs'
export { returnFromSca, type ScaReturn } from './consents/return-from-sca'
export { readKnownSharing, refreshSharing } from './consents/sharing'
export type { Caller, FlowDeps, SignedInCustomer } from './deps'
export {
  catchUpMovements,
  type LatestFigures,
  readBalanceTrend,
  readLatestFigures,
} from './movements/balance-trend'
export { exportMovements } from './movements/export-movements'
export { readMovement, readMovements } from './movements/read-movements'
export { checkBank } from './session/check-bank'
export { type ConnectProblem, completeConnect, startConnect } from './session/connect-bank'
export { beginRevokingEverything, forgetMe } from './session/forget-me'
export { isRecentSignIn } from './session/recent-sign-in'
export { endReplacedSession, listSignedInPlaces, type SignedInPlace, signOut } from './session/sign-out'
export * from './transfers'
