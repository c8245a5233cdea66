import type { ForgetReport } from '@/lib/store'
import { sharedScopes } from '../accounts/product-facts'
import { AppError } from '../app-error'
import { bankProblemOf } from '../bank-problem'
import type { BeginResult } from '../consents/begin-consent'
import { beginConsent } from '../consents/begin-consent'
import { type ConsentListRead, rereadConsents } from '../consents/reread-consents'
import type { Caller, FlowDeps, SignedInCustomer } from '../deps'
import { isRecentSignIn } from './recent-sign-in'

/**
 * Begins to take back all that is in force, as the first half of forgetting. Null when nothing is.
 * @throws as beginConsent
 */
export async function beginRevokingEverything(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  form: { formToken: string; returnTo?: string },
): Promise<BeginResult | null> {
  await rereadConsents(deps, customer, caller)
  const scopes = await sharedScopes(deps, customer.customerId)
  if (scopes.length === 0) return null
  return beginConsent(deps, customer, caller, { ...form, direction: 'revoke', scopes })
}

export type Forgotten =
  | { kind: 'still_shared'; scopes: { category: string; productIds: readonly string[] }[] | null }
  | { kind: 'forgotten'; erased: ForgetReport; bankList: 'empty' | 'not_empty' | 'not_read' }

/** How often the list is read again while another tab's consent takes effect or a payment is being sent. */
const READS = 5
const READ_AGAIN_MS = 1_000

/**
 * Erases everything of the customer here, sessions included. `after_revocation` first makes sure that the bank's
 * list is empty, and erases nothing otherwise; `here_only` looks too, and erases whatever it sees: consents may then
 * stay in force at the bank, where only the customer can end them. An empty list counts only while no consent is
 * confirmed after it was asked for. A payment that is being sent ends first, for nobody could be told what became of it.
 *
 * A session alone does not erase: the customer signed in at the bank within the last minutes.
 *
 * @throws AppError sign_in_needed, payment_under_way: nothing is erased; connection_expired, the bank's errors: with `after_revocation` only, and nothing is erased
 */
export async function forgetMe(
  deps: FlowDeps,
  customer: SignedInCustomer & { signedInAt: Date },
  caller: Caller,
  mode: 'after_revocation' | 'here_only',
): Promise<Forgotten> {
  if (!isRecentSignIn(deps, customer.signedInAt)) throw new AppError('sign_in_needed')
  const { customerId } = customer
  for (let reads = 1; reads <= READS; reads += 1) {
    if (reads > 1) await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
    const list = await readBankList(deps, customer, caller, mode)
    const bankList = list?.kind !== 'read' ? 'not_read' : isEmpty(list) ? 'empty' : 'not_empty'
    if (list?.kind === 'read' && bankList === 'empty') {
      const erased = await deps.store.forgetUnlessBusy(customerId, list.askedAt)
      if (erased === 'paying' && reads === READS) throw new AppError('payment_under_way')
      if (typeof erased === 'object') return { kind: 'forgotten', erased, bankList }
    } else if (mode === 'after_revocation') {
      return { kind: 'still_shared', scopes: list?.kind === 'read' ? [...list.grants] : null }
    } else {
      const erased = await deps.store.forgetUnlessBusy(customerId, null)
      if (typeof erased === 'object') return { kind: 'forgotten', erased, bankList }
      if (reads === READS) throw new AppError('payment_under_way')
    }
  }
  if (mode === 'after_revocation') return { kind: 'still_shared', scopes: null }
  const erased = await deps.store.forgetUnlessBusy(customerId, null)
  if (typeof erased !== 'object') throw new AppError('payment_under_way')
  return { kind: 'forgotten', erased, bankList: 'not_read' }
}

async function readBankList(
  deps: FlowDeps,
  customer: SignedInCustomer,
  caller: Caller,
  mode: 'after_revocation' | 'here_only',
): Promise<ConsentListRead | null> {
  try {
    return await rereadConsents(deps, customer, caller)
  } catch (error) {
    if (mode === 'after_revocation' || bankProblemOf(error) === null) throw error
    return null
  }
}

function isEmpty(list: Extract<ConsentListRead, { kind: 'read' }>): boolean {
  return list.isWhole && list.grants.every(({ productIds }) => productIds.length === 0)
}
