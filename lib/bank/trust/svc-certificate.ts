import { X509Certificate } from 'node:crypto'
import { ProtocolFault } from '../errors'

const MAX_CERTIFICATES = 6
const BLOCK = /\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----\s*/y

/**
 * The one reader of the SVC-Certificate header: bare base64 of the DER, or PEM whose newlines became blanks,
 * `\n` text or percent-escapes; each may be folded over several header lines, and PEM may carry the chain,
 * leaf first. Anything before BEGIN, between blocks or after the last END is refused.
 * @throws ProtocolFault certificate_unreadable
 */
export function readSvcCertificate(header: string | readonly string[]): X509Certificate[] {
  const lines = typeof header === 'string' ? [header] : header
  const text = undoEscapes(lines.join(' '))
  const encoded = text.includes('-----') ? pemBodies(text) : [text]
  return encoded.map(toCertificate)
}

function undoEscapes(text: string): string {
  let plain = text
  if (plain.includes('%')) {
    // Form encoding writes a blank as `+`; in percent encoding `+` is itself a base64 digit.
    const formEncoded = plain.includes('BEGIN+CERTIFICATE')
    try {
      plain = decodeURIComponent(formEncoded ? plain.replaceAll('+', '%20') : plain)
    } catch {
      throw new ProtocolFault('certificate_unreadable', 'bad percent-escape')
    }
  }
  return plain.replace(/\\r/g, ' ').replace(/\\n/g, ' ')
}

function pemBodies(text: string): string[] {
  const bodies: string[] = []
  BLOCK.lastIndex = 0
  for (let end = 0; end < text.length; end = BLOCK.lastIndex) {
    const match = BLOCK.exec(text)
    if (!match) throw new ProtocolFault('certificate_unreadable', 'not only PEM certificates')
    bodies.push(match[1] ?? '')
    if (bodies.length > MAX_CERTIFICATES) throw new ProtocolFault('certificate_unreadable', 'too many')
  }
  return bodies
}

function toCertificate(encoded: string): X509Certificate {
  const base64 = encoded.replace(/\s+/g, '')
  const der = Buffer.from(base64, 'base64')
  if (der.length === 0 || der.toString('base64') !== base64) {
    throw new ProtocolFault('certificate_unreadable', 'not base64')
  }
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(der)
  } catch {
    throw new ProtocolFault('certificate_unreadable', 'not a certificate')
  }
  if (!certificate.raw.equals(der)) throw new ProtocolFault('certificate_unreadable', 'bytes after the end')
  return certificate
}
