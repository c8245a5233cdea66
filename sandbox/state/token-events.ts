import { z } from 'zod'

/** Codes and tokens are kept as SHA-256 only: a copy of the file opens nothing. Times are epoch milliseconds. */
const hash = z.string().length(64)

const issued = z.object({
  access: hash,
  accessExpiresAt: z.number(),
  refresh: hash.nullable(),
})

export type IssuedTokens = z.infer<typeof issued>

const grant = z.object({
  grantId: z.string(),
  clientId: z.string(),
  /** Null for an application that acts without a customer. */
  customerId: z.string().nullable(),
})

export type Grant = z.infer<typeof grant>

const codeIssued = z.object({
  type: z.literal('code-issued'),
  grant,
  code: hash,
  redirectUri: z.string(),
  codeChallenge: z.string(),
  expiresAt: z.number(),
})

/** Everything that may happen to codes and tokens; one line of the log each, so that each happens whole. */
export const tokenEvent = z.discriminatedUnion('type', [
  codeIssued,
  z.object({ type: z.literal('code-exchanged'), code: hash, issued }),
  z.object({ type: z.literal('tokens-refreshed'), refresh: hash, issued }),
  z.object({ type: z.literal('client-token-issued'), grant, issued }),
  z.object({ type: z.literal('grant-revoked'), grantId: z.string() }),
])

export type TokenEvent = z.infer<typeof tokenEvent>
