import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite'
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { asAdapterError } from './adapter-error'
import { openScratchPglite } from './pglite'
import { plainStatements, type RunStatement, type Statements } from './pglite-statements'

/**
 * pglite-prisma-adapter with two repairs (as of 0.7.2):
 * - its `executeScript` neither waits for the script nor reports its failure, so a migration that fails
 *   counts as applied;
 * - its transactions report success when COMMIT fails.
 */
export function pgliteAdapterFactory(
  client: PGlite,
  statements = plainStatements(client),
): SqlMigrationAwareDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPGlite(client)
  return {
    provider,
    adapterName,
    connect: () => repaired(client, statements),
    async connectToShadowDb() {
      const scratch = await openScratchPglite()
      const adapter = await repaired(scratch, plainStatements(scratch))
      return Object.assign(adapter, { dispose: () => scratch.close() })
    },
  }
}

async function repaired(client: PGlite, statements: Statements): Promise<SqlDriverAdapter> {
  return Object.assign(await adapterOf(statements.query), {
    async executeScript(script: string) {
      try {
        await client.exec(script)
      } catch (error) {
        throw asAdapterError(error)
      }
    },
    startTransaction: () => startTransaction(client, statements),
  })
}

/** Of what it is given, the adapter only ever calls `query`. */
function adapterOf(query: RunStatement): Promise<SqlDriverAdapter> {
  return new PrismaPGlite({ query } as unknown as PGlite).connect()
}

/**
 * PGlite runs a transaction as a callback; Prisma wants an object to commit. The callback waits until
 * commit or rollback is called, and both wait until PGlite is done.
 */
function startTransaction(client: PGlite, statements: Statements): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    let finish = () => {}
    const untilFinished = new Promise<void>((done) => {
      finish = done
    })
    const outcome = client.transaction(async (tx) => {
      resolve(
        await prismaTransaction(
          tx,
          statements.within(tx),
          () => finish(),
          () => outcome,
        ),
      )
      await untilFinished
    })
    outcome.catch(reject)
  })
}

async function prismaTransaction(
  tx: PGliteTransaction,
  query: RunStatement,
  finish: () => void,
  outcome: () => Promise<void>,
): Promise<Transaction> {
  const queryable = await adapterOf(query)
  const finished = () => {
    finish()
    return outcome().catch((error: unknown) => {
      throw asAdapterError(error)
    })
  }
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => queryable.queryRaw(query),
    executeRaw: (query) => queryable.executeRaw(query),
    commit: finished,
    async rollback() {
      await tx.rollback()
      await finished()
    },
  }
}
