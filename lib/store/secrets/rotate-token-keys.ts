import { Prisma } from '@/prisma/generated/client'
import type { StoreContext } from '../context'
import { StoreStartError } from '../errors'
import { namesOfKeys, readApplicationName } from './key-names'
import { TokenCipherError } from './token-cipher'

export type RotationOutcome = {
  /** Stored values that now are under the first key. */
  reencrypted: number
  /** Stored values that do not open although their key is here: somebody changed them. */
  unreadable: number
  /** Connections that were ended because their key is lost. */
  ended: number
}

type Stored = { rowId: string; value: string }

/** Where encrypted values are kept. */
type Place = {
  table: string
  column: string
  /** As in the place that each value is bound to. */
  rowId: Prisma.Sql
  order: Prisma.Sql
  is(rowId: string): Prisma.Sql
  follows(rowId: string): Prisma.Sql
  /** Leaves out what nobody reads any more. */
  inUse(at: Date): Prisma.Sql
}

/** @param key the column of the primary key, a UUID */
function placeIn(table: string, key: string, column: string, inUse: Place['inUse']): Place {
  const id = Prisma.raw(`"${key}"`)
  return {
    table,
    column,
    rowId: Prisma.sql`${id}::text`,
    order: id,
    is: (rowId) => Prisma.sql`${id} = ${rowId}::uuid`,
    follows: (rowId) => Prisma.sql`${id} > ${rowId}::uuid`,
    inUse,
  }
}

const isLive = () => Prisma.sql`"status" = 'live'`
const always = () => Prisma.sql`TRUE`
const pair = (rowId: string) => {
  const [id, number] = rowId.split('/')
  return Prisma.sql`(${id}::uuid, ${Number(number)}::int)`
}

const places: Place[] = [
  placeIn('connection', 'customer_id', 'access_token', isLive),
  placeIn('connection', 'customer_id', 'refresh_token', isLive),
  placeIn(
    'connect_attempt',
    'id',
    'code_verifier',
    (at) => Prisma.sql`"consumed_at" IS NULL AND "expires_at" > ${at}::timestamptz`,
  ),
  placeIn('authorization_run', 'id', 'sca_url', always),
  {
    table: 'transfer_check',
    column: 'sca_url',
    rowId: Prisma.sql`"transfer_id" || '/' || "number"`,
    order: Prisma.sql`"transfer_id", "number"`,
    is: (rowId) => Prisma.sql`("transfer_id", "number") = ${pair(rowId)}`,
    follows: (rowId) => Prisma.sql`("transfer_id", "number") > ${pair(rowId)}`,
    inUse: always,
  },
]

/** Rows in one go: bounds memory, not the work. */
const pageSize = 200
/** So many rows show whether a key is the one that they were encrypted with. */
const sampleSize = 20

/**
 * Before this process serves: its keys must fit those of the other processes on this database, and open what is stored.
 * Then everything that is under a later key moves to the first.
 *
 * @param lost ids of keys that nobody has any more: what is under them is given up
 * @throws StoreStartError `settings`; nothing was changed
 */
export async function rotateTokenKeys(
  context: StoreContext,
  lost: readonly string[] = [],
): Promise<RotationOutcome> {
  await requireSharedKeys(context)
  await requireKeysInUse(context, lost)
  await requireSameKeys(context)
  const ended = lost.length === 0 ? 0 : await giveUp(context, lost)
  const outcome = { reencrypted: 0, unreadable: 0, ended }
  for (const place of places) {
    const { reencrypted, unreadable } = await moveToFirstKey(context, place)
    outcome.reencrypted += reencrypted
    outcome.unreadable += unreadable
  }
  return outcome
}

/**
 * What one process encrypts, every other must open: else the others cannot read it, however short the time. The names of
 * the connections say which keys each process has, its first one first.
 */
