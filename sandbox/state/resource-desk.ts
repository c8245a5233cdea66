import { randomBytes, randomUUID } from 'node:crypto'
import { hashOf } from '../secrets'
import type { BankEvent } from './bank-events'
import { type Book, type Owner, ownerKey } from './book'
import { disposalOf, isStillRemembered, type Lifetimes, statusAt } from './lifetime'
import {
  maxWrongCodes,
  type NewResource,
  type Resource,
  type Resources,
  StepNotAllowed,
  type StepProblem,
} from './resources'

export type Desk = {
  book: Book
  /** Read at every use: the control may change them. */
  lifetimes: Lifetimes
  now(): number
  /** The earlier of business and real time: what is over by it stays over when the clock is put back. */
  earliest(): number
  /** Memory changes in the same tick as the decision that allowed it; the promise waits for the disk. */
  record(event: BankEvent): Promise<void>
}

export function createResources(desk: Desk): Resources {
  return {
    create: (request) => create(desk, request),
    find: (resourceId, tpp) => {
      const resource = live(desk, resourceId)
      return resource?.tpp === tpp ? resource : undefined
    },
    byTicket: (ticket) => live(desk, desk.book.tickets.get(hashOf(ticket)) ?? ''),
    liveCount: (customerId, tpp) => liveOf(desk, { customerId, tpp }).length,
    pendingInquiry: (customerId, tpp, productId) =>
      liveOf(desk, { customerId, tpp }).find(
        ({ subject, approach }) =>
          subject.kind === 'inquiry' && subject.productId === productId && approach === null,
      ),
    waitingFor: (customerId) =>
      [...desk.book.resources.values()]
        .filter(
          (resource) => resource.customerId === customerId && problemOfDecision(desk, resource) === null,
        )
        .reverse(),
    approvedUnconfirmed: (customerId) =>
      [...desk.book.resources.values()]
        .filter(
          (resource) =>
            resource.customerId === customerId &&
            resource.subject.kind === 'consent-request' &&
            problemOfFinish(desk, resource) === null &&
            desk.now() < disposalOf(resource, desk.lifetimes),
        )
        .reverse(),
    statusOf: (resource) => statusAt(resource, desk.now(), desk.lifetimes),
    extend: (resource, change) => extend(desk, resource, change),
    startApproach: (resource, redirectUri) => startApproach(desk, resource, redirectUri),
    countWrongCode: async (resource) => {
      refuse(problemOfDecision(desk, resource))
      const left = maxWrongCodes - resource.wrongCodes - 1
      await desk.record({ type: 'code-wrong', resourceId: resource.resourceId, at: desk.now() })
      return left
    },
    decide: async (resource, status) => {
      refuse(problemOfDecision(desk, resource))
      const { resourceId, tpp, customerId } = resource
      await desk.record({ type: 'sca-decided', resourceId, tpp, customerId, at: desk.now(), status })
    },
    problemOfFinish: (resource) => problemOfFinish(desk, resource),
    confirmConsent: (resource) => confirmConsent(desk, resource),
    execute: (resource, result) => execute(desk, resource, result),
    lastScaAt: (customerId, tpp) => desk.book.lastSca.get(ownerKey({ customerId, tpp })) ?? null,
  }
}

function live(desk: Desk, resourceId: string): Resource | undefined {
  const resource = desk.book.resources.get(resourceId)
  return resource && desk.now() < disposalOf(resource, desk.lifetimes) ? resource : undefined
}

function liveOf(desk: Desk, { customerId, tpp }: Owner): Resource[] {
  return [...desk.book.resources.values()].filter(
    (resource) =>
      resource.customerId === customerId &&
      resource.tpp === tpp &&
      desk.now() < disposalOf(resource, desk.lifetimes),
  )
}

function refuse(problem: StepProblem | null): void {
  if (problem) throw new StepNotAllowed(problem)
}

async function create(desk: Desk, request: NewResource): Promise<Resource> {
  forgetOld(desk)
  const resourceId = randomUUID()
  const written = desk.record({ type: 'resource-created', resourceId, createdAt: desk.now(), ...request })
  const resource = desk.book.resources.get(resourceId)
  if (!resource) throw new Error('a resource is not there after its event')
  await written
  return resource
}

