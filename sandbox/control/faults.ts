import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Call } from '../api/call'
import { errorAnswer } from '../api/envelope'
import type { CallSettings } from '../bank'
import type { Answer, HeaderLine } from '../http/message'
import { OAuthRefusal, oauthRefusalAnswer } from '../oauth/refusal'
import type { FaultParameters } from './scenarios'
import * as wire from './wire-faults'

/**
 * Where a staged fault steps in. `settings`: the call runs under other settings. `drop`: the request is read and
 * nothing is done or said. `instead`: a signed answer in place of the endpoint's, which does not run. `unsealed`: the
 * answer changes, then is signed. `sealing`: it is signed in a wrong way. `sealed`: it changes after signing. `wire`:
 * it is right, and is delivered badly.
 */
export type FaultEffect =
  | { kind: 'settings'; settings: Partial<CallSettings> }
  | { kind: 'drop' }
  | { kind: 'instead'; answer(call: Call, parameters: FaultParameters): Answer }
  | { kind: 'unsealed'; change(answer: Answer, parameters: FaultParameters): Answer }
  | { kind: 'sealing'; sealing(parameters: FaultParameters): Sealing }
  | { kind: 'sealed'; change(answer: Answer, parameters: FaultParameters): Answer }
  | {
      kind: 'wire'
      write(response: ServerResponse, answer: Answer, parameters: FaultParameters): Promise<void>
    }

/** What is wrong about a signature: the time it claims, who signs, whose certificate is sent. */
export type Sealing = { shiftMs?: number; signer?: 'other'; certificate?: 'other' }

/** A fault that applies to this call. */
export type Fault = { name: string; effect: FaultEffect; parameters: FaultParameters }

type FaultRow = {
  about: string
  effect: FaultEffect /** Calls that it can apply to at all. */
  fits?(call: Call): boolean
}

const megabyte = 1024 * 1024
const htmlPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

function signedError(status: number, code: string, message: string): FaultEffect {
  return {
    kind: 'instead',
    answer: ({ request }, parameters) =>
      errorAnswer(request, parameters.status ?? status, {
        code: parameters.code ?? code,
        message: parameters.message ?? message,
        type: 'ERROR',
        detail: '',
      }),
  }
}

function unsigned(status: number, type: string): FaultEffect {
  return {
    kind: 'sealed',
    change: () => ({ status, headers: [['Content-Type', type]], body: Buffer.from(htmlPage) }),
  }
}

function withBody(body: (answer: Answer, parameters: FaultParameters) => Buffer): FaultEffect {
  return {
    kind: 'unsealed',
    change: (answer, parameters) => ({ ...answer, body: body(answer, parameters) }),
  }
}

function withHeaders(
  change: (headers: readonly HeaderLine[], parameters: FaultParameters) => readonly HeaderLine[],
): FaultEffect {
  return {
    kind: 'sealed',
    change: (answer, parameters) => ({ ...answer, headers: change(answer.headers, parameters) }),
  }
}

const named =
  (name: string) =>
  ([line]: HeaderLine) =>
    line.toLowerCase() === name.toLowerCase()

