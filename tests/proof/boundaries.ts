import type { FlowDeps } from '@/lib/flows/deps'

/*
 * Where the app may be stopped on the way of a transfer: before and after each write to the database, and each call of
 * the bank. The parts are wrapped from outside, so that nothing of the app knows of it.
 */

/** `under_way`: sent, or about to be, and not answered yet. */
export type Moment = 'before' | 'under_way' | 'after'
export type Reach = (boundary: string, moment: Moment) => void

/** By the event of a move, else by the name of the write, in the order of the way. */
const writes = [
  'begin',
  'check_started',
  'check_answered',
  'approval_started',
  'approval_answered',
  'came_back',
  'claimStatusRead',
  'status_read',
  'statusReadOver',
  'execute_claimed',
  'execute_accepted',
  'claimReceiptTry',
  'saveReceipt',
] as const

const calls = ['verifyTransfer', 'startSca', 'getOperationStatus', 'executeTransfer', 'getDocument'] as const

/** The request of the customer who comes back from the bank, as the app's server gets and answers it. */
export const CALLBACK = 'callback'

/** All that a transfer passes on its way to the document, as `execute_claimed/before`. */
export const boundaries: readonly string[] = [
  ...[...writes, CALLBACK].flatMap((name) => [`${name}/before`, `${name}/after`]),
  ...calls.flatMap((name) => [`${name}/before`, `${name}/under_way`, `${name}/after`]),
]

/** From now on `reach` is told of each boundary that a flow of this server comes to. */
export function watchBoundaries(flows: FlowDeps, reach: Reach): void {
  const { store, bank } = flows
  flows.store = { ...store, transfers: watched(store.transfers, writeName, reach) }
  flows.bank = watched(bank, (name) => calls.find((call) => call === name), reach)
}

function writeName(name: string, args: readonly unknown[]): string | undefined {
  if (name !== 'move') return writes.find((write) => write === name)
  const [, , event] = args
  return typeof event === 'object' && event !== null && 'kind' in event ? String(event.kind) : undefined
}

function watched<Part extends object>(
  part: Part,
  nameOf: (name: string, args: readonly unknown[]) => string | undefined,
  reach: Reach,
): Part {
  return new Proxy(part, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const boundary = nameOf(String(name), args)
        const work = () => value.apply(target, args)
        return boundary === undefined ? work() : between(boundary, work, reach)
      }
    },
  })
}

async function between(boundary: string, work: () => unknown, reach: Reach): Promise<unknown> {
  reach(boundary, 'before')
  const working = work()
  reach(boundary, 'under_way')
  const outcome = await working
  reach(boundary, 'after')
  return outcome
}
