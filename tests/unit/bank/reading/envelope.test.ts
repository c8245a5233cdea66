import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiFault } from '@/lib/bank/errors'
import { checkOutcome, parseEnvelope, parseJson, parseWith } from '@/lib/bank/reading/envelope'
import { envelope, errorEnvelope } from '@/tests/support/sealed-answer'

const parse = (json: string) => parseEnvelope(JSON.parse(json))

test('an envelope is read with its messages, resource and links', () => {
  const resourceId = '0b6e7c1e-4f7a-4c0e-8f55-1d2e3f4a5b6c'
  const links = { self: { href: 'x', method: 'GET' }, curies: [{ href: 'https://b/{rel}', name: 'n' }] }
  const read = parse(envelope({ a: 1 }, { result: true }, { resources: { resourceId }, _links: links }))
  expect(read).toMatchObject({ data: { a: 1 }, resourceId, _links: links, odd: [] })
  expect(read.result).toEqual({ messages: [], outcome: 'SUCCESS', requestId: 'r-1' })
})

test('everything but the outcome may be missing, null or an empty text', () => {
  const bare = parse('{"result":{"outcome":"SUCCESS"}}')
  for (const blank of [null, '', ' ']) {
    const fields = { messages: blank, flushMessages: blank, requestId: blank, result: blank }
    const rest = { resources: blank, _links: blank, _embedded: blank }
    expect(parse(envelope(undefined, fields, rest))).toEqual(bare)
    expect(parse(envelope(undefined, fields, { _links: blank, resources: { resourceId: blank } }))).toEqual(
      bare,
    )
    const message = { code: blank, message: blank, type: blank, detail: blank }
    expect(parse(envelope({}, { messages: [blank, message] })).result.messages).toEqual([
      { code: '', message: '', type: 'INFO', detail: '' },
    ])
  }
})

test.each([['../x'], ['123'], [5], [{}]])(
  'a resource id %j that is no UUID is dropped, and named as odd',
  (resourceId) => {
    const read = parse(envelope({ a: 1 }, {}, { resources: { resourceId } }))
    expect(read).toMatchObject({ data: { a: 1 }, resourceId: undefined, odd: ['resources.resourceId'] })
  },
)

test('messages are kept up to 50, and whatever else stands among them is dropped', () => {
  const message = (index: number) => ({ code: `M${index}`, message: 'x', type: 'INFO', detail: '' })
  const messages = [5, null, [], 'x', ...Array.from({ length: 101 }, (_, index) => message(index))]
  const read = parse(envelope({}, { messages })).result.messages
  expect(read.map(({ code }) => code)).toEqual(Array.from({ length: 50 }, (_, index) => `M${index}`))
  expect(parse(envelope({}, { messages: 'x' })).result.messages).toEqual([])
  expect(parse(envelope({}, { messages: { 0: message(0) } })).result.messages).toEqual([])
})

test('a malformed link spoils neither the envelope nor its other links', () => {
  const next = { href: 'x', method: 'GET' }
  const links = { self: { href: 5 }, next, curies: [] }
  expect(parse(envelope({}, {}, { _links: links }))._links).toMatchObject({ self: 'malformed', next })
  expect(parse(envelope({ a: 1 }, {}, { _links: 'x', _embedded: 'x' })).data).toEqual({ a: 1 })
})

test('an error may come without data', () => {
  const { data: _, ...withoutData } = JSON.parse(errorEnvelope('ARC04'))
  expect(parseEnvelope(withoutData).result.outcome).toBe('ERROR')
})

test.each([
  ['no result', '{"data":{}}'],
  ['no outcome', '{"result":{"messages":[]}}'],
  ['an unknown outcome', envelope({}, { outcome: 'MAYBE' })],
  ['null', 'null'],
  ['a list', '[]'],
  ['a null outcome', envelope({}, { outcome: null })],
])('%s is no envelope', (_, json) => {
  expect(() => parse(json)).toThrow(/^envelope/)
})

test('a message is read tolerantly, its code strictly: it is branched on and logged', () => {
  const messages = [
    { code: 'A B\n', message: 5 },
    { code: 'ARC04', type: 'ERROR', message: 'x'.repeat(5000) },
  ]
  const [odd, good] = parse(envelope({}, { messages })).result.messages
  expect(odd).toEqual({ code: '', message: '', type: 'INFO', detail: '' })
  expect(good).toMatchObject({ code: 'ARC04', message: 'x'.repeat(1000) })
})

describe('success takes a 2xx status and outcome SUCCESS', () => {
  const codeFor = (json: string, status: number) => {
    try {
      checkOutcome(parse(json), status)
      return 'success'
    } catch (error) {
      if (error instanceof ApiFault) return `${error.status} ${error.code}`
      throw error
    }
  }

  test('both', () => expect(codeFor(envelope({}), 200)).toBe('success'))
  test('one without the other', () => {
    expect(codeFor(envelope({}), 500)).toBe('500 HTTP_500')
    expect(codeFor(errorEnvelope('ARC04'), 200)).toBe('200 ARC04')
  })
  test('neither', () => expect(codeFor(errorEnvelope('ARC04'), 500)).toBe('500 ARC04'))
  test('the code is that of the first ERROR, else of the first message that has one', () => {
    const messages = [
      { code: 'I1', type: 'INFO' },
      { code: 'E1', type: 'ERROR' },
    ]
    expect(codeFor(envelope({}, { outcome: 'ERROR', messages }), 403)).toBe('403 E1')
    expect(codeFor(envelope({}, { outcome: 'ERROR', messages: messages.slice(0, 1) }), 403)).toBe('403 I1')
  })
})

describe('DAT-10: bodies that are not JSON', () => {
  test.each([
    ['empty', Buffer.alloc(0), undefined, 'empty_body'],
    ['cut short', Buffer.from('{"result":'), undefined, 'not_json'],
    ['HTML', Buffer.from('<html>502</html>'), undefined, 'not_json'],
    ['Latin-1', Buffer.from('"Niccolò"', 'latin1'), undefined, 'not_json'],
    ['gzip', Buffer.from('{}'), 'gzip', 'content_encoding'],
  ])('%s is a named refusal', (_, body, encoding, reason) => {
    expect(() => parseJson(body, encoding)).toThrow(new RegExp(`^${reason}`))
  })

  test('UTF-8 keeps its accents', () => {
    expect(parseJson(Buffer.from('"Niccolò"'), undefined)).toBe('Niccolò')
  })
})

test('a schema error names path and kind, without the value', () => {
  const schema = z.object({ accounts: z.array(z.object({ iban: z.number() })) })
  const secret = 'IT60X0542811101000000123456'
  expect(() => parseWith(schema, { accounts: [{ iban: secret }] }, 'schema')).toThrow(
    /^schema \(accounts\.0\.iban invalid_type\)$/,
  )
})