async function requireSharedKeys({ prisma, cipher }: StoreContext): Promise<void> {
  const connections = await prisma.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT "application_name" AS "name" FROM pg_stat_activity WHERE datname = current_database()`
  const own = namesOfKeys(cipher.fingerprints)
  for (const { name } of connections) {
    const others = readApplicationName(name)
    const [firstOfOthers] = others
    if (firstOfOthers === undefined) continue
    if (!others.includes(own[0] ?? '')) {
      throw new StoreStartError(
        'settings',
        `TOKEN_KEYS: another process that runs on this database does not have the first key, "${cipher.currentKeyId}". ` +
          'Put this key last, restart every process so, and only then put it first.',
      )
    }
    if (!own.includes(firstOfOthers)) {
      throw new StoreStartError(
        'settings',
        'TOKEN_KEYS: another process that runs on this database encrypts with a key that is missing here. Put the key ' +
          'back; drop it once every process has another key first.',
      )
    }
  }
}

/** Dropping a key that rows still use would lose them. */
async function requireKeysInUse(
  { prisma, cipher, now }: StoreContext,
  lost: readonly string[],
): Promise<void> {
  const values = Prisma.join(
    places.map(
      ({ table, column, inUse }) => Prisma.sql`
        SELECT split_part(${Prisma.raw(`"${column}"`)}, ':', 2) AS "keyId" FROM ${Prisma.raw(`"${table}"`)}
        WHERE ${Prisma.raw(`"${column}"`)} IS NOT NULL AND ${inUse(now())}`,
    ),
    ' UNION ALL ',
  )
  const known = [...cipher.keyIds, ...lost]
  const missing = await prisma.$queryRaw<{ keyId: string; count: number }[]>`
    SELECT "keyId", count(*)::int AS "count" FROM (${values}) AS "stored"
    WHERE "keyId" <> ALL (${known}::text[]) GROUP BY 1 ORDER BY 1`
  if (missing.length === 0) return
  const told = missing.map(({ keyId, count }) => `"${keyId}" (${count} stored values)`).join(', ')
  throw new StoreStartError(
    'settings',
    `TOKEN_KEYS does not have a key that is still in use: ${told}. Put it back behind the first key and restart every ` +
      'process; each start moves what is stored to its first key. If the key is lost for good, name its id in ' +
      'LOST_TOKEN_KEYS: the customers under it then have to reconnect.',
  )
}

/** The right id with other bytes opens nothing; a few rows that were tampered with do not stop the start. */
async function requireSameKeys(context: StoreContext): Promise<void> {
  for (const keyId of context.cipher.keyIds) {
    const rows = await context.prisma.connection.findMany({
      where: { keyId, status: 'live' },
      orderBy: { updatedAt: 'desc' },
      take: sampleSize,
      select: { customerId: true, accessToken: true },
    })
    const opens = rows.map(({ customerId, accessToken }) =>
      openOrNull(context, accessToken, { table: 'connection', rowId: customerId, column: 'access_token' }),
    )
    if (opens.length === 0 || opens.some((opened) => opened !== null)) continue
    throw new StoreStartError(
      'settings',
      `TOKEN_KEYS: the key "${keyId}" is not the one that the stored values were encrypted with under this id.`,
    )
  }
}

async function giveUp({ prisma, now }: StoreContext, lost: readonly string[]): Promise<number> {
  const keyId = { in: [...lost] }
  const { count } = await prisma.connection.updateMany({
    where: { keyId, status: 'live' },
    data: { status: 'expired', refreshClaimedUntil: null, updatedAt: now() },
  })
  for (const { table, column } of places) {
    if (table === 'connection') continue
    const name = Prisma.raw(`"${column}"`)
    await prisma.$executeRaw`
      UPDATE ${Prisma.raw(`"${table}"`)} SET ${name} = NULL WHERE split_part(${name}, ':', 2) = ANY (${[...lost]}::text[])`
  }
  return count
}

async function moveToFirstKey(context: StoreContext, place: Place) {
  const outcome = { reencrypted: 0, unreadable: 0 }
  let page = await underLaterKeys(context, place)
  while (page.length > 0) {
    for (const row of page) {
      const at = { table: place.table, rowId: row.rowId, column: place.column }
      const opened = openOrNull(context, row.value, at)
      if (opened === null) outcome.unreadable += 1
      else outcome.reencrypted += await replace(context, place, row, context.cipher.encrypt(opened, at))
    }
    page = await underLaterKeys(context, place, page.at(-1)?.rowId)
  }
  return outcome
}

function underLaterKeys({ prisma, cipher }: StoreContext, place: Place, after?: string): Promise<Stored[]> {
  const column = Prisma.raw(`"${place.column}"`)
  const later = cipher.keyIds.slice(1)
  return prisma.$queryRaw<Stored[]>`
    SELECT ${place.rowId} AS "rowId", ${column} AS "value" FROM ${Prisma.raw(`"${place.table}"`)}
    WHERE split_part(${column}, ':', 2) = ANY (${later}::text[]) AND ${after === undefined ? Prisma.sql`TRUE` : place.follows(after)}
    ORDER BY ${place.order} LIMIT ${pageSize}::int`
}

/** Only over the very ciphertext that was read: a refresh that came between wins. @returns rows changed */
async function replace(
  { prisma, cipher }: StoreContext,
  place: Place,
  { rowId, value }: Stored,
  fresh: string,
): Promise<number> {
  const column = Prisma.raw(`"${place.column}"`)
  const keyId = place.table === 'connection' ? Prisma.sql`, "key_id" = ${cipher.currentKeyId}` : Prisma.empty
  return prisma.$executeRaw`
    UPDATE ${Prisma.raw(`"${place.table}"`)} SET ${column} = ${fresh}${keyId}
    WHERE ${place.is(rowId)} AND ${column} = ${value}`
}

function openOrNull(
  { cipher }: StoreContext,
  value: string,
  place: { table: string; rowId: string; column: string },
): string | null {
  try {
    return cipher.decrypt(value, place)
  } catch (error) {
    if (error instanceof TokenCipherError) return null
    throw error
  }
}
