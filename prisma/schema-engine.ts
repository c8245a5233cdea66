import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

/**
 * Prisma's own schema engine, the one behind `prisma migrate`, as WebAssembly on any driver adapter.
 * The package imports its .wasm file like a module, which Node does not do: it is instantiated by hand.
 */
export function startSchemaEngine(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  schema: { path: string; content: string },
): Promise<bindings.SchemaEngine> {
  instantiateOnce()
  return bindings.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapterFactory),
  )
}

let instantiated = false

function instantiateOnce(): void {
  if (instantiated) return
  const bindingsFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = readFileSync(bindingsFile.replace(/\.js$/, '.wasm'))
  const imports: WebAssembly.Imports = { './schema_engine_bg.js': { ...bindings } }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)
  bindings.__wbg_set_wasm(exports)
  const { __wbindgen_start: start } = exports
  if (typeof start === 'function') start()
  instantiated = true
}
