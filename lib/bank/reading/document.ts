import { ProtocolFault } from '../errors'
import type { RunStep } from '../trust/verify-response'
import type { RawResponse } from '../wire/transport'
import type { Envelope } from './envelope'

export type BankDocument = {
  /** At most `limits.documentBytes`, exactly as the bank signed them. */
  bytes: Buffer
  /** Lower case, parameters included. A hint: Content-Type is not among the headers that the bank signs. */
  contentType: string
}

/** RFC 9110 §8.3: type, subtype and perhaps parameters; nothing that could break out of a header of ours. */
const CONTENT_TYPE = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?:;[\x20\x21\x23-\x7e"]{1,128})?$/

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/

/**
 * The document in a verified answer (endpoint 18). A refusal, or a success that says it is JSON, is an envelope; any
 * other success, and a PDF whatever its type says, is taken as the bytes it is, and parsed by nobody here.
 * @param readEnvelope what reads an envelope and throws its refusal
 * @throws ApiFault, ProtocolFault (content_encoding, empty_body, schema, and those of an envelope)
 */
export function documentIn(
  { status, headers, body }: RawResponse,
  step: RunStep,
  readEnvelope: () => Envelope | undefined,
): BankDocument {
  const given = headers['content-type']
  const contentType = typeof given === 'string' ? given.trim().toLowerCase() : ''
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess || (!isPdf(body) && JSON_TYPE.test(contentType))) {
    readEnvelope()
    throw new ProtocolFault('schema', 'an envelope and no document')
  }
  return step('schema', () => {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') throw new ProtocolFault('content_encoding')
    if (body.length === 0) throw new ProtocolFault('empty_body')
    return {
      bytes: body,
      contentType: typeOf(contentType),
    }
  })
}

/** What says that it is JSON and came so far is a PDF; a type that makes no sense is none. */
function typeOf(given: string): string {
  if (JSON_TYPE.test(given)) return 'application/pdf'
  return CONTENT_TYPE.test(given) ? given : 'application/octet-stream'
}

const isPdf = (body: Buffer): boolean => body.subarray(0, 5).toString('latin1') === '%PDF-'
