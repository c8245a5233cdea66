import { randomUUID } from 'node:crypto'
import { isErrorNamed } from '@/lib/domain/named-error'
import { Prisma } from '@/prisma/generated/client'

/** Why the store could not start. `settings`: a setting is unusable; its name is in the message, never its value. */
export type StoreStartReason =
  | 'settings'
  | 'not_writable'
  | 'locked'
  | 'unreadable'
  | 'unreachable'
  | 'not_migrated'
  | 'migration_failed'

/** The store did not start. The message is written for the person who starts the program. */
export class StoreStartError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is StoreStartError {
    return isErrorNamed(value, 'StoreStartError')
  }

  override readonly name = 'StoreStartError'
  readonly reason: StoreStartReason

  constructor(reason: StoreStartReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * A store operation failed. Carries the operation's name and the database's error code only: the
 * messages of Prisma and PostgreSQL quote arguments and row contents (tokens, IBANs), so neither they
 * nor the original error are kept.
 */
export class StoreError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is StoreError {
    return isErrorNamed(value, 'StoreError')
  }

  override readonly name = 'StoreError'
  /** For example `accounts.replace`. */
  readonly operation: string
  /** A Prisma code (`P2003`), an SQLSTATE, a system error code, or the name of the error's class. */
  readonly code: string
  /** The database could not be had, or not in time. */
  readonly isUnavailable: boolean
  /** Next passes it on to the page that stands in for the one that failed, which tells this apart; the log has it too. */
  readonly digest?: string

  constructor(operation: string, code: string) {
    super(`${operation} failed (${code})`)
    this.operation = operation
    this.code = code
    this.isUnavailable = isUnavailable(code)
    if (this.isUnavailable) this.digest = `unavailable-${randomUUID().slice(0, 8)}`
  }
}

/** The code that identifies a database error without repeating anything it says. */
export function databaseErrorCode(error: unknown): string {
  if (error instanceof Prisma.PrismaClientKnownRequestError) return causeIn(error) ?? error.code
  if (error instanceof Error) {
    const cause = 'cause' in error ? error.cause : undefined
    return sqlStateOf(cause) ?? codeOf(error) ?? codeOfText(error.message) ?? error.constructor.name
  }
  return 'unknown'
}

/** Prisma says of a statement of ours only that it failed, and what the database said is beside it. */
function causeIn({ code, meta }: Prisma.PrismaClientKnownRequestError): string | undefined {
  const driverError = meta?.driverAdapterError
  const cause = driverError instanceof Error ? sqlStateOf(driverError.cause) : undefined
  return code === 'P2010' || isUnavailable(cause) ? cause : undefined
}

function sqlStateOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('originalCode' in cause && typeof cause.originalCode === 'string') return cause.originalCode
  return codeOf(cause) ?? ('kind' in cause && typeof cause.kind === 'string' ? cause.kind : undefined)
}

function codeOf(error: object): string | undefined {
  return 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : undefined
}

/** The driver has no codes for what is wrong with a connection. Its texts quote nothing, but only known ones are named. */
function codeOfText(message: string): string | undefined {
  return connectionTexts.find(([text]) => message.includes(text))?.[1]
}

const connectionTexts = [
  ['timeout exceeded when trying to connect', 'NO_CONNECTION'],
  ['Connection terminated', 'CONNECTION_LOST'],
  ['Client has encountered a connection error', 'CONNECTION_LOST'],
] as const

/** No connection to be had, or one that broke. */
const connectionCodes = new Set([
  'NO_CONNECTION',
  'CONNECTION_LOST',
  'BUSY',
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  ...[
    'DatabaseNotReachable',
    'ConnectionClosed',
    'TooManyConnections',
    'SocketTimeout',
    'TlsConnectionError',
  ],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
])

/**
 * SQLSTATEs that pass by themselves (PostgreSQL, "Error Codes"): 08 connection, 40 rolled back, 53 no resources, 57 by the
 * operator or the time limit, 58 the machine; a lock that could not be had; a transaction that was idle for too long.
 */
const passingStates = /^(08...|40...|53...|57...|58...|55P03|25P0[34])$/

/** Whether the same may well go right a moment later: nothing is wrong with what was asked. */
function isUnavailable(code: string | undefined): boolean {
  return code !== undefined && (connectionCodes.has(code) || passingStates.test(code))
}

type Operations = Record<string, (...args: never[]) => Promise<unknown>>

/** Lets work begin, or not. @param asker whose turn it takes: a customer, mostly @throws StoreError `BUSY` */
export type Turnstile = <T>(operation: string, asker: string, work: () => Promise<T>) => Promise<T>

const open: Turnstile = (_operation, _asker, work) => work()

/**
 * The same operations, with every database error turned into a {@link StoreError} named
 * `{group}.{operation}`. Errors of the store's own (a token that cannot be decrypted) pass through.
 */
export function withStoreErrors<T extends Operations>(
  group: string,
  operations: T,
  turnstile: Turnstile = open,
): T {
  const guarded: Operations = {}
  for (const [name, operation] of Object.entries(operations)) {
    guarded[name] = async (...args) => {
      try {
        const [asker]: unknown[] = args
        const whose = typeof asker === 'string' ? asker : ''
        return await turnstile(`${group}.${name}`, whose, () => operation(...args))
      } catch (error) {
        if (error instanceof Error && ownErrors.has(error.name)) throw error
        throw new StoreError(`${group}.${name}`, databaseErrorCode(error))
      }
    }
  }
  return guarded as T
}

const ownErrors = new Set(['TokenCipherError', 'StoreError', 'StoreStartError'])
