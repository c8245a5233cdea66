import { parseDistinguishedName } from '@/lib/bank/trust/distinguished-name'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { stepRecorder, type Verification, verifyResponse } from '@/lib/bank/trust/verify-response'
import type { VerificationStep } from '@/lib/bank/types'
import { requestTarget } from '@/lib/bank/wire/signature'
import { bankPki } from './bank-pki'
import { type Answer, type SealOptions, sealAnswer } from './sealed-answer'

export const REQUEST = { method: 'GET', target: '/psd2/v0/private/customers/10023456/accounts' }

/** A good answer to `REQUEST` from the bank of `bankPki`. */
export function goodAnswer(options: Partial<SealOptions> = {}): Answer {
  return sealAnswer({ ...REQUEST, seal: bankPki().seal, body: '{"outcome":"ERROR"}', ...options })
}

/** What the verifier says: `verified`, `unsigned but allowed`, or the reason of its refusal and the steps taken. */
export function verdictOn(answer: Answer, overrides: Partial<Verification> = {}) {
  const steps: VerificationStep[] = []
  const verification: Verification = {
    headerNames: {
      certificate: 'svc-certificate',
      responseId: 'svc-response-id',
      apitrackId: 'svc-apitrack-id',
      traceId: 'SVC-Trace-Id',
    },
    target: requestTarget(REQUEST.method, REQUEST.target, 'lower'),
    sealTrust: trust(),
    now: Date.now(),
    ...overrides,
  }
  const response = {
    status: answer.status,
    headers: receivedHeaders(answer),
    body: answer.body,
    headersAt: 0,
  }
  try {
    const verified = verifyResponse(response, verification, stepRecorder(steps))
    return { verdict: verified ? 'verified' : 'unsigned but allowed', steps }
  } catch (error) {
    if (!(error instanceof Error && 'reason' in error)) throw error
    return { verdict: String(error.reason), steps }
  }
}

/** Trust in the seal of `bankPki`, with an empty cache. */
export function trust() {
  const pki = bankPki()
  return createSealTrust([pki.root.x509], parseDistinguishedName(pki.sealSubject) ?? [])
}

/** Headers as the transport hands them over: lower-case names, repeated ones as a list. */
function receivedHeaders(answer: Answer): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of answer.headers) {
    const lower = name.toLowerCase()
    const known = headers[lower]
    headers[lower] = known === undefined ? value : [known, value].flat()
  }
  return headers
}
