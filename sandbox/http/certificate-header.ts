/** What `TPP-Certificate` holds: base64 of the DER on one line, or PEM made fit for one line. */
export type RequestCertificateForm = 'base64' | 'pem'

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const pem = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/

/** A provider sends the same value with every call. */
const known = new Map<string, Buffer | null>()
const maxKnown = 100

/** The DER of the certificate; null when the value is not of the form. */
export function readCertificateHeader(value: string, form: RequestCertificateForm): Buffer | null {
  const key = `${form} ${value}`
  const before = known.get(key)
  if (before !== undefined) return before
  const der = read(value, form)
  if (known.size >= maxKnown) known.clear()
  known.set(key, der)
  return der
}

function read(value: string, form: RequestCertificateForm): Buffer | null {
  const text = form === 'base64' ? value : base64OfPem(value)
  return text !== null && base64.test(text) ? Buffer.from(text, 'base64') : null
}

/** Line breaks may be blanks, the two characters `\n`, or URL-encoded with all the rest. */
function base64OfPem(value: string): string | null {
  const [, body] = pem.exec(decodeUrl(value).replaceAll('\\n', '\n')) ?? []
  return body === undefined ? null : body.replaceAll(/\s/g, '')
}

function decodeUrl(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
