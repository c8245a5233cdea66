import { describe, expect, it } from 'vitest'
import { securityHeaders } from '@/lib/web/security-headers'

const policyOf = (headers: Record<string, string>) =>
  new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )

describe('security headers', () => {
  it('let only scripts with the nonce run', () => {
    const scripts = policyOf(securityHeaders({ nonce: 'n0nce', secure: true, development: false })).get(
      'script-src',
    )
    expect(scripts).toContain("'nonce-n0nce'")
    expect(scripts).not.toContain("'unsafe-inline'")
    expect(scripts).not.toContain("'unsafe-eval'")
  })

  it('send HSTS over https only', () => {
    const header = 'strict-transport-security'
    expect(securityHeaders({ nonce: 'n', secure: true, development: false })[header]).toContain('max-age=')
    expect(securityHeaders({ nonce: 'n', secure: false, development: false })[header]).toBeUndefined()
  })

  it('allow no framing', () => {
    const headers = securityHeaders({ nonce: 'n', secure: true, development: false })
    expect(policyOf(headers).get('frame-ancestors')).toEqual(["'none'"])
    expect(headers['x-frame-options']).toBe('DENY')
  })
})
