import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // No image of ours needs scaling: the optimizer's address is closed.
  images: { unoptimized: true },
  // Types are checked for the whole project by `npm run check` and `npm test`, not once more by each build.
  typescript: { ignoreBuildErrors: true },
  // Fewer, larger scripts compress better: the accounts page loads 1 kB less.
  experimental: { turbopackChunking: { minChunkSize: 200_000 } },
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
