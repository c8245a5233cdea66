import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // No image of ours needs scaling: the optimizer's address is closed.
  images: { unoptimized: true },
  // Types are checked for the whole project by `npm run check` and `npm test`, not once more by each build.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Fewer, larger scripts compress better: the accounts page loads 1 kB less.
    turbopackChunking: { minChunkSize: 200_000 },
    // A proxy that changes a router header would be answered by a redirect, and the browser would ask twenty times more.
    // The check protects caches from mixing pages up; ours may be kept by no cache (proxy.ts).
    validateRSCRequestHeaders: false,
  },
  // The development server prints each request's address; the return from the bank carries the code.
  logging: { incomingRequests: { ignore: [/\/api\/bank\/callback/, /\/api\/sca\/callback/] } },
  // Programs of their own with binary or worker parts: loaded from node_modules, not bundled.
  serverExternalPackages: [
    '@electric-sql/pglite',
    'pglite-prisma-adapter',
    '@prisma/adapter-pg',
    'pg',
    'pino',
    'undici',
  ],
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
