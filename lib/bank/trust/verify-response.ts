import { ProtocolFault } from '../errors'
import type { HeaderNames } from '../settings'
import type { StepName, VerificationStep } from '../types'
import { checkDigest } from '../wire/digest'
import { parseHttpDate } from '../wire/http-date'
import {
  parseSignatureHeader,
  REQUEST_TARGET,
  type SignatureParameters,
  signingString,
  verifyRsaSha256,
} from '../wire/signature'
import type { RawResponse, ResponseHeaders } from '../wire/transport'
import type { SealTrust } from './seal-trust'

/** Permitted distance of the answer's Date from our clock, either way (spec.md "Response signing"). */
const MAX_DATE_DISTANCE_MILLISECONDS = 30 * 60 * 1000

export type Verification = {
  headerNames: HeaderNames
  /** Value of `(request-target)` of the request that is answered. */
  target: string
  sealTrust: SealTrust
  /** Our clock, milliseconds since the epoch. */
  now: number
}

/** Runs one step and writes down how it ended. */
export type RunStep = <T>(name: StepName, check: () => T) => T

export function stepRecorder(steps: VerificationStep[]): RunStep {
  return (name, check) => {
    try {
      const result = check()
      steps.push({ name, outcome: 'passed' })
      return result
    } catch (error) {
      steps.push({ name, outcome: 'failed' })
      throw error
    }
  }
}

/**
 * Verifies an answer in the order of design reading 4, after the transport's size bound: Date, Digest over the
 * raw bytes, certificate, signature. Only then may its body be parsed.
 * @returns false for a 204 that carries no signing header at all, which the spec leaves possible: it says that what
 *   carries a payload is signed. A 302 carries one in its Location, so it is not excepted
 * @throws ProtocolFault
 */
export function verifyResponse(response: RawResponse, verification: Verification, step: RunStep): boolean {
  const { headers } = response
  const signed = step('signed', () => isSigned(response, verification.headerNames))
  if (!signed) return false
  step('date', () => checkDate(single(headers, 'date', 'date_missing'), verification.now))
  step('digest', () => checkDigest(single(headers, 'digest', 'digest_missing'), response.body))
  const key = step('certificate', () =>
    verification.sealTrust(
      certificateHeader(headers, verification.headerNames.certificate),
      verification.now,
    ),
  )
  step('signature', () => {
    const signature = parseSignatureHeader(single(headers, 'signature', 'signature_missing'))
    checkSignedNames(signature.headers, headers, verification.headerNames)
    const text = rebuildSigningString(signature, headers, verification.target)
    if (!verifyRsaSha256(key, text, signature.signature)) throw new ProtocolFault('signature_mismatch')
  })
  return true
}

/** One signing header is enough to demand them all. */
function isSigned({ status, headers }: RawResponse, names: HeaderNames): boolean {
  const signing = ['signature', 'digest', names.certificate, names.responseId]
  if (signing.some((name) => headers[name] !== undefined)) return true
  if (status === 204) return false
  throw new ProtocolFault('unsigned')
}

function checkDate(text: string, now: number): void {
  const date = parseHttpDate(text)
  if (date === undefined) throw new ProtocolFault('date_malformed')
  if (Math.abs(now - date) > MAX_DATE_DISTANCE_MILLISECONDS) throw new ProtocolFault('date_out_of_range')
}

function certificateHeader(headers: ResponseHeaders, name: string): string | readonly string[] {
  const value = headers[name]
  if (value === undefined || value === '') throw new ProtocolFault('certificate_missing')
  return value
}

/** The four names are mandatory, whatever else is signed too (spec.md "Response signing"). */
function checkSignedNames(listed: readonly string[], headers: ResponseHeaders, names: HeaderNames): void {
  for (const name of [REQUEST_TARGET, 'digest', names.responseId, 'date']) {
    if (!listed.includes(name)) throw new ProtocolFault('signature_names', `${name} is not signed`)
  }
  const responseId = single(headers, names.responseId, 'response_id_missing')
  if (!RESPONSE_ID.test(responseId)) throw new ProtocolFault('response_id_missing', 'not one id')
}

/** No blank and no comma: two ids joined by a proxy are not an id. */
const RESPONSE_ID = /^[\x21-\x2b\x2d-\x7e]{1,128}$/

function rebuildSigningString(
  signature: SignatureParameters,
  headers: ResponseHeaders,
  target: string,
): string {
  return signingString(
    signature.headers.map((name) => {
      if (name === REQUEST_TARGET) return [name, target]
      const value = headers[name]
      if (value === undefined) throw new ProtocolFault('signature_names', 'a signed header is missing')
      // Draft 09 §2.3: lines of one header are joined in order with a comma and a blank.
      return [name, typeof value === 'string' ? value.trim() : value.map((line) => line.trim()).join(', ')]
    }),
  )
}

function single(
  headers: ResponseHeaders,
  name: string,
  missing: 'date_missing' | 'digest_missing' | 'signature_missing' | 'response_id_missing',
): string {
  const value = headers[name]
  if (value === undefined || value === '') throw new ProtocolFault(missing)
  if (typeof value !== 'string') throw new ProtocolFault('header_repeated', name)
  return value.trim()
}
