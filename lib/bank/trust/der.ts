/** One DER element. `content` and `bytes` are views on the input. */
export type DerElement = {
  /** Identifier octet, for example 0x30 for SEQUENCE. */
  tag: number
  content: Buffer
  /** The whole element, header included. */
  bytes: Buffer
}

/** Tags this client meets (X.690 §8). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

export class DerError extends Error {
  override readonly name = 'DerError'
}

const MAX_CHILDREN = 1024

/**
 * Reads exactly one element that fills `input`. Definite, minimal lengths and low tag numbers only (DER).
 * @throws DerError
 */
export function readDer(input: Buffer): DerElement {
  const element = readElement(input, 0)
  if (element.bytes.length !== input.length) throw new DerError('bytes after the end of the element')
  return element
}

/** The elements inside a constructed element. @throws DerError */
export function childrenOf(element: DerElement): DerElement[] {
  if ((element.tag & 0x20) === 0) throw new DerError('not a constructed element')
  const children: DerElement[] = []
  for (let offset = 0; offset < element.content.length; ) {
    if (children.length === MAX_CHILDREN) throw new DerError('too many elements')
    const child = readElement(element.content, offset)
    children.push(child)
    offset += child.bytes.length
  }
  return children
}

/** Dotted form of an OBJECT IDENTIFIER. @throws DerError */
export function readOid(element: DerElement): string {
  if (element.tag !== TAG.oid || element.content.length === 0) throw new DerError('not an object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const octet of element.content) {
    arc = arc * 128 + (octet & 0x7f)
    if (arc > Number.MAX_SAFE_INTEGER) throw new DerError('object identifier out of range')
    if ((octet & 0x80) === 0) {
      arcs.push(arc)
      arc = 0
    }
  }
  if (((element.content.at(-1) ?? 0) & 0x80) !== 0) throw new DerError('object identifier cut short')
  const [first = 0, ...rest] = arcs
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}

/** Text of any string type certificates use; undefined for another type. */
export function readText(element: DerElement): string | undefined {
  switch (element.tag) {
    case TAG.utf8String:
      return element.content.toString('utf8')
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.teletexString:
      return element.content.toString('latin1')
    case TAG.bmpString:
      return element.content.length % 2 === 0
        ? Buffer.from(element.content).swap16().toString('utf16le')
        : undefined
    default:
      return undefined
  }
}

/**
 * Reads a UTCTime or GeneralizedTime in the form that RFC 5280 §4.1.2.5 allows: seconds, no fraction, `Z`.
 * @returns milliseconds since the epoch
 * @throws DerError also for a day that does not exist, and for a year before 1950
 */
export function readTime(element: DerElement): number {
  const text = element.content.toString('latin1')
  const [, year = '', rest = ''] = TIME_FORMS[element.tag]?.exec(text) ?? []
  const century = year.length === 2 ? (Number(year) < 50 ? '20' : '19') : ''
  const iso = `${century}${year}-${rest.replace(/^(..)(..)(..)(..)(..)$/, '$1-$2T$3:$4:$5')}.000Z`
  const milliseconds = Date.parse(iso)
  if (!(milliseconds >= FIRST_UTC_TIME) || new Date(milliseconds).toISOString() !== iso) {
    throw new DerError('not a time')
  }
  return milliseconds
}

const FIRST_UTC_TIME = Date.UTC(1950, 0)
const TIME_FORMS: Record<number, RegExp> = {
  [TAG.utcTime]: /^(\d{2})(\d{10})Z$/,
  [TAG.generalizedTime]: /^(\d{4})(\d{10})Z$/,
}

function readElement(input: Buffer, offset: number): DerElement {
  const tag = input[offset]
  const first = input[offset + 1]
  if (tag === undefined || first === undefined) throw new DerError('element cut short')
  if ((tag & 0x1f) === 0x1f) throw new DerError('high tag number')
  let length = first
  let header = 2
  if (first >= 0x80) {
    const octets = first & 0x7f
    if (octets === 0 || octets > 4) throw new DerError('length not supported')
    if (offset + 2 + octets > input.length) throw new DerError('element cut short')
    length = input.readUIntBE(offset + 2, octets)
    header += octets
    if (length < 0x80 || length < 256 ** (octets - 1)) throw new DerError('length not minimal')
  }
  const end = offset + header + length
  if (end > input.length) throw new DerError('element cut short')
  return { tag, content: input.subarray(offset + header, end), bytes: input.subarray(offset, end) }
}
