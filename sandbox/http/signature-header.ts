/** The four parameters of a Signature header, read and found well formed. */
export type SignatureParameters = { keyId: string; headers: string[]; signature: Buffer }

/** What is wrong with a Signature header, for the journal; the caller is only told that verification failed. */
export class SignatureHeaderError extends Error {}

const maxHeaderLength = 4096
const maxNames = 32
const names = ['keyId', 'algorithm', 'headers', 'signature'] as const

/**
 * Reads `keyId="…",algorithm="…",headers="…",signature="…"` strictly (spec, "Signature header"): the four names are
 * case-sensitive, each exactly once, blanks allowed only around the commas. A text is a quoted string: `\"` stands for a
 * quote and `\\` for a backslash, in the name of an application for example. Its bytes are UTF-8, which the spec leaves
 * open. Throws {@link SignatureHeaderError}.
 */
export function readSignatureHeader(value: string, method: string): SignatureParameters {
  if (value.length > maxHeaderLength) throw new SignatureHeaderError('longer than 4096 characters')
  const parameters = new Map<string, string>()
  for (const [name, text] of splitParameters(value)) {
    if (!names.some((known) => known === name))
      throw new SignatureHeaderError('a parameter is not one of the four')
    if (parameters.has(name)) throw new SignatureHeaderError(`${name} given twice`)
    parameters.set(name, text)
  }
  const take = (name: (typeof names)[number]): string => {
    const text = parameters.get(name)
    if (!text) throw new SignatureHeaderError(`${name} is missing or empty`)
    return text
  }
  if (take('algorithm') !== 'rsa-sha256') throw new SignatureHeaderError('algorithm is not rsa-sha256')
  return {
    keyId: take('keyId'),
    headers: readNames(take('headers'), method),
    signature: readBase64(take('signature')),
  }
}

/** One pass over the value; a comma inside quotes belongs to the text. */
function splitParameters(value: string): [name: string, text: string][] {
  const found: [string, string][] = []
  const parameter = /[ \t]*([A-Za-z]+)="((?:[^"\\]|\\["\\])*)"[ \t]*(,|$)/y
  for (let more = true; more; ) {
    const [, name, text, separator] = parameter.exec(value) ?? []
    if (name === undefined || text === undefined)
      throw new SignatureHeaderError('a parameter is not name="value"')
    found.push([name, asText(text.replaceAll(/\\(["\\])/g, '$1'))])
    more = separator === ','
  }
  return found
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const isAscii = /^[\0-\x7f]*$/

/** Header values come with one char for each byte. */
function asText(bytes: string): string {
  if (isAscii.test(bytes)) return bytes
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    throw new SignatureHeaderError('a text is not UTF-8')
  }
}

function readNames(list: string, method: string): string[] {
  const listed = list.split(' ')
  if (listed.length > maxNames) throw new SignatureHeaderError('too many names in headers')
  if (listed.some((name) => !/^(?:\(request-target\)|[!#$%&'*+.^_`|~0-9a-z-]+)$/.test(name))) {
    throw new SignatureHeaderError('headers is not a list of lower-case names with one blank between')
  }
  if (new Set(listed).size !== listed.length)
    throw new SignatureHeaderError('a name is listed twice in headers')
  if (listed[0] !== '(request-target)')
    throw new SignatureHeaderError('(request-target) is not the first name')
  const mandatory = ['tpp-request-id', 'date', ...(method === 'GET' ? [] : ['digest'])]
  for (const name of mandatory) {
    if (!listed.includes(name)) throw new SignatureHeaderError(`${name} is not signed`)
  }
  return listed
}

function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new SignatureHeaderError('signature is not base64 on one line')
  return bytes
}
