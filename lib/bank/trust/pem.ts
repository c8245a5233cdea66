import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { BankConfigError } from '../errors'

const MAX_PEM_BYTES = 256 * 1024
const MAX_CERTIFICATES = 10

/**
 * A certificate or key setting is the PEM itself or the path of a file that holds it.
 * @param name the setting, for example `TPP_QWAC_KEY`
 * @returns the text, in any of the forms `certificatesFrom` and `privateKeyFrom` read
 * @throws BankConfigError when there is no such file or it cannot be read
 */
export function readPemSetting(value: string, name: string): string {
  if (toPem(value) !== undefined) return value
  const path = value.trim()
  if (path === '' || path.length > 4096 || path.includes('\0') || path.includes('\n')) {
    throw new BankConfigError(name, 'is neither PEM nor the path of a file')
  }
  try {
    if (statSync(path).size > MAX_PEM_BYTES) throw new BankConfigError(name, 'names a file that is too large')
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof BankConfigError) throw error
    throw new BankConfigError(name, `is neither PEM nor a file that can be read (${codeOf(error)})`)
  }
}

/** Every certificate of a setting, in its order. @throws BankConfigError naming the setting */
export function certificatesFrom(text: string, name: string): X509Certificate[] {
  const blocks = blocksOf(text, name).filter((block) => block.label === 'CERTIFICATE')
  if (blocks.length === 0) throw new BankConfigError(name, 'holds no certificate')
  if (blocks.length > MAX_CERTIFICATES) throw new BankConfigError(name, 'holds too many certificates')
  return blocks.map((block) => {
    try {
      return new X509Certificate(block.pem)
    } catch {
      throw new BankConfigError(name, 'holds a certificate that cannot be read')
    }
  })
}

/** The one private key of a setting. @throws BankConfigError naming the setting */
export function privateKeyFrom(text: string, name: string): KeyObject {
  const keys = blocksOf(text, name).filter((block) => block.label.endsWith('PRIVATE KEY'))
  const [key] = keys
  if (!key) throw new BankConfigError(name, 'holds no private key')
  if (keys.length > 1) throw new BankConfigError(name, 'holds more than one private key')
  if (key.label.startsWith('ENCRYPTED') || key.encrypted) {
    throw new BankConfigError(name, 'is encrypted with a passphrase; give the key without one')
  }
  try {
    return createPrivateKey(key.pem)
  } catch {
    throw new BankConfigError(name, 'holds a private key that cannot be read')
  }
}

type PemBlock = { label: string; pem: string; encrypted: boolean }

function blocksOf(text: string, name: string): PemBlock[] {
  const pem = toPem(text)
  if (pem === undefined) throw new BankConfigError(name, 'is not PEM')
  const blocks: PemBlock[] = []
  for (const [, label = '', inside = ''] of pem.matchAll(
    /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g,
  )) {
    const base64 = inside.replace(/\s+/g, '')
    const lines = base64.match(/.{1,64}/g)?.join('\n') ?? ''
    blocks.push({
      label,
      pem: `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`,
      encrypted: inside.includes('Proc-Type:'),
    })
  }
  return blocks
}

/**
 * Undoes what environment files, shells and secret stores do to PEM: a byte order mark, surrounding quotes,
 * `\n` as two characters, CRLF, blanks for newlines (the block reader drops all blanks), base64 of the whole.
 * @returns undefined when there is no PEM in it
 */
function toPem(value: string): string | undefined {
  if (value.length > MAX_PEM_BYTES) return undefined
  const text = unquote(value.replace(/^\uFEFF/, ''))
  if (text.includes('-----BEGIN ')) return unescapeNewlines(text)
  if (!/^[A-Za-z0-9+/\s]{64,}(?:={1,2}\s*)?$/.test(text)) return undefined
  const decoded = Buffer.from(text, 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return decoded.includes('-----BEGIN ') ? unescapeNewlines(decoded) : undefined
}

function unquote(text: string): string {
  const trimmed = text.trim()
  const quote = trimmed.at(0)
  const quoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote)
  return quoted ? trimmed.slice(1, -1).trim() : trimmed
}

function unescapeNewlines(text: string): string {
  return text.replace(/\\r/g, '').replace(/\\n/g, '\n')
}

/** The system's or OpenSSL's code of an error, which unlike its message holds nothing of what was read. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
