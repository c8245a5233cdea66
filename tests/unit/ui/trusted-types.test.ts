import { afterEach, expect, it, vi } from 'vitest'
import { holdEarlyPresses } from '@/lib/ui/early-press'
import { trustBuiltFiles } from '@/lib/ui/trusted-types'

type Rules = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>

afterEach(() => vi.unstubAllGlobals())

/** The default policy as a browser would be given it. */
function policy(): Rules {
  const made: Rules[] = []
  const trustedTypes = {
    createPolicy: (name: string, rules: Rules) => void (name === 'default' && made.push(rules)),
  }
  vi.stubGlobal('window', { trustedTypes })
  vi.stubGlobal('location', new URL('https://sportello.example/accounts'))
  trustBuiltFiles()
  const [rules] = made
  if (rules === undefined) throw new Error('no policy was made')
  return rules
}

it('passes the addresses of our own built files', () => {
  for (const address of [
    '/_next/static/chunks/a.js',
    'https://sportello.example/_next/static/chunks/a.js?v=1',
  ])
    expect(policy().createScriptURL(address)).toBe(address)
})

it.each([
  '/api/accounts',
  '/_next/image?url=x',
  'https://elsewhere.example/_next/static/chunks/a.js',
  '//elsewhere.example/_next/static/a.js',
  '/_next/static/../../api/accounts',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
])('refuses %s as the address of a script', (address) => {
  expect(() => policy().createScriptURL(address)).toThrow(TypeError)
})

it('lets only its own constants become HTML or a script', () => {
  for (const rule of [policy().createHTML, policy().createScript]) {
    expect(rule(holdEarlyPresses)).toBe(holdEarlyPresses)
    for (const text of ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', 'alert(1)', ''])
      expect(() => rule(text)).toThrow(TypeError)
  }
})

it('does nothing in a browser that does not know trusted types', () => {
  vi.stubGlobal('window', {})
  expect(() => trustBuiltFiles()).not.toThrow()
})

it('does nothing where an extension has made the default policy', () => {
  const createPolicy = () => {
    throw new TypeError('Policy with name "default" already exists')
  }
  vi.stubGlobal('window', { trustedTypes: { createPolicy } })
  expect(() => trustBuiltFiles()).not.toThrow()
})
