import { describe, expect, test } from 'vitest'
import { isRegisteredReturn } from '@/sandbox/api/endpoints/return-uri'

const prefixes = ['http://localhost:3000/api/sca/callback/', 'https://app.example/return']

describe('an address to return to', () => {
  test.each([
    'http://localhost:3000/api/sca/callback/',
    'http://localhost:3000/api/sca/callback/6f1c?x=1&y=%2F',
    'http://localhost:3000/api/sca/callback/a/../b',
    'http://localhost:3000/api/sca/callback/%41',
    'https://app.example/return',
    'https://app.example/return/here',
    'https://app.example/return?x=1',
  ])('registered: %s', (address) => {
    expect(isRegisteredReturn(address, prefixes)).toBe(true)
  })

  test.each([
    '',
    '/api/sca/callback/1',
    'callback',
    'http://localhost:3000/api/sca/callback',
    'http://localhost:3000/api/sca/callbacks/1',
    'http://localhost:3000/api/sca/callback/../../../x',
    'http://localhost:3000/api/sca/callback/%2e%2e/%2E%2e/x',
    'http://localhost:3000/api/sca/callback/..%2f..%2fx',
    'http://localhost:3000/api/sca/callback/..%5cx',
    'http://localhost:3000/api/sca/callback/%252e%252e%252fx',
    'http://localhost:3000\\@evil.example/api/sca/callback/1',
    'http://localhost:3000@evil.example/api/sca/callback/1',
    'http://user@localhost:3000/api/sca/callback/1',
    'http://user:secret@localhost:3000/api/sca/callback/1',
    'http://localhost:3000.evil.example/api/sca/callback/1',
    'http://localhost:3001/api/sca/callback/1',
    'https://localhost:3000/api/sca/callback/1',
    'http://localhost:3000/api/sca/callback/1#x',
    'http://localhost:3000/api/sca/callback/1#',
    'http://localhost:3000/api/sca/call\tback/1',
    'http://localhost:3000/api/sca/callback/1\r\nX: 1',
    'http://localhost:3000/api/sca/callback/è',
    'https://app.example/returned',
    'http:localhost:3000/api/sca/callback/1',
    'http:/localhost:3000/api/sca/callback/1',
    'http:///localhost:3000/api/sca/callback/1',
    'HTTP://localhost:3000/api/sca/callback/1',
    'http://LOCALHOST:3000/api/sca/callback/1',
    'http://localhost:03000/api/sca/callback/1',
    'http://localhost:3000/api/./sca/callback/1',
    'http://localhost:3000/x/../api/sca/callback/1',
    'http://localhost:3000//api/sca/callback/1',
    'https://app.example:443/return',
    '//app.example/return',
    'https://app.example.evil.example/return',
    'javascript:alert(1)',
    `http://localhost:3000/api/sca/callback/${'a'.repeat(2000)}`,
  ])('not registered: %s', (address) => {
    expect(isRegisteredReturn(address, prefixes)).toBe(false)
  })

  test('no prefix, no address', () => {
    expect(isRegisteredReturn('http://localhost:3000/', [])).toBe(false)
  })
})
