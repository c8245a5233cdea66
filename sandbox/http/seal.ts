import { createHash, createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto'
import type { KeyedCertificate } from '../pki/mint'
import type { Answer, ApiRequest, HeaderLine } from './message'
import { type RequestTargetCase, requestTargetLine, signingString } from './signing-string'

/** How SVC-Certificate carries the certificate: the spec does not say, so each form that banks use can be chosen. */
export type CertificateForm = 'base64' | 'pem-escaped' | 'pem-blanks' | 'pem-url-encoded'

const certificateForms: Record<CertificateForm, (pem: string, der: Buffer) => string> = {
  base64: (_pem, der) => der.toString('base64'),
  'pem-escaped': (pem) => pem.replaceAll('\n', '\\n'),
  'pem-blanks': (pem) => pem.trim().replaceAll('\n', ' '),
  'pem-url-encoded': (pem) => encodeURIComponent(pem),
}

export type Seal = { certificate: Record<CertificateForm, string>; keyId: string; key: KeyObject }

/** Prepares a seal once, so that no call parses a key or a certificate. */
export function prepareSeal(pair: KeyedCertificate): Seal {
  const x509 = new X509Certificate(pair.cert)
  const inForm = (form: CertificateForm) => certificateForms[form](pair.cert, x509.raw)
  return {
    certificate: {
      base64: inForm('base64'),
      'pem-escaped': inForm('pem-escaped'),
      'pem-blanks': inForm('pem-blanks'),
      'pem-url-encoded': inForm('pem-url-encoded'),
    },
    keyId: `serial-${x509.serialNumber}`,
    key: createPrivateKey(pair.key),
  }
}

export type SealRules = {
  headerPrefix: string
  certificateForm: CertificateForm
  requestTargetCase: RequestTargetCase
}

const signedNames = ['(request-target)', 'digest', 'svc-response-id', 'date']

export function sha256Digest(body: Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}

/**
 * Adds what every answer carries (spec, "Response signing") and signs it. The Date is fixed here, before signing,
 * and is the one that is sent. `certificateOf` names another certificate than the signer's only in a staged fault.
 */
export async function sealAnswer(
  answer: Answer,
  request: Pick<ApiRequest, 'method' | 'target'>,
  at: Date,
  rules: SealRules,
  signer: Seal,
  certificateOf: Seal = signer,
): Promise<Answer> {
  const responseIdName = `${rules.headerPrefix}-Response-ID`
  const headers: HeaderLine[] = [
    ...answer.headers,
    [`${rules.headerPrefix}-Certificate`, certificateOf.certificate[rules.certificateForm]],
    ['Digest', sha256Digest(answer.body)],
    [responseIdName, randomUUID()],
    ['Date', at.toUTCString()],
  ]
  const names = signedNames.map((name) => (name === 'svc-response-id' ? responseIdName.toLowerCase() : name))
  const target = requestTargetLine(request.method, request.target, rules.requestTargetCase)
  const text = signingString(names, target, { headers })
  if (!text) throw new Error('a header to sign is missing from the answer')
  // in place: by way of another thread each call takes longer, and a sandbox has few callers at once
  const signature = sign('sha256', text, signer.key)
  headers.push([
    'Signature',
    `keyId="${signer.keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature.toString('base64')}"`,
  ])
  return { ...answer, headers }
}
