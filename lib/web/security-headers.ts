/**
 * Headers of every page and API answer. Scripts run only with this request's nonce or when such a script loads them;
 * styles may be inline because React writes style attributes while streaming.
 */
export function securityHeaders(args: {
  nonce: string
  secure: boolean
  development: boolean
}): Record<string, string> {
  const { nonce, secure, development } = args
  const policy = [
    "default-src 'self'",
    // Development only: React's error overlay and fast refresh evaluate code.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ]
  return { ...baseHeaders(secure), 'content-security-policy': policy.join('; ') }
}

/** Headers of everything this server answers: pages, files, redirects, errors of Next itself. */
export function baseHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
