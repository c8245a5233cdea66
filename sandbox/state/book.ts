import type { BankDay } from '../calendar/bank-day'
import type { SeedConsent } from '../seed/consents'
import type { BankEvent, WrittenPosting } from './bank-events'
import type { CategoryProducts, ConsentRecord } from './consents'
import { type DecidedStatus, maxWrongCodes, type Resource } from './resources'

/** The bank's state in memory, apart from tokens and the lines of the accounts, and how an event changes it. */
export type Book = {
  clockOffsetMs: number
  /** Oldest first; those disposed of are removed now and then. */
  resources: Map<string, Resource>
  /** How many decisions customers have made. */
  decisions: number
  /** Hash of the secret in scaRedirectURL → resourceId. */
  tickets: Map<string, string>
  /** By {@link ownerKey}, then `category productId`. */
  consents: Map<string, Map<string, ConsentRecord>>
  /** By {@link ownerKey}. */
  lastSca: Map<string, number>
  /** By {@link accessKey}. */
  accesses: Map<string, number>
}

export type Owner = { customerId: string; tpp: string }

export function ownerKey({ customerId, tpp }: Owner): string {
  return `${customerId} ${tpp}`
}

export function accessKey(access: Owner & { productId: string | null }, day: BankDay): string {
  return `${day} ${ownerKey(access)} ${access.productId ?? ''}`
}

export function emptyBook(): Book {
  return {
    clockOffsetMs: 0,
    resources: new Map(),
    decisions: 0,
    tickets: new Map(),
    consents: new Map(),
    lastSca: new Map(),
    accesses: new Map(),
  }
}

export function applySeedConsents(book: Book, seeds: readonly SeedConsent[]): void {
  for (const { productIds, category, grantedAt, lastScaAt, ...owner } of seeds) {
    grant(book, owner, [{ name: category, products: productIds }], grantedAt)
    book.lastSca.set(ownerKey(owner), Math.max(lastScaAt, book.lastSca.get(ownerKey(owner)) ?? 0))
  }
}

/** `post` takes the bookings of an executed operation. */
export function applyBankEvent(
  book: Book,
  event: BankEvent,
  post: (postings: readonly WrittenPosting[], at: number) => void,
): void {
  switch (event.type) {
    case 'seeded':
      return
    case 'clock-moved':
      book.clockOffsetMs = event.offsetMs
      return
    case 'consent-confirmed':
      if (event.action === 'grant') grant(book, event, event.categories, event.at)
      else {
        withdraw(book, event, event.categories)
        const order = book.resources.get(event.resourceId)?.decision?.order
        endApprovals(book, event, event.categories, { before: order ?? 0, at: event.at })
      }
      finish(book, event.resourceId, event.at, {})
      return
    case 'consent-revoked-at-bank':
      withdraw(book, event, event.categories)
      endApprovals(book, event, event.categories, { before: book.decisions + 1, at: event.at })
      return
    case 'operation-executed':
      post(event.postings, event.at)
      finish(book, event.resourceId, event.at, event.outcome)
      return
    case 'batch-access': {
      const key = accessKey(event, event.day)
      book.accesses.set(key, (book.accesses.get(key) ?? 0) + 1)
      return
    }
    default:
      applyResourceEvent(book, event)
  }
}

type ResourceEvent = Extract<
  BankEvent,
  { type: 'resource-created' | 'resource-extended' | 'sca-started' | 'code-wrong' | 'sca-decided' }
>

function applyResourceEvent(book: Book, event: ResourceEvent): void {
  if (event.type === 'resource-created') {
    const { type, ...resource } = event
    book.resources.set(event.resourceId, {
      ...resource,
      approach: null,
      wrongCodes: 0,
      decision: null,
      finished: null,
    })
    return
  }
  if (event.type === 'sca-decided' && event.status === 'AUTHORIZED') {
    // the latest that was done, not the latest by the clock, which may have been put back since
    book.lastSca.set(ownerKey(event), event.at)
  }
  const resource = book.resources.get(event.resourceId)
  if (!resource) return
  switch (event.type) {
    case 'resource-extended': {
      const { stepsDone, stepsNeeded, content } = event
      if (resource.subject.kind !== 'operation') return
      resource.subject = { ...resource.subject, stepsDone, stepsNeeded, content }
      return
    }
    case 'sca-started':
      resource.approach = { at: event.at, redirectUri: event.redirectUri }
      book.tickets.set(event.ticket, event.resourceId)
      return
    case 'code-wrong':
      resource.wrongCodes += 1
      if (resource.wrongCodes >= maxWrongCodes) {
        decide(book, resource, 'NOT_AUTHORIZED', event.at)
      }
      return
    case 'sca-decided':
      decide(book, resource, event.status, event.at)
  }
}

function finish(book: Book, resourceId: string, at: number, outcome: Record<string, unknown>): void {
  const resource = book.resources.get(resourceId)
  if (resource) resource.finished = { at, outcome }
}

function grant(book: Book, owner: Owner, asked: readonly CategoryProducts[], at: number): void {
  const records = book.consents.get(ownerKey(owner)) ?? new Map<string, ConsentRecord>()
  book.consents.set(ownerKey(owner), records)
  for (const { name, products } of asked) {
    for (const productId of products) {
      const key = `${name} ${productId}`
      // what is granted already keeps its date
      if (!records.has(key)) records.set(key, { tpp: owner.tpp, category: name, productId, grantedAt: at })
    }
  }
}

function withdraw(book: Book, owner: Owner, given: readonly CategoryProducts[]): void {
  const records = book.consents.get(ownerKey(owner))
  for (const { name, products } of given) {
    for (const productId of products) records?.delete(`${name} ${productId}`)
  }
}

/**
 * A customer who takes something back means what was approved earlier, too, and is not confirmed yet: such an approval
 * ends, the whole of it. What is approved later counts. `before` is the place among the decisions, not a time, because
 * the clock may have been put back.
 */
function endApprovals(
  book: Book,
  owner: Owner,
  taken: readonly CategoryProducts[],
  { before, at }: { before: number; at: number },
): void {
  const isTaken = ({ name, products }: CategoryProducts) =>
    taken.some((one) => one.name === name && products.some((productId) => one.products.includes(productId)))
  for (const resource of book.resources.values()) {
    const { subject, decision, finished } = resource
    const isOpen = subject.kind === 'consent-request' && decision?.status === 'AUTHORIZED' && !finished
    if (!isOpen || ownerKey(resource) !== ownerKey(owner) || decision.order >= before) continue
    if (subject.categories.some(isTaken)) {
      resource.decision = { ...decision, status: 'NOT_AUTHORIZED', withdrawnAt: at }
    }
  }
}

/** Decides a resource; `order` tells which of two decisions came first. */
function decide(book: Book, resource: Resource, status: DecidedStatus, at: number): void {
  book.decisions += 1
  resource.decision = { status, at, order: book.decisions, withdrawnAt: null }
}
