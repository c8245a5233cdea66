import { gzipSync } from 'node:zlib'
import type { HeaderLine } from '../../http/message'
import type { FaultParameters } from '../scenarios'
import type { FaultEffect, FaultRow } from './effect'

const htmlPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

function unsigned(status: number, type: string): FaultEffect {
  return {
    kind: 'sealed',
    change: () => ({ status, headers: [['Content-Type', type]], body: Buffer.from(htmlPage) }),
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
} as const satisfies Record<string, FaultRow>

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
