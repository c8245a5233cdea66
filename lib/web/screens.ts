import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { AccountList } from '@/lib/contracts/accounts'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { AccountDetailsAnswer, DetailsAnswer, Movement, MovementsPage } from '@/lib/contracts/movements'
import type { Overview } from '@/lib/contracts/overview'
import {
  authorizationParams,
  type MovementsQuery,
  productParams,
  transferParams,
} from '@/lib/contracts/requests'
import type { ForgetReport, Sharing } from '@/lib/contracts/sharing'
import type {
  PreparationView,
  RecentPayee,
  TransferList,
  TransferSummary,
  TransferView,
} from '@/lib/contracts/transfers'
import { bankDay } from '@/lib/domain/days/bank-day'
import type { BalanceTrend } from '@/lib/domain/money/balance-trend'
import {
  AppError,
  isRecentSignIn,
  type LatestFigures,
  listSignedInPlaces,
  listTransfers,
  listWaitingTransfers,
  readAuthorization,
  readBalanceTrend,
  readKnownAccounts,
  readKnownCustomerDetails,
  readKnownDetails,
  readKnownFacts,
  readKnownOverview,
  readKnownPreparation,
  readKnownSharing,
  readLatestFigures,
  readMovement,
  readMovements,
  readTransfer,
  recentPayees,
  type SignedInPlace,
} from '@/lib/flows'
import { getServer } from '@/lib/server'
import { forgetReportOf } from './forget-report'
import { newReference } from './reference'
import { logSecurityEvent } from './security-events'
import { seenEventOf } from './seen-events'
import type { SignedIn } from './session'

/** What screens read on the server. Nothing here calls the bank: a page shows before the bank answers. */

/** Layout and page both ask; the database is asked once per request. */
export const knownAccounts = cache(async (session: SignedIn): Promise<AccountList> => {
  const { flows } = await getServer()
  return readKnownAccounts(flows, session.customerId)
})

/** What a page's overview and its newest figures are both made of. */
const knownFacts = cache(async (session: SignedIn) => {
  const { flows } = await getServer()
  return readKnownFacts(flows, session.customerId)
})

/** Accounts with their last known balances and totals. */
export const knownOverview = cache(async (session: SignedIn): Promise<Overview> => {
  const { flows } = await getServer()
  return readKnownOverview(flows, session.customerId, await knownFacts(session))
})

/** From the stored movements of all accounts: the newest ones, and each balance over so many days. */
export async function knownLatestFigures(session: SignedIn, days: number): Promise<LatestFigures> {
  const { flows } = await getServer()
  return readLatestFigures(flows, session.customerId, days, await knownFacts(session))
}

/** One account's balance over so many days; null for an account that is not the customer's. */
export async function knownBalanceTrend(
  session: SignedIn,
  productId: string,
  days: number,
): Promise<BalanceTrend | null> {
  const { flows } = await getServer()
  if (!productParams.safeParse({ productId }).success) return null
  return orNull(readBalanceTrend(flows, session.customerId, productId, days))
}

/** The consents, their history, and the runs under way. */
export const knownSharing = cache(async (session: SignedIn): Promise<Sharing> => {
  const server = await getServer()
  const seen = seenEventOf(server, await cookies(), session.customerId)
  return readKnownSharing(server.flows, session.customerId, seen)
})

/** A run of this customer; null for any other id, which the page answers with 404. */
export async function authorization(session: SignedIn, id: string): Promise<AuthorizationView | null> {
  const { flows } = await getServer()
  const params = authorizationParams.safeParse({ authorizationId: id })
  if (!params.success) return null
  return orNull(readAuthorization(flows, session, params.data.authorizationId))
}

/**
 * A page of stored movements; null for an account that is not the customer's. What a filter finds is counted and
 * summed; without one that would be all there is, and nobody asked.
 */
