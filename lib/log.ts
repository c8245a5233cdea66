import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * Field names whose values never reach a log line, wherever a caller puts them. What we log ourselves
 * is chosen field by field; this is the net under it.
 */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'clientSecret',
  'client_secret',
  'code',
  'codeVerifier',
  'code_verifier',
  'state',
  'token',
  'key',
  'iban',
  'password',
]

/** JSON lines on stdout. No worker transports: a line is written before the process can die. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { app: 'sportello' },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * An error as a log may have it: its kind, our own identifying fields and where it came from. The
 * message of a foreign error may quote what it choked on, so only messages of our own classes are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const described: Record<string, unknown> = { kind: error.name }
  for (const field of [
    'reason',
    'status',
    'sent',
    'tppRequestId',
    'transactionId',
    'bankRequestId',
    'setting',
  ]) {
    const value: unknown = Reflect.get(error, field)
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      described[field] = value
  }
  if ('code' in error && typeof error.code === 'string') described.errorCode = error.code
  if (/^(Bank|App|Store|Config)/.test(error.name)) described.message = error.message
  described.at = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 6)
    .map((line) => line.trim())
  if (error.cause !== undefined) described.cause = describeError(error.cause)
  return described
}
