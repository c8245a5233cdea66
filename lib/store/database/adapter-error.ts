import { DriverAdapterError } from '@prisma/driver-adapter-utils'

/** What node-postgres and PGlite both put on the errors of the server. */
type ServerError = Error & { code?: string; severity?: string; detail?: string; hint?: string }

/**
 * An error of the server in the form Prisma's engines understand, or the error itself when it is
 * another. Of DETAIL, where PostgreSQL quotes rows, only the columns of a key are kept.
 */
export function asAdapterError(error: unknown): unknown {
  if (!isServerError(error)) return error
  const code = error.code ?? 'unknown'
  return new DriverAdapterError({
    kind: 'postgres',
    code,
    severity: error.severity ?? 'ERROR',
    message: error.message,
    detail: /^Key \([^)]*\)/.exec(error.detail ?? '')?.[0],
    column: undefined,
    hint: error.hint,
    originalCode: code,
    originalMessage: error.message,
  })
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
}
