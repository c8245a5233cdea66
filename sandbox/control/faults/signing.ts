import { gzipSync } from 'node:zlib'
import type { Answer, HeaderLine } from '../../http/message'
import type { FaultParameters } from '../scenarios'
import type { FaultEffect, FaultRow } from './effect'

const htmlPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

function unsigned(usual: number, type: string): FaultEffect {
  return {
    kind: 'sealed',
    change: (_, { status = usual }) => ({
      status,
      headers: [['Content-Type', type]],
      body: Buffer.from(htmlPage),
    }),
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

/** Not signed, or signed in a wrong way, or changed after signing. */
export const signingFaults = {
  'unsigned-html': { about: '`status` (502) text/html', effect: unsigned(502, 'text/html') },
  'unsigned-html-as-json': { about: '502 application/json', effect: unsigned(502, 'application/json') },
  'unsigned-html-200': { about: '200 text/html', effect: unsigned(200, 'text/html') },
  'wrong-digest': {
    about: 'body changed after signing, by one letter or a blank; without a body, the Digest changed',
    effect: { kind: 'sealed', change: changeWhatDigestCovers },
  },
  'wrong-signature': {
    about: 'one character of the signature changed',
    effect: withHeaders((headers) => withOtherCharacter(headers, 'Signature', /signature="./)),
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
} as const satisfies Record<string, FaultRow>

/** The Digest is wrong afterwards, whatever the answer has. */
function changeWhatDigestCovers(answer: Answer): Answer {
  if (answer.body.length > 0) return { ...answer, body: changeBody(answer.body) }
  return { ...answer, headers: withOtherCharacter(answer.headers, 'Digest', /SHA-256=./) }
}

/** Changes the first letter of the first name in the JSON, which stays readable; an empty object gets a blank. */
function changeBody(body: Buffer): Buffer {
  const at = body.indexOf('{') + 2
  if (at >= body.length) return Buffer.concat([body, Buffer.from(' ')])
  const changed = Buffer.from(body)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** The last character of what `start` finds in the header becomes another one of base64. */
function withOtherCharacter(
  headers: readonly HeaderLine[],
  name: string,
  start: RegExp,
): readonly HeaderLine[] {
  const other = (found: string) => `${found.slice(0, -1)}${found.endsWith('A') ? 'B' : 'A'}`
  return headers.map((line) => (named(name)(line) ? [line[0], line[1].replace(start, other)] : line))
}
