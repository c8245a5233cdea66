import { dataOfBody, requireEmptyBody } from '../api/body'
import type { Call } from '../api/call'
import { onlineProductOfCall, orRefusal, resourceOfCall } from '../api/endpoints/gate'
import { createResource } from '../api/endpoints/new-resource'
import { type Link, type Links, successAnswer } from '../api/envelope'
import type { Route } from '../api/routes'
import type { Bank } from '../bank'
import { type Resource, type ResourceSubject, StepNotAllowed } from '../state/resources'
import type { OperationContext, OperationDefinition } from './definition'
import { printerLink } from './printer'

type OperationSubject = Extract<ResourceSubject, { kind: 'operation' }>

/** The addresses of an operation (spec, "Generic payment pattern"). All of them need the customer online. */
export function operationRoutes(definition: OperationDefinition): Route[] {
  const steps = Array.from({ length: definition.maxSteps }, (_, index) => stepRoute(definition, index + 1))
  return [prepareRoute(definition), verifyRoute(definition), ...steps, executeRoute(definition)]
}

function prepareRoute(definition: OperationDefinition): Route {
  return {
    ...addressOf(definition, 'prepare'),
    method: 'GET',
    run: (call) => {
      const context = contextOfCall(call)
      return successAnswer(call.request, {
        data: definition.prepare(context),
        links: linksOf(definition, context, get('prepare'), { href: 'verify', method: 'POST' }),
      })
    },
  }
}

function verifyRoute(definition: OperationDefinition): Route {
  return {
    ...addressOf(definition, 'verify'),
    method: 'POST',
    run: async (call) => {
      const context = contextOfCall(call)
      const { content, data, stepsNeeded, messages } = definition.verify(context, dataOfBody(call))
      const resourceId = await createResource(call, context.customer, {
        kind: 'operation',
        operation: definition.name,
        productId: context.account.productId,
        content,
        stepsNeeded,
        stepsDone: 0,
      })
      const self: Link = { href: 'verify', method: 'POST' }
      const links = linksOf(definition, context, self, nextStep(resourceId, 0, stepsNeeded))
      return successAnswer(call.request, { data, links, resourceId, ...(messages ? { messages } : {}) })
    },
  }
}

function stepRoute(definition: OperationDefinition, step: number): Route {
  return {
    ...addressOf(definition, `verify${step}`, '{resourceId}/'),
    method: 'PUT',
    run: async (call) => {
      const context = contextOfCall(call)
      const { resource, subject } = operationOfCall(call, definition, context)
      const { content, data, stepsNeeded, messages } = definition.step(
        context,
        subject.content,
        step,
        dataOfBody(call),
      )
      await orRefusal('step', () => call.bank.resources.extend(resource, { step, stepsNeeded, content }))
      const { resourceId } = resource
      const self = put(`${resourceId}/verify${step}`)
      const links = linksOf(definition, context, self, nextStep(resourceId, step, stepsNeeded))
      return successAnswer(call.request, { data, links, resourceId, ...(messages ? { messages } : {}) })
    },
  }
}

/** From the reading of balances to the booking nothing else may happen: one tick, without an await. */
function executeRoute(definition: OperationDefinition): Route {
  return {
    ...addressOf(definition, 'execute', '{resourceId}/'),
    method: 'PUT',
    run: async (call) => {
      const context = contextOfCall(call)
      const { resource, subject } = operationOfCall(call, definition, context)
      requireEmptyBody(call)
      const { data, messages } = await orRefusal('final', async () => {
        requireAuthorized(call.bank, resource)
        const result = definition.execute(context, subject.content, resource.resourceId)
        await call.bank.resources.execute(resource, result)
        return result
      })
      const { resourceId } = resource
      return successAnswer(call.request, {
        data,
        messages,
        resourceId,
        links: linksOf(definition, context, put(`${resourceId}/execute`)),
        embedded: { printer: printerLink(call.bank, resource, subject.productId) },
      })
    },
  }
}

/** Asked before the definition is, so that an operation that may not be executed says nothing about funds. */
function requireAuthorized(bank: Bank, resource: Resource): void {
  const problem = bank.resources.problemOfFinish(resource)
  if (problem) throw new StepNotAllowed(problem)
}

function addressOf(
  { name }: OperationDefinition,
  rel: string,
  before = '',
): Pick<Route, 'operation' | 'path' | 'kind'> {
  return {
    operation: `${name}-${rel}`,
    path: `/private/customers/{customerId}/products/{productId}/${name}/${before}${rel}`,
    kind: 'payment',
  }
}

function contextOfCall(call: Call): OperationContext {
  const { bank, language } = call
  return { ...onlineProductOfCall(call, 'PAYMENTS'), bank, language, now: bank.clock.now() }
}

/** The resource of the call, if it is one of this operation on this account; all others are unknown here. */
function operationOfCall(
  call: Call,
  { name }: OperationDefinition,
  { account }: OperationContext,
): { resource: Resource; subject: OperationSubject } {
  return resourceOfCall(call, (resource) => {
    const { subject } = resource
    const isHere =
      subject.kind === 'operation' && subject.operation === name && subject.productId === account.productId
    return isHere ? { resource, subject } : null
  })
}

function linksOf(
  { name }: OperationDefinition,
  { bank, customer, account }: OperationContext,
  self: Link,
  next?: Link,
): Links {
  const product = `${bank.baseUrl()}/private/customers/${customer.customerId}/products/${account.productId}`
  return { self, ...(next ? { next } : {}), curies: [{ href: `${product}/${name}/{rel}`, name }] }
}

/** What comes after `verify` or a step of it, SCA aside: the next `verify<N>` that is due, else `execute`. */
function nextStep(resourceId: string, stepsDone: number, stepsNeeded: number): Link {
  return put(`${resourceId}/${stepsDone < stepsNeeded ? `verify${stepsDone + 1}` : 'execute'}`)
}

const get = (href: string): Link => ({ href, method: 'GET' })
const put = (href: string): Link => ({ href, method: 'PUT' })
