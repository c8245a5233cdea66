import type { PrismaClient } from '@/prisma/generated/client'
import type { TokenCipher } from './token-cipher'

/** What every part of the store works with. */
export type StoreContext = {
  prisma: PrismaClient
  cipher: TokenCipher
  now: () => Date
}
