import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite'
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { asAdapterError } from './adapter-error'
import { openScratchPglite } from './pglite'

/**
 * pglite-prisma-adapter with two repairs (as of 0.7.2):
 * - its `executeScript` neither waits for the script nor reports its failure, so a migration that fails
 *   counts as applied;
 * - its transactions report success when COMMIT fails.
 */
export function pgliteAdapterFactory(client: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const plain = new PrismaPGlite(client)
  return {
    provider: plain.provider,
    adapterName: plain.adapterName,
    connect: async () => repaired(client, await plain.connect()),
    async connectToShadowDb() {
      const scratch = await openScratchPglite()
      const adapter = repaired(scratch, await new PrismaPGlite(scratch).connect())
      return Object.assign(adapter, { dispose: () => scratch.close() })
    },
  }
}

function repaired(client: PGlite, adapter: SqlDriverAdapter): SqlDriverAdapter {
  return Object.assign(adapter, {
    async executeScript(script: string) {
      try {
        await client.exec(script)
      } catch (error) {
        throw asAdapterError(error)
      }
    },
    startTransaction: () => startTransaction(client),
  })
}

/**
 * PGlite runs a transaction as a callback; Prisma wants an object to commit. The callback waits until
 * commit or rollback is called, and both wait until PGlite is done.
 */
function startTransaction(client: PGlite): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    let finish = () => {}
    const untilFinished = new Promise<void>((done) => {
      finish = done
    })
    const outcome = client.transaction(async (tx) => {
      resolve(
        await prismaTransaction(
          tx,
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
  finish: () => void,
  outcome: () => Promise<void>,
): Promise<Transaction> {
  // The adapter only ever calls `query` on what it is given, and a transaction has the same `query`.
  const queryable = await new PrismaPGlite(tx as unknown as PGlite).connect()
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
