import type { PGlite } from '@electric-sql/pglite'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openScratchPglite } from '@/lib/store/database/pglite'
import { pgliteAdapterFactory } from '@/lib/store/database/pglite-adapter'

const query = (sql: string) => ({ sql, args: [], argTypes: [] })

describe('the adapter between Prisma and PGlite', () => {
  let client: PGlite
  let adapter: SqlDriverAdapter
  beforeAll(async () => {
    client = await openScratchPglite()
    adapter = await pgliteAdapterFactory(client).connect()
  })
  afterAll(() => client.close())
  beforeEach(async () => {
    await client.exec(`
      DROP TABLE IF EXISTS child; DROP TABLE IF EXISTS parent;
      CREATE TABLE parent (id int PRIMARY KEY);
      CREATE TABLE child (parent_id int REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
    `)
  })
  const children = async () => (await adapter.queryRaw(query('SELECT parent_id FROM child'))).rows

  it('reports a script that fails, and the script leaves nothing behind', async () => {
    const script = 'INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1); SELECT 1 / 0;'
    await expect(adapter.executeScript(script)).rejects.toMatchObject({
      name: 'DriverAdapterError',
      cause: { originalCode: '22012' },
    })
    expect(await children()).toEqual([])
  })

  it('reports a commit that fails', async () => {
    const transaction = await adapter.startTransaction()
    await transaction.executeRaw(query('INSERT INTO child VALUES (7)'))
    await expect(transaction.commit()).rejects.toMatchObject({ cause: { originalCode: '23503' } })
    expect(await children()).toEqual([])
  })

  it('keeps what was committed and forgets what was rolled back', async () => {
    const kept = await adapter.startTransaction()
    await kept.executeRaw(query('INSERT INTO parent VALUES (1)'))
    await kept.executeRaw(query('INSERT INTO child VALUES (1)'))
    await kept.commit()
    const undone = await adapter.startTransaction()
    await undone.executeRaw(query('DELETE FROM child'))
    await undone.rollback()
    expect(await children()).toEqual([[1]])
  })

  it('lets other work wait for a transaction, and go on after it', async () => {
    const transaction = await adapter.startTransaction()
    const meanwhile = children()
    await transaction.executeRaw(query('INSERT INTO parent VALUES (1)'))
    await transaction.executeRaw(query('INSERT INTO child VALUES (1)'))
    await transaction.commit()
    expect(await meanwhile).toEqual([[1]])
  })
})
