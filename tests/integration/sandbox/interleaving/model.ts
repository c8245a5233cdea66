/*
 * What a bank of this interface must answer when steps come one after the other: the sandbox's README and the interface
 * description written down once more, as a pure function, sharing nothing with the bank. Times are epoch milliseconds of
 * business time, amounts cents of euro.
 */

export type Category = 'ACCOUNT_INFO' | 'FUNDS_AVAILABILITY' | 'PAYMENTS'
export type Asked = readonly { name: Category; products: readonly string[] }[]
export type Status = 'PENDING' | 'AUTHORIZED' | 'NOT_AUTHORIZED' | 'EXPIRED'

/** Who calls: a provider, with the token of a customer, or in batch without one. */
export type Caller = { tpp: string; token: string | null }

export type Order = {
  productId: string
  cents: bigint
  feeCents: bigint
  /** Null: an account at another bank. */
  payee: string | null
  /** Epoch milliseconds of the start of the execution day. */
  executionDay: number
  stepsNeeded: number
}

export type Subject =
  | { kind: 'request' | 'revoke'; asked: Asked }
  | { kind: 'transfer'; order: Order; stepsDone: number }

export type ModelResource = {
  tpp: string
  customerId: string
  subject: Subject
  createdAt: number
  approachAt: number | null
  wrongCodes: number
  decision: { status: Exclude<Status, 'PENDING'>; at: number } | null
  finishedAt: number | null
}

type Line = { cents: bigint; bookedFrom: number }

/** Never changed in place: a search goes back to earlier ones. */
export type ModelState = {
  now: number
  resources: ReadonlyMap<string, ModelResource>
  /** `tpp customerId category productId` */
  consents: ReadonlySet<string>
  /** `tpp customerId` */
  lastSca: ReadonlyMap<string, number>
  /** `tpp customerId day` */
  batchReads: ReadonlyMap<string, number>
  accounts: ReadonlyMap<string, { booked: bigint; lines: readonly Line[] }>
}

export type ModelSettings = {
  authorizationMs: number
  resourceMs: number
  disposeAfterMs: number
  bookingDelayMs: number
  /** The bank's day of an instant. */
  dayOf(instant: number): string
  /** Whether a live account is the customer's. */
  owns(customerId: string, productId: string): boolean
}

export type Seen = { outcome: string; state: ModelState }

const scaMaxAgeMs = 90 * 24 * 60 * 60 * 1000
const batchReadsPerDay = 4
const maxWrongCodes = 3

export function refused(state: ModelState, outcome: string): Seen {
  return { outcome, state }
}

export function isGranted(
  { consents }: ModelState,
  tpp: string,
  customerId: string,
  category: Category,
  productId: string,
): boolean {
  return consents.has(`${tpp} ${customerId} ${category} ${productId}`)
}

/** `CATEGORY productId` of all that is in force, in order. */
export function grantedTo({ consents }: ModelState, tpp: string, customerId: string): string[] {
  const prefix = `${tpp} ${customerId} `
  return [...consents]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort()
}

/** A customer's token opens that customer, a batch token whoever has consented to anything. */
export function opens(state: ModelState, { tpp, token }: Caller, customerId: string): boolean {
  return token === null ? grantedTo(state, tpp, customerId).length > 0 : token === customerId
}

/** The batch rules, after everything else that may refuse a call; null when it is answered. */
export function batchRefusal(
  state: ModelState,
  { tpp, token }: Caller,
  customerId: string,
  settings: ModelSettings,
): { refusal: string } | { state: ModelState } {
  if (token !== null) return { state }
  const at = state.lastSca.get(`${tpp} ${customerId}`)
  if (at === undefined || state.now - at > scaMaxAgeMs) return { refusal: '403 CUSTOMER_SCA_EXPIRED' }
  const key = `${tpp} ${customerId} ${settings.dayOf(state.now)}`
  const taken = state.batchReads.get(key) ?? 0
  if (taken >= batchReadsPerDay) return { refusal: '420 LIMIT_EXCEEDED' }
  return { state: { ...state, batchReads: new Map(state.batchReads).set(key, taken + 1) } }
}

export function statusOf(state: ModelState, resource: ModelResource, settings: ModelSettings): Status {
  if (resource.decision) return resource.decision.status
  if (resource.approachAt === null) return 'PENDING'
  return state.now < resource.approachAt + settings.authorizationMs ? 'PENDING' : 'EXPIRED'
}

/** The resource while it lives. */
export function liveResource(
  state: ModelState,
  resourceId: string,
  settings: ModelSettings,
): ModelResource | undefined {
  const resource = state.resources.get(resourceId)
  return resource && state.now < endOf(resource, settings) ? resource : undefined
}

function endOf(resource: ModelResource, settings: ModelSettings): number {
  const { createdAt, approachAt, decision, finishedAt } = resource
  if (finishedAt !== null) return finishedAt + settings.disposeAfterMs
  if (decision?.status === 'AUTHORIZED') return decision.at + settings.resourceMs
  if (decision) return decision.at + settings.disposeAfterMs
  if (approachAt !== null) return approachAt + settings.authorizationMs + settings.disposeAfterMs
  return createdAt + settings.resourceMs
}

/** The resource as this caller may know it. */
export function knownResource(
  state: ModelState,
  caller: Caller,
  resourceId: string,
  settings: ModelSettings,
): ModelResource | undefined {
  const resource = liveResource(state, resourceId, settings)
  return resource?.tpp === caller.tpp && opens(state, caller, resource.customerId) ? resource : undefined
}

