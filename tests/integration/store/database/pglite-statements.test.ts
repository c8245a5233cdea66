import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openScratchPglite } from '@/lib/store/database/pglite'
import { preparedStatements, type Statements } from '@/lib/store/database/pglite-statements'

describe('statements that the embedded database has planned', () => {
  let client: PGlite
  let statements: Statements
  beforeAll(async () => {
    client = await openScratchPglite()
  })
  afterAll(() => client.close())
  beforeEach(async () => {
    await client.exec(`
      DEALLOCATE ALL; DROP TABLE IF EXISTS thing;
      CREATE TABLE thing (id int PRIMARY KEY, name text, size numeric, tags text[], facts jsonb, raw bytea, "at" timestamptz);
      INSERT INTO thing VALUES (1, 'one'), (2, 'two');
    `)
    statements = preparedStatements(client)
  })
  const planned = async () =>
    (await client.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows.map(
      ({ statement }) => statement,
    )
  const named = 'SELECT id FROM thing WHERE name = $1'

  it('are planned once, and answer each time with the values of that time', async () => {
    expect((await statements.query(named, ['one'])).rows).toEqual([{ id: 1 }])
    expect((await statements.query(named, ['two'])).rows).toEqual([{ id: 2 }])
    expect((await statements.query(named, ['three'])).rows).toEqual([])
    expect(await planned()).toEqual([named])
  })

  it.each([
    ['SELECT $1::int AS a, $2::bool AS b, $3::numeric AS c', [7, true, '12345678901234567890.10']],
    ['SELECT $1::text AS a, $2::text AS b, $3::text AS c', ['', null, 'è "quoted" \\ and \'so\', 日本']],
    ['SELECT $1::timestamptz AS a, $2::jsonb AS b', [new Date(1_795_000_000_123), { deep: ['x', null] }]],
    ['SELECT $1::text[] AS a, $2::bytea AS b', [['a', 'b,c', '"d"'], new Uint8Array([0, 255, 92])]],
    ['SELECT $1::bigint AS a, count(*) AS b FROM thing', ['9007199254740993']],
    ['INSERT INTO thing (id, tags, facts) VALUES ($1, $2, $3) RETURNING *', [9, ['t'], { n: 1 }]],
    ['UPDATE thing SET name = $1 WHERE id > 0', ['new']],
    ['DELETE FROM thing', []],
    ['SELECT 1 AS a, 2 AS a', []],
  ])('say what PGlite’s own query says: %s', async (text, values) => {
    const undone = async <T>(work: () => Promise<T>) => {
      await client.exec('BEGIN')
      try {
        return await work()
      } finally {
        await client.exec('ROLLBACK')
      }
    }
    const ownParsers = { rowMode: 'array' as const, parsers: { 23: (text: string) => `number ${text}` } }
    for (const options of [{}, { rowMode: 'array' as const }, ownParsers]) {
      const expected = await undone(() => client.query(text, [...values], options))
      expect(await undone(() => statements.query(text, values, options))).toEqual(expected)
      expect(await undone(() => statements.query(text, values, options))).toEqual(expected)
    }
  })

  it('that fail say why, and the next one works: unreadable, refused by a key, with a wrong value', async () => {
    await expect(statements.query('SELECT nothing FROM nowhere')).rejects.toMatchObject({ code: '42P01' })
    const insert = 'INSERT INTO thing (id) VALUES ($1)'
    await expect(statements.query(insert, [1])).rejects.toMatchObject({ code: '23505' })
    await expect(statements.query(insert, ['x'])).rejects.toMatchObject({ code: '22P02' })
    expect(await statements.query(insert, [3])).toMatchObject({ affectedRows: 1 })
    expect((await statements.query(named, ['one'])).rows).toEqual([{ id: 1 }])
  })

  it('within a transaction are of it; who is outside waits for its end', async () => {
    const order: string[] = []
    let outside: Promise<unknown> = Promise.resolve()
    await client.transaction(async (tx) => {
      const run = statements.within(tx)
      outside = statements.query(named, ['three']).then(({ rows }) => {
        order.push('outside')
        return rows
      })
      await run('INSERT INTO thing (id, name) VALUES ($1, $2)', [3, 'three'])
      expect((await run(named, ['three'])).rows).toEqual([{ id: 3 }])
      order.push('inside')
    })
    expect(await outside).toEqual([{ id: 3 }])
    expect(order).toEqual(['inside', 'outside'])
  })

  it('are undone with their transaction, may fail in it, and do not run after its end', async () => {
    let ended: ReturnType<Statements['within']> | undefined
    await client.transaction(async (tx) => {
      ended = statements.within(tx)
      await ended('INSERT INTO thing (id, name) VALUES ($1, $2)', [3, 'three'])
      await expect(ended('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(ended(named, ['one'])).rejects.toMatchObject({ code: '25P02' })
      await tx.rollback()
    })
    await expect(ended?.(named, ['three'])).rejects.toThrow('closed')
    expect((await statements.query(named, ['three'])).rows).toEqual([])
  })

  it('are forgotten, the longest unused first, so that they never grow without end', async () => {
    await statements.query(named, ['one'])
    for (let count = 0; count < 210; count += 1) {
      await statements.query(`SELECT ${count} AS number`)
      if (count % 50 === 0) await statements.query(named, ['one'])
    }
    const kept = await planned()
    expect(kept).toHaveLength(200)
    expect(kept).toContain(named)
    expect(kept).not.toContain('SELECT 3 AS number')
    expect((await statements.query('SELECT 3 AS number')).rows).toEqual([{ number: 3 }])
  })

  it('of very many rows are not kept', async () => {
    const values = Array.from({ length: 2_000 }, (_, index) => index + 10)
    const text = `INSERT INTO thing (id) VALUES ${values.map((_, index) => `($${index + 1})`).join(', ')}`
    expect(await statements.query(text, values)).toMatchObject({ affectedRows: 2_000 })
    expect(await planned()).toEqual([])
  })

  it.each(['alone', 'within a transaction'])(
    'leave the event loop a turn between two that take long: %s',
    async (where) => {
      const long = 'SELECT count(*) AS count FROM generate_series(1, 300000)'
      const many = Array.from({ length: 5 })
      let isOver = false
      let turns = 0
      const counted = (async () => {
        while (!isOver) {
          await new Promise((resolve) => setImmediate(resolve))
          turns += 1
        }
      })()
      if (where === 'alone') await Promise.all(many.map(() => statements.query(long)))
      else
        await client.transaction(async (tx) => {
          const run = statements.within(tx)
          for (const _ of many) await run(long)
        })
      isOver = true
      await counted
      expect(turns).toBeGreaterThanOrEqual(many.length)
    },
  )

  it('of a database that was closed fail, and nothing else does', async () => {
    const other = await openScratchPglite()
    const its = preparedStatements(other)
    await its.query('SELECT 1')
    await other.close()
    await expect(its.query('SELECT 1')).rejects.toThrow('closed')
  })
})