export async function knownMovements(
  session: SignedIn,
  productId: string,
  query: MovementsQuery,
): Promise<MovementsPage | null> {
  const { flows } = await getServer()
  if (!productParams.safeParse({ productId }).success) return null
  const { cursor, limit, ...filter } = query
  const isCounted = Object.keys(filter).length > 0
  return orNull(readMovements(flows, session.customerId, { productId, filter, cursor, limit, isCounted }))
}

/** One stored movement; null where there is none. */
export async function knownMovement(
  session: SignedIn,
  productId: string,
  movementId: string,
): Promise<Movement | null> {
  const { flows } = await getServer()
  return orNull(readMovement(flows, session.customerId, { productId, movementId }))
}

/** The bank's day now. */
export async function bankToday(): Promise<string> {
  const { flows } = await getServer()
  return bankDay(flows.now())
}

/** What the bank said last of an account; null for one that is not the customer's. */
export async function knownAccountDetails(
  session: SignedIn,
  productId: string,
): Promise<AccountDetailsAnswer | null> {
  const { flows } = await getServer()
  return orNull(readKnownDetails(flows, session.customerId, productId))
}

/** What the bank said last of the customer. */
export async function knownCustomerDetails(session: SignedIn): Promise<DetailsAnswer> {
  const { flows } = await getServer()
  return readKnownCustomerDetails(flows, session.customerId)
}

/** A transfer of this customer; null for any other id, which the page answers with 404. */
export const transfer = cache(async (session: SignedIn, id: string): Promise<TransferView | null> => {
  const { flows } = await getServer()
  if (!transferParams.safeParse({ transferId: id }).success) return null
  return orNull(readTransfer(flows, session, id))
})

/** A page of the history. @param after `nextCursor` of the page before */
export async function knownTransfers(session: SignedIn, after?: string): Promise<TransferList> {
  const { flows } = await getServer()
  return listTransfers(flows, session, after)
}

/** Transfers that wait for the customer, what matters most first. */
export async function knownWaitingTransfers(session: SignedIn): Promise<readonly TransferSummary[]> {
  const { flows } = await getServer()
  return listWaitingTransfers(flows, session)
}

export async function knownPayees(session: SignedIn): Promise<RecentPayee[]> {
  const { flows } = await getServer()
  return recentPayees(flows, session)
}

/** What the bank said last of transfers from an account; null where it was never heard. */
export async function knownPreparation(
  session: SignedIn,
  productId: string,
): Promise<PreparationView | null> {
  const { flows } = await getServer()
  if (!productParams.safeParse({ productId }).success) return null
  return readKnownPreparation(flows, session, productId)
}

/** The page for an id that is not this customer's, noted once per request. */
export async function notTheirs(session: SignedIn): Promise<never> {
  await noteNotTheirs(session)
  notFound()
}

const noteNotTheirs = cache(async (session: SignedIn): Promise<void> => {
  logSecurityEvent(await getServer(), 'notTheirs', session, { route: 'page', reference: newReference() })
})

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

export async function signedInPlaces(session: SignedIn): Promise<SignedInPlace[]> {
  const { flows } = await getServer()
  return listSignedInPlaces(flows, session)
}

/** Whether the customer signed in at the bank lately enough to have everything erased. */
export async function hasSignedInLately(session: SignedIn): Promise<boolean> {
  const { flows } = await getServer()
  return isRecentSignIn(flows, session.signedInAt)
}

/** What was erased by this browser's request a moment ago; null when nothing was, or it is long ago. */
export async function forgetReport(): Promise<ForgetReport | null> {
  return forgetReportOf(await getServer(), await cookies())
}

export async function publicFacts(): Promise<{
  environment: 'sandbox' | 'production'
  bankName: string
  /** How long a draft is kept that was never checked. */
  draftDays: number
  /** Where what is kept is: it decides how long erased bytes stay in files. */
  database: 'embedded' | 'server'
}> {
  const { config } = await getServer()
  return {
    environment: config.BANK_ENVIRONMENT,
    bankName: config.BANK_NAME,
    draftDays: config.DRAFT_DAYS,
    database: config.DATABASE_URL === undefined ? 'embedded' : 'server',
  }
}

export { isAnotherCustomer } from './another-customer'
