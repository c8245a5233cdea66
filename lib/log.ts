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

/** A chain of causes may be long, or a circle. */
const MAX_CAUSES = 5

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
    serializers: { err: (error: unknown) => describeError(error) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * An error as a log may have it: its kind, our own identifying fields and where it came from. The
 * message of a foreign error may quote what it choked on, so only messages of our own classes are kept.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (depth > MAX_CAUSES) return { kind: 'further causes left out' }
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
    'operation',
  ]) {
    const value: unknown = Reflect.get(error, field)
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      described[field] = value
  }
  if ('code' in error && typeof error.code === 'string') described.errorCode = error.code
  if (/^(Bank|App|Request|Store|Config)/.test(error.name)) described.message = error.message
  described.at = error.stack
    ?.replace(error.message, '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 6)
    .map((line) => line.trim())
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
  return described
}

/**
 * What libraries print on the console becomes lines of this log, in production: every line is JSON, and
 * what they quote of a request does not pass. Of errors the kind is kept; of texts the first line, without
 * anything that looks like an address's query or a secret.
 */
export function consoleToLog(log: Log): void {
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    console[level] = (...args: unknown[]) => {
      const error = args.find((arg) => arg instanceof Error)
      const text = args.find((arg) => typeof arg === 'string')
      log[level === 'log' ? 'info' : level](
        { source: 'console', ...(error === undefined ? {} : { err: error }) },
        text === undefined ? 'console' : scrubbed(text),
      )
    }
  }
}

const SCRUBBED_MAX_LENGTH = 200

/** The first line of a text, without queries, IBANs (grouped or not) and runs of 20 or more token characters. */
export function scrubbed(text: string): string {
  return (text.trim().split('\n')[0] ?? '')
    .replace(/\?\S*/g, '?…')
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, '…')
    .replace(/[A-Za-z0-9+/_=-]{20,}/g, '…')
    .slice(0, SCRUBBED_MAX_LENGTH)
}