/** Every fault that can be staged. A further one is a row. */
const rows = {
  status: {
    about: 'signed error with any status, code and message',
    effect: signedError(500, 'STAGED', 'Staged error'),
  },
  'token-expired': {
    about: '401',
    effect: signedError(401, 'TOKEN_INVALID', 'The security token passed is not valid'),
  },
  forbidden: {
    about: '403',
    effect: signedError(403, 'FORBIDDEN', 'The client is not allowed to call the API'),
  },
  'sca-expired': {
    about: '403 CUSTOMER_SCA_EXPIRED',
    effect: signedError(403, 'CUSTOMER_SCA_EXPIRED', 'Customer SCA expired'),
  },
  'limit-reached': {
    about: '420',
    effect: signedError(420, 'LIMIT_EXCEEDED', 'Allowed number of calls exceeded'),
  },
  'server-error': { about: '500', effect: signedError(500, 'INTERNAL', 'Generic server error') },
  'refresh-refused': {
    about: 'invalid_grant for a refresh_token',
    fits: ({ route, request }) =>
      route.route?.operation === 'token' && request.body.includes('grant_type=refresh_token'),
    effect: {
      kind: 'instead',
      answer: () => oauthRefusalAnswer(new OAuthRefusal('invalid_grant', 400, 'refresh_token not accepted')),
    },
  },
  'no-content': {
    about: 'signed 204 without a body',
    effect: { kind: 'unsealed', change: () => ({ status: 204, headers: [], body: Buffer.alloc(0) }) },
  },
  'empty-body': { about: 'signed, zero bytes', effect: withBody(() => Buffer.alloc(0)) },
  'null-body': { about: 'signed, the JSON value null', effect: withBody(() => Buffer.from('null')) },
  'truncated-json': {
    about: 'signed, half of the JSON',
    effect: withBody(({ body }) => body.subarray(0, Math.floor(body.length / 2))),
  },
  'oversized-body': {
    about: 'signed, padded with blanks to `bytes` (50 MB)',
    effect: withBody(({ body }, { bytes = 50 * megabyte }) =>
      Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length), ' ')]),
    ),
  },
  'unsigned-html': { about: '502 text/html', effect: unsigned(502, 'text/html') },
  'unsigned-html-as-json': { about: '502 application/json', effect: unsigned(502, 'application/json') },
  'unsigned-html-200': { about: '200 text/html', effect: unsigned(200, 'text/html') },
  'wrong-digest': {
    about: 'one letter of the body changed after signing',
    effect: {
      kind: 'sealed',
      change: (answer) => ({ ...answer, body: changeOneByte(answer.body) }),
    },
  },
  'wrong-signature': {
    about: 'one bit of the signature changed',
    effect: withHeaders((headers) =>
      headers.map(([name, value]) =>
        named('Signature')([name, value])
          ? [name, value.replace(/signature="./, flipFirstCharacter)]
          : [name, value],
      ),
    ),
  },
  'missing-header': {
    about: 'the header named `header` left out after signing',
    effect: withHeaders((headers, { header = 'Signature' }) =>
      headers.filter((line) => !named(header)(line)),
    ),
  },
  'duplicate-header': {
    about: 'the header named `header` sent twice',
    effect: withHeaders((headers, { header = 'Digest' }) =>
      headers.flatMap((line) => (named(header)(line) ? [line, line] : [line])),
    ),
  },
  gzip: {
    about: 'compressed after signing',
    effect: {
      kind: 'sealed',
      change: ({ status, headers, body }) => ({
        status,
        headers: [...headers, ['Content-Encoding', 'gzip']],
        body: gzipSync(body),
      }),
    },
  },
  'other-key': {
    about: "signed by another valid key, with the right seal's certificate",
    effect: { kind: 'sealing', sealing: () => ({ signer: 'other' }) },
  },
  'other-seal': {
    about: 'signed by another valid seal of the same authority, with its certificate',
    effect: { kind: 'sealing', sealing: () => ({ signer: 'other', certificate: 'other' }) },
  },
  'stale-date': {
    about: 'dated `seconds` (one hour) ago',
    effect: { kind: 'sealing', sealing: ({ seconds = 3600 }) => ({ shiftMs: -seconds * 1000 }) },
  },
  'future-date': {
    about: 'dated `seconds` (one hour) ahead',
    effect: { kind: 'sealing', sealing: ({ seconds = 3600 }) => ({ shiftMs: seconds * 1000 }) },
  },
  slow: { about: 'waits `delayMs` (3 s), then answers', effect: { kind: 'wire', write: wire.slow } },
  'slow-body': { about: 'body in ten pieces over `delayMs`', effect: { kind: 'wire', write: wire.slowBody } },
  'stalled-body': {
    about: 'half of the body, then silence',
    effect: { kind: 'wire', write: wire.stalledBody },
  },
  'reset-after-request': {
    about: 'connection cut once the request is read; nothing is done',
    effect: { kind: 'drop' },
  },
  'reset-before-headers': {
    about: 'the call is carried out, its answer lost',
    effect: { kind: 'wire', write: wire.resetBeforeHeaders },
  },
  'reset-after-headers': {
    about: 'connection cut after headers and half of the body',
    effect: { kind: 'wire', write: wire.resetAfterHeaders },
  },
  'token-envelope': { about: 'tokens inside the envelope', effect: tokenForm('envelope') },
  'token-302': { about: 'tokens in the Location of a 302', effect: tokenForm('redirect-302') },
  'token-307': { about: 'token endpoint answers 307', effect: tokenForm('redirect-307') },
  'certificate-pem-escaped': {
    about: 'SVC-Certificate as PEM with \\n',
    effect: certificateForm('pem-escaped'),
  },
  'certificate-pem-blanks': {
    about: 'SVC-Certificate as PEM with blanks',
    effect: certificateForm('pem-blanks'),
  },
  'certificate-pem-url-encoded': {
    about: 'SVC-Certificate as URL-encoded PEM',
    effect: certificateForm('pem-url-encoded'),
  },
} as const satisfies Record<string, FaultRow>

function tokenForm(form: CallSettings['tokenForm']): FaultEffect {
  return { kind: 'settings', settings: { tokenForm: form } }
}

function certificateForm(form: CallSettings['certificateForm']): FaultEffect {
  return { kind: 'settings', settings: { certificateForm: form } }
}

/** Changes the first letter of the outcome, so that the JSON stays readable and lies. */
function changeOneByte(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const at = Math.max(0, changed.indexOf('{') + 2)
  if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

function flipFirstCharacter(start: string): string {
  return `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`
}

export type FaultName = keyof typeof rows

export const faultNames = Object.keys(rows).filter(isFaultName)

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(rows, name)
}

export function faultRow(name: FaultName): FaultRow {
  return rows[name]
}

/** The settings of one call: the bank's, changed by a fault that stages other ones. */
export function callSettings({ bank, fault }: Call): CallSettings {
  return fault?.effect.kind === 'settings' ? { ...bank.settings, ...fault.effect.settings } : bank.settings
}
