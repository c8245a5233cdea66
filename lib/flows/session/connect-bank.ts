import { createHash } from 'node:crypto'
import { BankApiError } from '@/lib/bank'
import { bankProblemOf } from '../bank-problem'
import { type Caller, type FlowDeps, type TrackedSession, trackSession } from '../deps'

/** How long the customer may take at the bank's login page. */
const ATTEMPT_MAX_AGE_SECONDS = 600
/** How long a doubled callback waits for the first one to finish. */
const TWIN_WAIT_MS = 15_000
const TWIN_POLL_MS = 100
/** Outcomes of attempts that ended well, as the store keeps them. */
const CONNECTED = 'connected'
const CONNECTED_AS_ANOTHER = 'connected_as_another'

export type ConnectProblem =
  | 'refused'
  | 'expired'
  | 'used'
  | 'unknown'
  | 'other_browser'
  | 'bank_unreachable'
  | 'bank_answer_unverified'
  | 'bank_answer_not_understood'
  | 'bank_error'
  | 'internal'

export type ConnectResult =
  | {
      kind: 'signed_in'
      sessionToken: string
      sessionId: string
      customerId: string
      returnTo: string | null
      /** Somebody else was signed in in this browser when this customer came back. */
      anotherCustomer: boolean
    }
  | { kind: 'problem'; reason: ConnectProblem; cause?: unknown }

/** What the bank's redirect carried: a code, or the refusal. */
export type ConnectAnswer = { kind: 'code'; code: string } | { kind: 'error'; error: string }

/**
 * Starts a sign-in: writes down state, PKCE verifier and the browser it belongs to, then asks the bank
 * where to send the customer. Every start is its own row, so two tabs never share a state (case OA-5);
 * the row's id is the TPP-Transaction-ID of every call of this sign-in.
 * @throws the bank's errors; the attempt then just expires
 */
export async function startConnect(
  deps: FlowDeps,
  args: { browserId: string; returnTo?: string; caller: Caller },
): Promise<{ browserUrl: string }> {
  const state = deps.newSecret()
  const codeVerifier = deps.newSecret()
  const { attemptId } = await deps.store.connectAttempts.create({
    state,
    browserId: args.browserId,
    codeVerifier,
    expiresAt: new Date(deps.now().getTime() + ATTEMPT_MAX_AGE_SECONDS * 1000),
    returnTo: args.returnTo,
  })
  const session = trackSession()
  const { browserUrl } = await deps.bank.oauth.startAuthorization({
    state,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    redirectUri: deps.callbackUrl,
    context: { ...args.caller, transactionId: attemptId, session },
  })
  if (session.apitrackId !== undefined) {
    await deps.store.connectAttempts.setApitrackId(attemptId, session.apitrackId)
  }
  return { browserUrl }
}

/** What came back from the bank, and who was signed in in this browser until now. */
type SignInReturn = {
  state: string
  answer: ConnectAnswer
  browserId: string | null
  earlierCustomerId?: string
  label?: string
  caller: Caller
}

/**
 * Ends a sign-in after the customer's return. The attempt's row is consumed before anything else, so a
 * code is exchanged at most once however often the address is opened (case OA-6); the twin of a call
 * under way waits for its outcome and shares it.
 */
export async function completeConnect(deps: FlowDeps, args: SignInReturn): Promise<ConnectResult> {
  const { answer } = args
  if (args.browserId === null) return { kind: 'problem', reason: 'other_browser' }
  const attempt = await deps.store.connectAttempts.consume({
    state: args.state,
    browserId: args.browserId,
    code: answer.kind === 'code' ? answer.code : answer.error,
  })
  switch (attempt.kind) {
    case 'unknown':
    case 'expired':
    case 'other_browser':
      return { kind: 'problem', reason: attempt.kind }
    case 'already_used':
      return attempt.sameCode ? shareTwinsOutcome(deps, attempt.attemptId) : used()
    case 'consumed':
      return closeAttempt(deps, attempt.attemptId, () => signIn(deps, { ...args, ...attempt }))
  }
}

type ConsumedSignIn = Pick<SignInReturn, 'answer' | 'earlierCustomerId' | 'label' | 'caller'> & {
  attemptId: string
  codeVerifier: string
  apitrackId: string | null
  returnTo: string | null
}

async function signIn(deps: FlowDeps, args: ConsumedSignIn): Promise<ConnectResult> {
  const { answer, attemptId, returnTo } = args
  if (answer.kind === 'error') {
    return { kind: 'problem', reason: isDenied(answer.error) ? 'refused' : 'bank_error' }
  }
  const tracked = trackSession(args.apitrackId ?? undefined)
  const customerId = await connectCustomer(deps, { ...args, code: answer.code, tracked })
  const { token, sessionId } = await deps.store.sessions.create({
    customerId,
    label: args.label,
    expiresAt: new Date(deps.now().getTime() + deps.sessionMaxAgeSeconds * 1000),
    apitrackId: tracked.apitrackId,
    token: deps.sessionTokensOf(attemptId)[0],
  })
  const anotherCustomer = args.earlierCustomerId !== undefined && args.earlierCustomerId !== customerId
  return { kind: 'signed_in', sessionToken: token, sessionId, customerId, returnTo, anotherCustomer }
}

