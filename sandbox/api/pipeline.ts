import type { CheckVerdict } from '../control/journal'
import type { Call, Check } from './call'
import {
  accessControl,
  accessToken,
  endUserAddress,
  freshRequestId,
  idsOfAddress,
  knownEndpoint,
} from './checks/access'
import {
  clientCertificatePresented,
  clientCertificateTrusted,
  psd2Statement,
  qualifiedWebCertificate,
  registeredTpp,
} from './checks/certificate'
import { requiredHeaders } from './checks/headers'
import { bodyDigest, boundedBody, recentDate } from './checks/message'
import {
  knownApplication,
  requestSignature,
  sealCertificate,
  sealCertificateInTime,
  signatureParameters,
} from './checks/signature'
import { ApiRefusal } from './refusal'

/** What every call must pass, in this order. The first that refuses decides the answer. */
export const checks: readonly Check[] = [
  clientCertificatePresented,
  clientCertificateTrusted,
  qualifiedWebCertificate,
  psd2Statement,
  registeredTpp,
  boundedBody,
  requiredHeaders,
  recentDate,
  bodyDigest,
  signatureParameters,
  knownApplication,
  sealCertificate,
  sealCertificateInTime,
  requestSignature,
  freshRequestId,
  knownEndpoint,
  accessToken,
  endUserAddress,
  accessControl,
  idsOfAddress,
]

/** Each check's verdict on a call that passes, made once: the journal keeps very many. */
const passed = new Map(
  checks.map((check): [Check, CheckVerdict] => [check, { check: check.name, verdict: 'passed' }]),
)

/** Runs the checks and writes each verdict down; throws the ApiRefusal of the first that fails. */
export async function runChecks(call: Call, verdicts: CheckVerdict[]): Promise<void> {
  for (const [check, verdict] of passed) {
    try {
      // nearly all judge at once; a wait for nothing costs each call a turn
      const judging = check.run(call)
      if (judging) await judging
      verdicts.push(verdict)
    } catch (error) {
      const reason = error instanceof ApiRefusal ? error.reason : 'internal error'
      verdicts.push({ check: check.name, verdict: 'refused', reason })
      throw error
    }
  }
}
