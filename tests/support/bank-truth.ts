import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TestSandbox } from './sandbox'

/*
 * What the bank did about a transfer, from its own books: nothing that the app says is asked. A transfer is known by its
 * description, which no other has.
 */

export type BankTruth = {
  /** How often execute came, whatever the bank made of it. */
  executeCalls: number
  /** The orders of which money moved, one for each time that it did. */
  executed: BankOrder[]
}

const bankOrder = z.object({
  /** Whole cents. */
  amount: z.string(),
  currency: z.string(),
  urgent: z.boolean(),
  executionDay: z.string(),
  iban: z.string(),
  beneficiaryName: z.string(),
  description: z.string(),
})

export type BankOrder = z.infer<typeof bankOrder>

const created = z.object({
  type: z.literal('resource-created'),
  resourceId: z.string(),
  subject: z.object({ kind: z.literal('operation'), content: z.object({ order: bankOrder }) }),
})
const executed = z.object({ type: z.literal('operation-executed'), resourceId: z.string() })

type Bank = Pick<TestSandbox, 'dataDir' | 'journal'>

export function truthOf({ dataDir, journal }: Bank, description: string): BankTruth {
  const events = eventsOf(dataDir)
  const orders = new Map(
    events.flatMap((event) => {
      const { success, data } = created.safeParse(event)
      if (!success || data.subject.content.order.description !== description) return []
      return [[data.resourceId, data.subject.content.order] as const]
    }),
  )
  return {
    executeCalls: journal
      .entries()
      .filter(({ request }) => orders.has(/\/([^/]+)\/execute$/.exec(request.target)?.[1] ?? '')).length,
    executed: events.flatMap((event) => {
      const { success, data } = executed.safeParse(event)
      return success ? (orders.get(data.resourceId) ?? []) : []
    }),
  }
}

/** A line that is still being written is no event yet. */
function eventsOf(dataDir: string): unknown[] {
  const lines = readFileSync(join(dataDir, 'state.jsonl'), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}
