/** One DER element: `content` has its value octets, `end` is the offset after them in the bytes it was read from. */
export type DerElement = { tag: number; content: Buffer; end: number }

export const derTags = {
  integer: 0x02,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
} as const

/** The bytes are not the DER that was expected. */
export class DerError extends Error {}

const maxChildren = 256

/** Reads the element that starts at `offset`. Definite lengths up to 24 bits only, as DER certificates have them. */
export function readElement(bytes: Buffer, offset = 0): DerElement {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  if (tag === undefined || first === undefined) throw new DerError('element cut short')
  let length = first
  let start = offset + 2
  if (first >= 0x80) {
    const size = first & 0x7f
    if (size < 1 || size > 3 || start + size > bytes.length) throw new DerError('length not readable')
    length = bytes.readUIntBE(start, size)
    start += size
  }
  const end = start + length
  if (end > bytes.length) throw new DerError('element longer than its container')
  return { tag, content: bytes.subarray(start, end), end }
}

/** The elements inside a constructed element, which must fill it exactly. */
export function childrenOf(element: DerElement): DerElement[] {
  const children: DerElement[] = []
  for (let offset = 0; offset < element.content.length; ) {
    const child = readElement(element.content, offset)
    children.push(child)
    if (children.length > maxChildren) throw new DerError('too many elements')
    offset = child.end
  }
  return children
}

/** The element, when it exists and has the tag; throws {@link DerError} otherwise. */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element?.tag !== tag) throw new DerError(`tag ${tag} expected`)
  return element
}

/** Dotted form of an OBJECT IDENTIFIER. */
export function readOid(element: DerElement | undefined): string {
  const { content } = expectTag(element, derTags.objectIdentifier)
  const arcs: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (value > Number.MAX_SAFE_INTEGER / 128) throw new DerError('arc too large')
    if (byte < 0x80) {
      arcs.push(value)
      value = 0
    }
  }
  const [first, ...rest] = arcs
  if (first === undefined) throw new DerError('empty object identifier')
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...rest].join('.')
}

/** Text of a UTF8String. */
export function readUtf8(element: DerElement | undefined): string {
  return expectTag(element, derTags.utf8String).content.toString('utf8')
}
