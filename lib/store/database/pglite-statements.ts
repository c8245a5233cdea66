import {
  type PGlite,
  type Transaction as PGliteTransaction,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite'
import { createTurns } from './turns'

type Answer = Parameters<typeof parse.parseResults>[0]

/** A statement that the database has read and planned, under a name. */
type Prepared = { name: string; parameterTypes: readonly number[]; description: Answer }

/** As PGlite's own `query`, of which its `rowMode` and `parsers` are taken. */
export type RunStatement = <Row = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
  options?: Pick<QueryOptions, 'rowMode' | 'parsers'>,
) => Promise<Results<Row>>

export type Statements = {
  /** A transaction of its own; waits for those of others. */
  query: RunStatement
  /** Of this transaction. */
  within(transaction: PGliteTransaction): RunStatement
}

/** As PGlite has it: for a database whose tables may change between two statements. */
export function plainStatements(client: PGlite): Statements {
  return {
    query: (text, values = [], options) => client.query(text, [...values], options),
    within:
      (transaction) =>
      (text, values = [], options) =>
        transaction.query(text, [...values], options),
  }
}

const mostPrepared = 200
/** What is longer was written for so many rows, and comes once. */
const longestPreparedLength = 8_000

/**
 * Statements for a database whose tables do not change meanwhile. PGlite's `query` reads and plans a statement each time,
 * in five steps; here that happens once, and the values follow it in one: a simple question takes a fifth of the time.
 */
export function preparedStatements(client: PGlite): Statements {
  const { serialize } = protocol
  const turns = createTurns()
  /** By text, the longest unused first. */
  const prepared = new Map<string, Prepared>()
  let count = 0

  /** PGlite would copy its own, hundreds, beside those of the caller for each answer. */
  const parsersWith = new WeakMap<object, PGlite['parsers']>()
  function parsersFor(options: QueryOptions | undefined): PGlite['parsers'] {
    if (options?.parsers === undefined) return client.parsers
    const known = parsersWith.get(options.parsers) ?? { ...client.parsers, ...options.parsers }
    parsersWith.set(options.parsers, known)
    return known
  }

  const send = (...messages: Uint8Array[]): Promise<Answer> =>
    client.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })

  async function prepare(text: string): Promise<Prepared> {
    count += 1
    const name = `s${count}`
    const described = await send(
      ...forgotten(),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    )
    const parameterTypes = parse.parseDescribeStatementResults(described)
    const description = described.filter((message) => message.name === 'rowDescription')
    return { name, parameterTypes, description }
  }

  /** Room for one more. */
  function forgotten(): Uint8Array[] {
    const [oldest] = prepared
    if (oldest === undefined || prepared.size < mostPrepared) return []
    const [text, { name }] = oldest
    prepared.delete(text)
    return [serialize.close({ type: 'S', name })]
  }

  async function run(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results> {
    const statement = prepared.get(text) ?? (await prepare(text))
    prepared.delete(text)
    prepared.set(text, statement)
    const { name, parameterTypes, description } = statement
    const bound = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const serializer = client.serializers[parameterTypes[index] ?? 0]
      return serializer === undefined ? String(value) : serializer(value)
    })
    const answer = await send(serialize.bind({ statement: name, values: bound }), serialize.execute({}))
    const rowMode = options?.rowMode
    const [results] = parse.parseResults([...description, ...answer], parsersFor(options), { rowMode })
    return results ?? { rows: [], fields: [] }
  }

  // PGlite leaves these locks to who speaks its protocol, and holds the first of them during a transaction.
  const alone = <T>(work: () => Promise<T>) => client._runExclusiveQuery(() => turns.between(work))

  return {
    async query<Row>(text: string, values: readonly unknown[] = [], options?: QueryOptions) {
      if (text.length > longestPreparedLength)
        return turns.between(() => client.query<Row>(text, [...values], options))
      await client._checkReady()
      return client._runExclusiveTransaction(() => alone(() => run(text, values, options))) as Promise<
        Results<Row>
      >
    },
    within(transaction) {
      return async <Row>(text: string, values: readonly unknown[] = [], options?: QueryOptions) => {
        // It says that it has ended, where it has.
        if (transaction.closed || text.length > longestPreparedLength)
          return turns.between(() => transaction.query<Row>(text, [...values], options))
        return alone(() => run(text, values, options)) as Promise<Results<Row>>
      }
    },
  }
}
