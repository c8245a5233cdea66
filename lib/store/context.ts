import type { Prisma, PrismaClient } from '@/prisma/generated/client'
import type { NoteErasure } from './database/erased-bytes'
import type { TokenCipher } from './secrets/token-cipher'

/** Rows of a statement that is a transaction of its own, with the names and the types that it gives them. */
export type Query = <Row>(statement: Prisma.Sql) => Promise<Row[]>

/** What every part of the store works with. */
export type StoreContext = {
  prisma: PrismaClient
  /** The statements of every request: as Prisma's `$queryRaw`, without what that costs at the embedded database. */
  query: Query
  cipher: TokenCipher
  now: () => Date
  /** Whoever deletes what a customer asked us to erase, or no longer shares, calls it in the same transaction. */
  noteErasure: NoteErasure
}
