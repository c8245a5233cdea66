import { isIP } from 'node:net'
import { readCertificateHeader } from '../../http/certificate-header'
import { parseHttpDate } from '../../http/http-date'
import { headerValues } from '../../http/message'
import { isUuid } from '../../http/uuid'
import type { Call, Check } from '../call'
import { ApiRefusal } from '../refusal'

type HeaderRule = {
  name: string
  required(call: Call): boolean
  valid(value: string, call: Call): boolean
}

const always = () => true
const never = () => false
const maxLanguageLength = 200

/** `application/json`, perhaps with parameters, among the media types of a list. */
function namesMediaType(list: string, wanted: string): boolean {
  return list.split(',').some((entry) => entry.split(';')[0]?.trim().toLowerCase() === wanted)
}

/** The table "Request headers" of the spec. Authorization has its own check, because its absence is a 401. */
function headerRules(prefix: string): HeaderRule[] {
  return [
    { name: 'TPP-Transaction-ID', required: always, valid: isUuid },
    { name: 'TPP-Request-ID', required: always, valid: isUuid },
    {
      name: 'TPP-Certificate',
      required: always,
      valid: (value, { bank }) => readCertificateHeader(value, bank.settings.requestCertificateForm) !== null,
    },
    { name: 'Signature', required: always, valid: always },
    {
      name: 'Digest',
      required: ({ request }) => request.method !== 'GET',
      valid: (value) => /^SHA-256=[A-Za-z0-9+/]{43}=$/.test(value),
    },
    { name: 'Date', required: always, valid: (value) => parseHttpDate(value) !== null },
    {
      name: 'Content-Type',
      required: always,
      valid: (value, { route }) =>
        !value.includes(',') && namesMediaType(value, route.route?.requestType ?? 'application/json'),
    },
    { name: 'Accept', required: always, valid: (value) => namesMediaType(value, 'application/json') },
    { name: 'Accept-Language', required: never, valid: (value) => value.length <= maxLanguageLength },
    { name: `${prefix}-Trace-Id`, required: never, valid: (value) => /^viewId=[\w.:-]{1,100}$/.test(value) },
    { name: `${prefix.toLowerCase()}-apitrack-id`, required: never, valid: isUuid },
    { name: 'PSU-IP-Address', required: never, valid: (value) => isIP(value) !== 0 && !value.includes('%') },
    { name: 'Authorization', required: never, valid: always },
    { name: 'TPP-Redirect-URI', required: never, valid: always },
  ]
}

const rulesByPrefix = new Map<string, HeaderRule[]>()

/** Made once: every call goes through them. */
function rulesFor(prefix: string): HeaderRule[] {
  const rules = rulesByPrefix.get(prefix) ?? headerRules(prefix)
  rulesByPrefix.set(prefix, rules)
  return rules
}

/** Every header of the table: there when required, at most once, well formed. The refusal names the header. */
export const requiredHeaders: Check = {
  name: 'required headers',
  run: (call) => {
    for (const rule of rulesFor(call.bank.settings.headerPrefix)) {
      const values = headerValues(call.request, rule.name)
      const [value] = values
      if (values.length > 1) throw new ApiRefusal('HEADER_REPEATED', { detail: rule.name })
      if (value === undefined || value === '') {
        if (rule.required(call)) throw new ApiRefusal('HEADER_MISSING', { detail: rule.name })
      } else if (!rule.valid(value, call)) {
        throw new ApiRefusal('HEADER_INVALID', { detail: rule.name })
      }
    }
  },
}