async function connectCustomer(
  deps: FlowDeps,
  args: ConsumedSignIn & { code: string; tracked: TrackedSession },
): Promise<string> {
  const context = { ...args.caller, transactionId: args.attemptId, session: args.tracked }
  const tokens = await deps.bank.oauth.exchangeCode({
    code: args.code,
    codeVerifier: args.codeVerifier,
    redirectUri: deps.callbackUrl,
    context,
  })
  const { customerId: bankCustomerId } = await deps.bank.getCustomerId({
    ...context,
    accessToken: tokens.accessToken,
  })
  const { customerId } = await deps.store.customers.ensure(bankCustomerId)
  await deps.store.connections.save(customerId, {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    accessExpiresAt: expiryOf(deps, tokens.expiresInSeconds),
  })
  return customerId
}

/** Runs the rest of a consumed attempt and stores its outcome. */
async function closeAttempt(
  deps: FlowDeps,
  attemptId: string,
  work: () => Promise<ConnectResult>,
): Promise<ConnectResult> {
  try {
    const result = await work()
    if (result.kind === 'problem') {
      await deps.store.connectAttempts.finish(attemptId, { outcome: result.reason })
      return result
    }
    const { sessionId, customerId } = result
    const outcome = result.anotherCustomer ? CONNECTED_AS_ANOTHER : CONNECTED
    await deps.store.connectAttempts.finish(attemptId, { outcome, sessionId, customerId })
    return result
  } catch (error) {
    const reason = connectProblem(error)
    // When even this cannot be written, the first error is still the one to tell of.
    await deps.store.connectAttempts.finish(attemptId, { outcome: reason }).catch(() => undefined)
    return { kind: 'problem', reason, cause: error }
  }
}

/**
 * The browser may have dropped the first answer and its cookie with it: its twin gets the same session,
 * not a second one, and only while that one lives. After a sign-out the link is dead.
 */
async function shareTwinsOutcome(deps: FlowDeps, attemptId: string): Promise<ConnectResult> {
  const deadline = deps.now().getTime() + TWIN_WAIT_MS
  for (;;) {
    const attempt = await deps.store.connectAttempts.find(attemptId)
    if (attempt === null) return used()
    if (attempt.outcome === CONNECTED || attempt.outcome === CONNECTED_AS_ANOTHER) {
      const { sessionId, customerId, returnTo } = attempt
      if (sessionId === null || customerId === null) return used()
      const sessionToken = await liveTokenOf(deps, attemptId, sessionId)
      if (sessionToken === undefined) return used()
      const anotherCustomer = attempt.outcome === CONNECTED_AS_ANOTHER
      return { kind: 'signed_in', sessionToken, sessionId, customerId, returnTo, anotherCustomer }
    }
    if (attempt.outcome !== null) return { kind: 'problem', reason: knownProblem(attempt.outcome) }
    if (deps.now().getTime() > deadline) return used()
    await new Promise((resolve) => setTimeout(resolve, TWIN_POLL_MS))
  }
}

/** The token under which this session is kept: that of an earlier secret too, while the secret is being changed. */
async function liveTokenOf(
  deps: FlowDeps,
  attemptId: string,
  sessionId: string,
): Promise<string | undefined> {
  for (const token of deps.sessionTokensOf(attemptId)) {
    if ((await deps.store.sessions.find(token))?.sessionId === sessionId) return token
  }
  return undefined
}

const used = (): ConnectResult => ({ kind: 'problem', reason: 'used' })

const storedProblems = [
  'refused',
  'bank_unreachable',
  'bank_answer_unverified',
  'bank_answer_not_understood',
  'bank_error',
  'internal',
] as const

function knownProblem(outcome: string): ConnectProblem {
  return storedProblems.find((problem) => problem === outcome) ?? 'used'
}

/** RFC 6749 §4.1.2.1: the customer or the bank said no. */
const isDenied = (error: string) => error === 'access_denied'

/** The customer's side of a bank failure during sign-in. */
function connectProblem(error: unknown): ConnectProblem {
  if (error instanceof BankApiError) return isDenied(error.code) ? 'refused' : 'bank_error'
  const problem = bankProblemOf(error)
  return storedProblems.find((known) => known === problem) ?? 'internal'
}

/** When an access token ends; unknown stays unknown and the bank's 401 tells. */
export function expiryOf(deps: Pick<FlowDeps, 'now'>, expiresInSeconds?: number): Date | undefined {
  return expiresInSeconds === undefined ? undefined : new Date(deps.now().getTime() + expiresInSeconds * 1000)
}
