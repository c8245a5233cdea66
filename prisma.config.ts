import { defineConfig } from 'prisma/config'

// `prisma generate` is pure WASM, but the CLI still insists on a schema engine binary and tries to
// download one. Naming any file that exists keeps the installation off the network; migrations do
// not use this binary either (see prisma/migrate.ts).
if (process.argv.includes('generate')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
