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

  constructor(operation: string, code: string) {
    super(`${operation} failed (${code})`)
    this.operation = operation
    this.code = code
  }
}

/** The code that identifies a database error without repeating anything it says. */
export function databaseErrorCode(error: unknown): string {
  if (error instanceof Prisma.PrismaClientKnownRequestError) return error.code
  if (error instanceof Error) {
    const cause = 'cause' in error ? error.cause : undefined
    return sqlStateOf(cause) ?? codeOf(error) ?? error.constructor.name
  }
  return 'unknown'
}

function sqlStateOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('originalCode' in cause && typeof cause.originalCode === 'string') return cause.originalCode
  return codeOf(cause)
}

function codeOf(error: object): string | undefined {
  return 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : undefined
}

type Operations = Record<string, (...args: never[]) => Promise<unknown>>

/**
 * The same operations, with every database error turned into a {@link StoreError} named
 * `{group}.{operation}`. Errors of the store's own (a token that cannot be decrypted) pass through.
 */
export function withStoreErrors<T extends Operations>(group: string, operations: T): T {
  const guarded: Operations = {}
  for (const [name, operation] of Object.entries(operations)) {
    guarded[name] = async (...args) => {
      try {
        return await operation(...args)
      } catch (error) {
        if (error instanceof Error && ownErrors.has(error.name)) throw error
        throw new StoreError(`${group}.${name}`, databaseErrorCode(error))
      }
    }
  }
  return guarded as T
}

const ownErrors = new Set(['TokenCipherError', 'StoreError', 'StoreStartError'])
