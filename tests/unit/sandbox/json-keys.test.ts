import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasRepeatedKey } from '@/sandbox/api/json-keys'

describe('a key given twice', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":[{"c":1,"d":2},{"c":1,"c":2}]}}',
    '{ "" : {} , "" : [] }',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\"":1,"a\\"":2}',
    '{"a":"}","a":2}',
  ])('is found: %s', (json) => {
    expect(hasRepeatedKey(json)).toBe(true)
  })

  test.each([
    '{"a":"a","b":"a: \\"a\\": {","c":["a","a"]}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":1,"A":2,"a ":3}',
    '{"a\\\\":1,"a":2}',
    '"a"',
    '0',
  ])('is not there: %s', (json) => {
    expect(hasRepeatedKey(json)).toBe(false)
  })

  test('is in nothing that was an object a moment ago', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        expect(hasRepeatedKey(JSON.stringify(JSON.parse(json)))).toBe(false)
      }),
    )
  })
})