function forgetOld({ book: { resources, tickets }, earliest }: Desk): void {
  const before = resources.size
  // in the order of creation, unless the clock was moved in between: then some are kept a little longer
  for (const [resourceId, resource] of resources) {
    if (isStillRemembered(resource, earliest())) break
    resources.delete(resourceId)
  }
  if (resources.size === before) return
  for (const [ticket, resourceId] of tickets) if (!resources.has(resourceId)) tickets.delete(ticket)
}

async function extend(
  desk: Desk,
  { resourceId, subject, approach, finished }: Resource,
  change: Parameters<Resources['extend']>[1],
): Promise<void> {
  if (finished) throw new StepNotAllowed('FINISHED')
  if (approach) throw new StepNotAllowed('SCA_STARTED')
  const due = subject.kind === 'operation' && subject.stepsDone < subject.stepsNeeded
  if (!due || change.step !== subject.stepsDone + 1) throw new StepNotAllowed('STEP_UNEXPECTED')
  const { step: stepsDone, stepsNeeded, content } = change
  await desk.record({ type: 'resource-extended', resourceId, stepsDone, stepsNeeded, content })
}

async function startApproach(
  desk: Desk,
  { resourceId, subject, approach, finished }: Resource,
  redirectUri: string,
): Promise<string> {
  if (finished) throw new StepNotAllowed('FINISHED')
  if (approach) throw new StepNotAllowed('SCA_STARTED')
  if (subject.kind === 'operation' && subject.stepsDone < subject.stepsNeeded) {
    throw new StepNotAllowed('STEP_MISSING')
  }
  const secret = randomBytes(32).toString('base64url')
  await desk.record({ type: 'sca-started', resourceId, at: desk.now(), redirectUri, ticket: hashOf(secret) })
  return secret
}

/** What stands against a decision of the customer now. */
function problemOfDecision(desk: Desk, resource: Resource): StepProblem | null {
  if (resource.finished) return 'FINISHED'
  if (!resource.approach) return 'SCA_NOT_STARTED'
  const status = statusAt(resource, desk.now(), desk.lifetimes)
  if (status === 'AUTHORIZED') return 'SCA_STARTED'
  return status === 'PENDING' ? null : status
}

/** What stands against execution or confirmation now. */
function problemOfFinish(desk: Desk, resource: Resource): StepProblem | null {
  if (resource.finished) return 'FINISHED'
  if (!resource.approach) return 'SCA_NOT_STARTED'
  const status = statusAt(resource, desk.now(), desk.lifetimes)
  return status === 'AUTHORIZED' ? null : status
}

async function confirmConsent(desk: Desk, resource: Resource): Promise<void> {
  refuse(problemOfFinish(desk, resource))
  const { resourceId, tpp, customerId, subject } = resource
  if (subject.kind !== 'consent-request' && subject.kind !== 'consent-revoke') {
    throw new Error(`a resource of kind ${subject.kind} is no consent`)
  }
  await desk.record({
    type: 'consent-confirmed',
    resourceId,
    tpp,
    customerId,
    at: desk.now(),
    action: subject.kind === 'consent-request' ? 'grant' : 'revoke',
    categories: subject.categories,
  })
}

async function execute(
  desk: Desk,
  resource: Resource,
  { postings, outcome }: Parameters<Resources['execute']>[1],
): Promise<void> {
  refuse(problemOfFinish(desk, resource))
  if (resource.subject.kind !== 'operation') {
    throw new Error(`a resource of kind ${resource.subject.kind} is no operation`)
  }
  const sums = new Map<string, bigint>()
  for (const { currency, cents } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + cents)
  if ([...sums.values()].some((sum) => sum !== 0n)) throw new Error('postings do not sum to zero')
  await desk.record({
    type: 'operation-executed',
    resourceId: resource.resourceId,
    at: desk.now(),
    postings: postings.map((posting) => ({ ...posting, cents: posting.cents.toString() })),
    outcome,
  })
}
