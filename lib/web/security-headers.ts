/**
 * Headers of every page and API answer. Scripts run only with this request's nonce or when such a script loads them. Style
 * elements need the nonce too; style attributes may stand in the page because React writes them while streaming, and a
 * chart's sizes are such. In development React's tools break Trusted Types (lib/ui/trusted-types.ts).
 *
 * @param args.reportUrl where browsers report what the policy refused
 */
export function securityHeaders(args: {
  nonce: string
  secure: boolean
  development: boolean
  reportUrl?: string
}): Record<string, string> {
  const { nonce, secure, development, reportUrl } = args
  const policy = [
    "default-src 'self'",
    // Development only: React's error overlay and fast refresh evaluate code.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    ...(development
      ? ["style-src 'self' 'unsafe-inline'"]
      : [
          "style-src 'self'",
          `style-src-elem 'self' 'nonce-${nonce}'`,
          "style-src-attr 'unsafe-inline'",
          "require-trusted-types-for 'script'",
          'trusted-types default nextjs',
        ]),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
    // The second is for browsers that know only the older one.
    ...(reportUrl === undefined ? [] : ['report-to csp', `report-uri ${reportUrl}`]),
  ]
  return {
    ...baseHeaders(secure),
    'content-security-policy': policy.join('; '),
    ...(reportUrl === undefined ? {} : { 'reporting-endpoints': `csp="${reportUrl}"` }),
  }
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