/** What stands against confirm or execute, as the API tells it; null when nothing does. */
export function finishRefusal(
  state: ModelState,
  resource: ModelResource,
  settings: ModelSettings,
): string | null {
  if (resource.finishedAt !== null) return '400 STEP_NOT_ALLOWED FINISHED'
  const status = resource.approachAt === null ? 'PENDING' : statusOf(state, resource, settings)
  return status === 'AUTHORIZED' ? null : `403 SCA_NOT_AUTHORIZED ${status}`
}

export function withResource(state: ModelState, resourceId: string, resource: ModelResource): ModelState {
  return { ...state, resources: new Map(state.resources).set(resourceId, resource) }
}

export function newResource(state: ModelState, owner: Owner, subject: Subject): ModelResource {
  const nothing = { approachAt: null, wrongCodes: 0, decision: null, finishedAt: null }
  return { ...owner, subject, createdAt: state.now, ...nothing }
}

/** The customer's decision in a browser. */
export function decided(
  state: ModelState,
  resourceId: string,
  decision: 'approve' | 'refuse' | 'expire' | 'wrong-code',
  settings: ModelSettings,
): Seen {
  const resource = liveResource(state, resourceId, settings)
  if (!resource) return refused(state, 'gone')
  if (statusOf(state, resource, settings) !== 'PENDING') return refused(state, 'over')
  const at = state.now
  if (decision === 'wrong-code') {
    const wrongCodes = resource.wrongCodes + 1
    if (wrongCodes < maxWrongCodes) {
      return { outcome: 'wrong', state: withResource(state, resourceId, { ...resource, wrongCodes }) }
    }
    const over = { ...resource, wrongCodes, decision: { status: 'NOT_AUTHORIZED' as const, at } }
    return { outcome: 'over', state: withResource(state, resourceId, over) }
  }
  const status = ({ approve: 'AUTHORIZED', refuse: 'NOT_AUTHORIZED', expire: 'EXPIRED' } as const)[decision]
  const after = withResource(state, resourceId, { ...resource, decision: { status, at } })
  const { tpp, customerId } = resource
  const lastSca = new Map(state.lastSca).set(`${tpp} ${customerId}`, at)
  return { outcome: 'recorded', state: status === 'AUTHORIZED' ? { ...after, lastSca } : after }
}

type Owner = Pick<ModelResource, 'tpp' | 'customerId'>

function keysOf({ tpp, customerId }: Owner, asked: Asked): string[] {
  return asked.flatMap(({ name, products }) =>
    products.map((productId) => `${tpp} ${customerId} ${name} ${productId}`),
  )
}

export function granted(state: ModelState, owner: Owner, asked: Asked): ModelState {
  return { ...state, consents: new Set([...state.consents, ...keysOf(owner, asked)]) }
}

/**
 * What is taken back is no longer in force, and whatever of it was approved up to then and is not confirmed yet ends, as
 * a whole. `decidedAt`: when the customer took it back.
 */
export function takenBack(state: ModelState, owner: Owner, asked: Asked, decidedAt: number): ModelState {
  const taken = new Set(keysOf(owner, asked))
  const resources = new Map(state.resources)
  for (const [resourceId, resource] of resources) {
    const { tpp, customerId, subject, decision, finishedAt } = resource
    if (tpp !== owner.tpp || customerId !== owner.customerId || subject.kind !== 'request') continue
    const isApproved = decision?.status === 'AUTHORIZED' && finishedAt === null && decision.at <= decidedAt
    if (!isApproved || !keysOf(owner, subject.asked).some((key) => taken.has(key))) continue
    resources.set(resourceId, { ...resource, decision: { status: 'NOT_AUTHORIZED', at: decidedAt } })
  }
  return { ...state, resources, consents: new Set([...state.consents].filter((key) => !taken.has(key))) }
}

/** Debits bind at once, credits count when they are booked. */
export function balanceOf(state: ModelState, productId: string): { booked: bigint; available: bigint } {
  const account = state.accounts.get(productId) ?? { booked: 0n, lines: [] }
  let { booked } = account
  let bound = 0n
  for (const { cents, bookedFrom } of account.lines) {
    if (bookedFrom <= state.now) booked += cents
    else if (cents < 0n) bound += cents
  }
  return { booked, available: booked + bound }
}

export function withTransfer(state: ModelState, order: Order, settings: ModelSettings): ModelState {
  const bookedFrom = Math.max(state.now, order.executionDay) + settings.bookingDelayMs
  const accounts = new Map(state.accounts)
  const post = (productId: string, cents: bigint) => {
    const account = accounts.get(productId) ?? { booked: 0n, lines: [] }
    accounts.set(productId, { ...account, lines: [...account.lines, { cents, bookedFrom }] })
  }
  post(order.productId, -(order.cents + order.feeCents))
  if (order.payee !== null) post(order.payee, order.cents)
  return { ...state, accounts }
}

/** The same state with what is over left out: resources disposed of, lines that are booked. */
export function compacted(state: ModelState, settings: ModelSettings): ModelState {
  const live = [...state.resources].filter(([id]) => liveResource(state, id, settings))
  const accounts = [...state.accounts].map(([id, { lines }]): [string, { booked: bigint; lines: Line[] }] => [
    id,
    { booked: balanceOf(state, id).booked, lines: lines.filter(({ bookedFrom }) => bookedFrom > state.now) },
  ])
  return { ...state, resources: new Map(live), accounts: new Map(accounts) }
}
