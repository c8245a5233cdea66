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

  it('let styles stand in attributes alone, and no text become HTML or the address of a script', () => {
    const policy = policyOf(securityHeaders({ nonce: 'n0nce', secure: true, development: false }))
    expect(policy.get('style-src')).toEqual(["'self'"])
    expect(policy.get('style-src-elem')).toEqual(["'self'", "'nonce-n0nce'"])
    expect(policy.get('style-src-attr')).toEqual(["'unsafe-inline'"])
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')).toEqual(['default', 'nextjs'])
  })

  it('name the address for reports where a setting does', () => {
    const given = { nonce: 'n', secure: true, development: false }
    const policy = policyOf(securityHeaders({ ...given, reportUrl: 'https://reports.example/csp' }))
    expect(policy.get('report-uri')).toEqual(['https://reports.example/csp'])
    expect(policy.get('report-to')).toEqual(['csp'])
    expect(
      securityHeaders({ ...given, reportUrl: 'https://reports.example/csp' })['reporting-endpoints'],
    ).toBe('csp="https://reports.example/csp"')
    expect(securityHeaders(given)['content-security-policy']).not.toContain('report')
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
