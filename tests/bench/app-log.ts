import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Demo } from '@/tests/support/demo'

/** A call of the bank as the app has it; `start` and `end` are milliseconds since 1970. */
export type BankCall = {
  operation: string
  start: number
  end: number
  totalMilliseconds: number
  /** From the request's coming to the call's being signed. Times are whole in a log: only the mean of many says more. */
  signedAfterMilliseconds: number
}

const logLine = z.object({
  time: z.coerce.date().transform((time) => time.getTime()),
  route: z.string().optional(),
  durationMs: z.number().optional(),
  exchange: z
    .object({
      operation: z.string(),
      startedAt: z.coerce.date().transform((time) => time.getTime()),
      timings: z.object({ signMilliseconds: z.number(), totalMilliseconds: z.number() }),
    })
    .optional(),
})

/** What the app asked of the bank until it had answered on this route, as its log has it. */
export async function bankCallsOf(
  demo: Demo,
  route: string,
  ask: () => Promise<unknown>,
): Promise<BankCall[]> {
  const before = readFileSync(demo.appLog, 'utf8').length
  await ask()
  while (true) {
    const text = readFileSync(demo.appLog, 'utf8').slice(before)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
    const lines = whole.flatMap((line) => (line.startsWith('{') ? logLine.parse(JSON.parse(line)) : []))
    const request = lines.find((line) => line.route === route)
    if (request !== undefined) {
      const cameAt = request.time - (request.durationMs ?? 0)
      return lines.flatMap(({ time, exchange }) => (exchange ? [callOf(exchange, time, cameAt)] : []))
    }
    await pause(5)
  }
}

function callOf(
  { operation, startedAt, timings }: NonNullable<z.infer<typeof logLine>['exchange']>,
  end: number,
  cameAt: number,
): BankCall {
  return {
    operation,
    start: startedAt,
    end,
    totalMilliseconds: timings.totalMilliseconds,
    signedAfterMilliseconds: startedAt + timings.signMilliseconds - cameAt,
  }
}
