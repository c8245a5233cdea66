import { z } from 'zod'
import { stagedBehaviour } from '../../control/faults'
import type { Answer } from '../../http/message'
import type { Psd2Role } from '../../pki/oids'
import { type Category, type CategoryProducts, categories } from '../../state/consents'
import type { Customer } from '../../state/customers'
import { readData, requireEmptyBody } from '../body'
import { type Call, found } from '../call'
import { successAnswer } from '../envelope'
import { ApiRefusal } from '../refusal'
import type { Route } from '../routes'
import { isGranted, liveAccount, onlineCustomerOfCall, orRefusal, resourceOfCall } from './gate'
import { customerCurie } from './links'
import { createResource } from './new-resource'

type Change = 'request' | 'revoke'

/** A category of the request, and the products of it that the change is about; none when it has no effect. */
type JudgedCategory = CategoryProducts

const maxProducts = 100

const productIds = z
  .array(z.string().regex(/^[A-Za-z0-9]{10}$/))
  .min(1)
  .max(maxProducts)
  .check(({ value, issues }) => {
    const at = firstRepeated(value)
    if (at >= 0) issues.push({ code: 'custom', path: [at], input: value })
  })

/** Spec, "Consent request body and response". */
const consentBody = z.strictObject({
  categories: z
    .array(z.strictObject({ name: z.enum(categories), products: productIds }))
    .min(1)
    .max(categories.length)
    .check(({ value, issues }) => {
      const at = firstRepeated(value.map(({ name }) => name))
      if (at >= 0) issues.push({ code: 'custom', path: [at, 'name'], input: value })
    }),
})

type ConsentBody = z.infer<typeof consentBody>

/** Who may be given a category (spec: "ACCOUNT_INFO (AISP), FUNDS_AVAILABILITY (CISP), PAYMENTS (PISP)"). */
const roleOf: Record<Category, Psd2Role> = {
  ACCOUNT_INFO: 'PSP_AI',
  FUNDS_AVAILABILITY: 'PSP_IC',
  PAYMENTS: 'PSP_PI',
}

/** Endpoints 3 and 5 ask for a consent, 7 and 8 take it back by the same pattern. */
export const consentRoutes = {
  request: changeRoute('request', judgeRequest),
  requestConfirm: confirmRoute('request'),
  revoke: changeRoute('revoke', judgeRevocation),
  revokeConfirm: confirmRoute('revoke'),
} as const satisfies Record<string, Route>

function changeRoute(
  change: Change,
  judge: (call: Call, customer: Customer, body: ConsentBody) => JudgedCategory[],
): Route {
  return {
    operation: `consent-${change}`,
    method: 'POST',
    path: `/private/customers/{customerId}/consent/${change}`,
    kind: 'common',
    run: async (call) => {
      const customer = onlineCustomerOfCall(call)
      const judged = judge(call, customer, readData(call, consentBody))
      const resourceId = await createResource(call, customer, {
        kind: `consent-${change}`,
        categories: judged.filter(({ products }) => products.length > 0),
      })
      return successAnswer(call.request, {
        data: {
          categoriesOutcome: judged.map(({ name, products }) => ({ name, outcome: products.length > 0 })),
        },
        resourceId,
        links: {
          self: { href: change, method: 'POST' },
          next: { href: `${change}/${resourceId}/confirm`, method: 'PUT' },
          curies: [customerCurie(call, customer, 'consent', 'consent/')],
        },
      })
    },
  }
}

/** A category has an effect when all of its products permit it. */
function judgeRequest(call: Call, customer: Customer, body: ConsentBody): JudgedCategory[] {
  rolesHeld(call, body)
  const judged = body.categories.map(({ name, products }) => {
    const accounts = products.map((productId) => liveAccount(customer, productId))
    const forbidden = accounts.findIndex((account) => !account.type.permits.includes(name))
    const allowed = forbidden < 0 && name !== refusedByScenario(call, body)
    return { name, products: allowed ? products : [], forbidden: Math.max(0, forbidden) }
  })
  if (judged.every(({ products }) => products.length === 0)) {
    throw new ApiRefusal('CATEGORY_NOT_ALLOWED', {
      detail: `categories[0].products[${judged[0]?.forbidden ?? 0}]`,
    })
  }
  return judged.map(({ name, products }) => ({ name, products }))
}

/** A staged partial consent: the category that is asked for in vain. */
function refusedByScenario(call: Call, { categories: asked }: ConsentBody): Category | undefined {
  const staged = stagedBehaviour(call, 'partial-consent')
  return staged && (staged.category ?? asked.at(-1)?.name)
}

/** A category has an effect for those of its products for which it is granted. */
function judgeRevocation(call: Call, customer: Customer, body: ConsentBody): JudgedCategory[] {
  const judged = body.categories.map(({ name, products }) => {
    const accounts = products.map((productId) => liveAccount(customer, productId))
    const granted = accounts.filter((account) => isGranted(call, customer, name, account))
    return { name, products: granted.map(({ productId }) => productId) }
  })
  if (judged.every(({ products }) => products.length === 0)) throw new ApiRefusal('CONSENT_UNKNOWN')
  return judged
}

/** With an access control list, nobody asks for what its role does not let it use. */
function rolesHeld({ bank, tpp }: Call, body: ConsentBody): void {
  if (!bank.settings.accessControl) return
  const { roles } = found(tpp, 'provider')
  const missing = body.categories.map(({ name }) => roleOf[name]).find((role) => !roles.has(role))
  if (missing) throw new ApiRefusal('TPP_ROLE_MISSING', { detail: missing })
}

/** Only now are privileges added or removed. */
function confirmRoute(change: Change): Route {
  return {
    operation: `consent-${change}-confirm`,
    method: 'PUT',
    path: `/private/customers/{customerId}/consent/${change}/{resourceId}/confirm`,
    kind: 'common',
    run: async (call): Promise<Answer> => {
      const customer = onlineCustomerOfCall(call)
      const resource = resourceOfCall(call, (one) => (one.subject.kind === `consent-${change}` ? one : null))
      requireEmptyBody(call)
      await orRefusal('final', () => call.bank.resources.confirmConsent(resource))
      const { resourceId } = resource
      return successAnswer(call.request, {
        data: {},
        resourceId,
        result: true,
        links: {
          self: { href: `${change}/${resourceId}/confirm`, method: 'PUT' },
          curies: [customerCurie(call, customer, 'consent', 'consent/')],
        },
      })
    },
  }
}

/** Place of the first value that was there before; -1 when there is none. */
function firstRepeated(values: readonly string[]): number {
  return values.findIndex((value, index) => values.indexOf(value) < index)
}
