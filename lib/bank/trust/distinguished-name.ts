import { OID, type SubjectAttribute } from './certificate-facts'

const NAMES: Record<string, string> = {
  CN: '2.5.4.3',
  SERIALNUMBER: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  ORGANIZATIONIDENTIFIER: OID.organizationIdentifier,
}

/**
 * Reads a distinguished name as people write it: `CN=Bank Seal, O=Bank S.p.A., C=IT`, with `\,` for a comma
 * (RFC 4514), or one attribute per line as openssl and node print it. Types: the names above or dotted OIDs.
 * @returns undefined when it is not one
 */
export function parseDistinguishedName(text: string): SubjectAttribute[] | undefined {
  const attributes: SubjectAttribute[] = []
  for (const part of text.split(/(?<!\\)[,\n]/)) {
    const match = /^\s*([A-Za-z]+|\d+(?:\.\d+)+)\s*=\s*(.*?)\s*$/s.exec(part)
    if (!match) return undefined
    const [, type = '', value = ''] = match
    const oid = type.includes('.') ? type : NAMES[type.toUpperCase()]
    if (!oid || value === '') return undefined
    attributes.push({ oid, value: value.replace(/\\(.)/g, '$1') })
  }
  return attributes
}

/** Every expected attribute stands in the subject exactly once, with exactly that value. More may stand there. */
export function subjectMatches(
  subject: readonly SubjectAttribute[],
  expected: readonly SubjectAttribute[],
): boolean {
  return expected.every(({ oid, value }) => {
    const found = subject.filter((attribute) => attribute.oid === oid)
    return found.length === 1 && found[0]?.value === value
  })
}
