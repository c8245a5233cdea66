import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Demo } from '../support/demo'

/** A call of the bank as the app has it; times are milliseconds since 1970. */
export type BankCall = { operation: string; start: number; end: number; totalMilliseconds: number }

const logLine = z.object({
  time: z.coerce.date(),
  route: z.string().optional(),
  exchange: z
    .object({
      operation: z.string(),
      startedAt: z.coerce.date(),
      timings: z.object({ totalMilliseconds: z.number() }),
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
    if (lines.some((line) => line.route === route))
      return lines.flatMap(({ time, exchange }) =>
        exchange
          ? [
              {
                operation: exchange.operation,
                start: exchange.startedAt.getTime(),
                end: time.getTime(),
                totalMilliseconds: exchange.timings.totalMilliseconds,
              },
            ]
          : [],
      )
    await pause(5)
  }
}
