import type { Connection } from '@/prisma/generated/client'
import { decryptTokens, encryptTokens } from './connection-tokens'
import type { StoreContext } from './context'
import { TokenCipherError } from './token-cipher'

export type RotationOutcome = { reencrypted: number; unreadable: number }

/** Rows in one go: bounds memory, not the work. */
const pageSize = 100

/**
 * Re-encrypts under the current key every connection that is under another one. A row that no key opens
 * is counted and left as it is: its customer has to reconnect.
 */
export async function rotateTokenKeys(context: StoreContext): Promise<RotationOutcome> {
  const outcome: RotationOutcome = { reencrypted: 0, unreadable: 0 }
  let page = await underOtherKeys(context)
  while (page.length > 0) {
    for (const row of page) {
      const result = await reencrypt(context, row)
      if (result !== 'changed_meanwhile') outcome[result] += 1
    }
    page = await underOtherKeys(context, page.at(-1)?.customerId)
  }
  return outcome
}

function underOtherKeys({ prisma, cipher }: StoreContext, after?: string): Promise<Connection[]> {
  return prisma.connection.findMany({
    where: {
      keyId: { not: cipher.currentKeyId },
      ...(after === undefined ? {} : { customerId: { gt: after } }),
    },
    orderBy: { customerId: 'asc' },
    take: pageSize,
  })
}

async function reencrypt(
  { prisma, cipher }: StoreContext,
  row: Connection,
): Promise<keyof RotationOutcome | 'changed_meanwhile'> {
  const { customerId } = row
  try {
    const { accessToken, refreshToken } = decryptTokens(cipher, customerId, row)
    const fresh = encryptTokens(cipher, customerId, { accessToken, refreshToken: refreshToken ?? undefined })
    // Only over the very ciphertext that was read: a refresh that came between wins.
    const { count } = await prisma.connection.updateMany({
      where: { customerId, accessToken: row.accessToken },
      data: fresh,
    })
    return count === 1 ? 'reencrypted' : 'changed_meanwhile'
  } catch (error) {
    if (error instanceof TokenCipherError) return 'unreadable'
    throw error
  }
}
