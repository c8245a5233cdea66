import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'

/** What a test wants a certificate to be. Everything left out is as a good certificate has it. */
export type MintOptions = {
  /** Attributes in order: `[['CN', 'Seal'], ['O', 'Bank']]`. */
  subject: [type: keyof typeof ATTRIBUTES, value: string][]
  key: { publicKey: KeyObject; privateKey: KeyObject }
  /** Left out: self-signed. */
  issuer?: Minted
  ca?: boolean
  pathLength?: number
  notBefore?: Date
  notAfter?: Date
  /** DER that stands where a validity date belongs. */
  rawValidity?: { notBefore?: Buffer; notAfter?: Buffer }
  qcTypes?: ('esign' | 'eseal' | 'web')[]
  hash?: 'sha256' | 'sha1'
  dnsNames?: string[]
  /** DER of further extensions. */
  extensions?: Buffer[]
}

export type Minted = { x509: X509Certificate; pem: string; key: KeyObject; keyPem: string; name: Buffer }

const ATTRIBUTES = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  CN: '2.5.4.3',
  organizationIdentifier: '2.5.4.97',
} as const
const QC_TYPES = { esign: 1, eseal: 2, web: 3 } as const
const DAY_MILLISECONDS = 24 * 3600 * 1000

/** Mints an X.509 v3 certificate, RSA or EC, signed by node's own crypto (RFC 5280 §4.1). */
export function mintCertificate(options: MintOptions): Minted {
  const name = encodeName(options.subject)
  const signingKey = options.issuer?.key ?? options.key.privateKey
  const algorithm = encodeAlgorithm(signingKey, options.hash ?? 'sha256')
  const now = Date.now()
  const tbs = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    options.issuer?.name ?? name,
    der(
      0x30,
      options.rawValidity?.notBefore ?? encodeTime(options.notBefore ?? new Date(now - DAY_MILLISECONDS)),
      options.rawValidity?.notAfter ?? encodeTime(options.notAfter ?? new Date(now + 365 * DAY_MILLISECONDS)),
    ),
    name,
    options.key.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...encodeExtensions(options))),
  )
  const signature = sign(options.hash ?? 'sha256', tbs, signingKey)
  const certificate = der(0x30, tbs, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const x509 = new X509Certificate(certificate)
  const key = options.key.privateKey
  return {
    x509,
    pem: x509.toString(),
    key,
    keyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
  }
}

export const rsaKey = (bits = 2048) => generateKeyPairSync('rsa', { modulusLength: bits })
export const ecKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A DER element; also for tests that need a broken one. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const octets = length < 0x100 ? 1 : 2
  const header = Buffer.alloc(2 + octets)
  header[0] = tag
  header[1] = 0x80 | octets
  header.writeUIntBE(length, 2, octets)
  return Buffer.concat([header, content])
}

function derOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const octets = [first * 40 + second, ...rest].flatMap((arc) => {
    const base128 = [arc & 0x7f]
    for (let left = arc >>> 7; left > 0; left >>>= 7) base128.unshift((left & 0x7f) | 0x80)
    return base128
  })
  return der(0x06, Buffer.from(octets))
}

export function derExtension(oid: string, value: Buffer, critical = false): Buffer {
  const flag = critical ? [der(0x01, Buffer.from([0xff]))] : []
  return der(0x30, derOid(oid), ...flag, der(0x04, value))
}

function encodeName(subject: MintOptions['subject']): Buffer {
  const attributes = subject.map(([type, value]) =>
    der(0x31, der(0x30, derOid(ATTRIBUTES[type]), der(0x0c, Buffer.from(value)))),
  )
  return der(0x30, ...attributes)
}

function encodeAlgorithm(key: KeyObject, hash: 'sha256' | 'sha1'): Buffer {
  if (key.asymmetricKeyType === 'ec') return der(0x30, derOid('1.2.840.10045.4.3.2'))
  const oid = hash === 'sha256' ? '1.2.840.113549.1.1.11' : '1.2.840.113549.1.1.5'
  return der(0x30, derOid(oid), der(0x05))
}

function encodeTime(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/[-:T]|\.\d+/g, '')
  return instant.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits))
}

function encodeExtensions(options: MintOptions): Buffer[] {
  const extensions = [...(options.extensions ?? [])]
  if (options.ca) {
    const path = options.pathLength === undefined ? [] : [der(0x02, Buffer.from([options.pathLength]))]
    const constraints = der(0x30, der(0x01, Buffer.from([0xff])), ...path)
    extensions.push(derExtension('2.5.29.19', constraints, true))
  }
  // keyCertSign for a CA, digitalSignature for the others (RFC 5280 §4.2.1.3).
  extensions.push(derExtension('2.5.29.15', der(0x03, Buffer.from(options.ca ? [2, 0x04] : [7, 0x80])), true))
  const keyId = createHash('sha1')
    .update(options.key.publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
  extensions.push(derExtension('2.5.29.14', der(0x04, keyId)))
  if (options.dnsNames) {
    const names = options.dnsNames.map((dnsName) => der(0x82, Buffer.from(dnsName)))
    extensions.push(derExtension('2.5.29.17', der(0x30, ...names)))
  }
  if (options.qcTypes) {
    const types = options.qcTypes.map((type) => derOid(`0.4.0.1862.1.6.${QC_TYPES[type]}`))
    const statements = der(
      0x30,
      der(0x30, derOid('0.4.0.1862.1.1')),
      der(0x30, derOid('0.4.0.1862.1.6'), der(0x30, ...types)),
    )
    extensions.push(derExtension('1.3.6.1.5.5.7.1.3', statements))
  }
  return extensions
}
