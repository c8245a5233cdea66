import type { Call } from '../../api/call'
import { noContentAnswer } from '../../api/envelope'
import { type Answer, hasNoBody } from '../../http/message'
import type { FaultParameters } from '../scenarios'
import type { FaultEffect, FaultRow } from './effect'
import { changeAt, removeAt } from './json-path'

const megabyte = 1024 * 1024

/** What has no body keeps having none: nobody would send it. */
function withBody(body: (answer: Answer, parameters: FaultParameters) => Buffer): FaultEffect {
  return {
    kind: 'unsealed',
    change: (answer, parameters) =>
      hasNoBody(answer.status) ? answer : { ...answer, body: body(answer, parameters) },
  }
}

/** Where an enumeration stands in the answer of an operation; everywhere else the outcome is one. */
const enumOf: Readonly<Record<string, string>> = {
  status: 'data.authorizationStatus',
  'sca-approach': 'data.chosenScaApproach',
  'consent-request': 'data.categoriesOutcome[0].name',
  'consent-revoke': 'data.categoriesOutcome[0].name',
  'consent-list': 'data.categories[0].name',
  accounts: 'data.accounts[0].product.code',
  'moneyTransfer-prepare': 'data.currency.selected',
  'moneyTransfer-execute': 'result.messages[0].type',
}

/** What a caller of an operation needs most of its answer. */
const neededOf: Readonly<Record<string, string>> = {
  'customerid-info': 'data.customerid',
  accounts: 'data.accounts[0].accountId',
  status: 'data.authorizationStatus',
  'sca-approach': 'data.scaRedirectURL',
  'consent-request': 'resources.resourceId',
  'consent-revoke': 'resources.resourceId',
  balance: 'data.availableBalance',
  transactions: 'data.transactionsAccounting',
  'moneyTransfer-verify': 'resources.resourceId',
  'moneyTransfer-execute': 'data.cro',
}

function pathFor(
  { field }: FaultParameters,
  { route }: Call,
  paths: Readonly<Record<string, string>>,
  otherwise: string,
): string {
  return field ?? paths[route.route?.operation ?? ''] ?? otherwise
}

/** Well signed, badly filled. */
export const contentFaults = {
  'no-content': {
    about: '204 without a body',
    effect: { kind: 'unsealed', change: noContentAnswer },
  },
  'empty-body': { about: 'zero bytes', effect: withBody(() => Buffer.alloc(0)) },
  'null-body': { about: 'the JSON value null', effect: withBody(() => Buffer.from('null')) },
  'truncated-json': {
    about: 'half of the JSON',
    effect: withBody(({ body }) => body.subarray(0, Math.floor(body.length / 2))),
  },
  'oversized-body': {
    about: 'padded with blanks to `bytes` (50 MB)',
    effect: withBody(({ body }, { bytes = 50 * megabyte }) =>
      Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), ' ')]),
    ),
  },
  'unknown-enum': {
    about: '`field` (the enumeration of the operation) has `value` (UNHEARD_OF)',
    effect: {
      kind: 'unsealed',
      change: (answer, parameters, call) => {
        const path = pathFor(parameters, call, enumOf, 'result.outcome')
        return { ...answer, body: changeAt(answer.body, path, parameters.value ?? 'UNHEARD_OF') }
      },
    },
  },
  'missing-field': {
    about: '`field` (what the operation is called for, or data) left out',
    effect: {
      kind: 'unsealed',
      change: (answer, parameters, call) => ({
        ...answer,
        body: removeAt(answer.body, pathFor(parameters, call, neededOf, 'data')),
      }),
    },
  },
} as const satisfies Record<string, FaultRow>
