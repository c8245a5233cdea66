import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { formatMoney } from '@/lib/ui/format/money'
import { type Demo, startDemo } from '@/tests/support/demo'
import {
  beginChange,
  createVisitor,
  finishChange,
  overHttp,
  signIn,
  type Visitor,
} from '@/tests/support/visitor'
import { measureAccountPage } from './account-page'
import { type BankCall, bankCallsOf } from './app-log'
import { measureLighthouse } from './lighthouse'
import { atLeast, atMost, median, rounded } from './measure'

/*
 * What the pages cost, against what `npm run demo` starts: production build, embedded database, sandbox bank. Alone:
 * `node --import tsx tests/bench/pages.ts`, and with `accounts` behind it the first part alone.
 */
const BANK_DELAY_MS = 100
/** A server that has just started is slower; what is measured is one that has been at work. */
const WARM_UP_ROUNDS = 40
const ROUNDS = 40
const SEARCHES = 15
/** Twelve accounts; 10,000 and 100,000 movements (sandbox/seed). */
const CUSTOMERS = { accounts: 'giulia', account: 'zenobia', many: 'ovunque' } as const

export async function measurePages({ accountsOnly = false } = {}): Promise<object> {
  const demo = await startDemo()
  try {
    const accounts = await shareAll(demo, CUSTOMERS.accounts)
    if (accountsOnly) return { accounts: await measureAccounts(demo, accounts.visitor) }
    const account = await shareAll(demo, CUSTOMERS.account)
    const many = await shareAll(demo, CUSTOMERS.many)
    return {
      accounts: await measureAccounts(demo, accounts.visitor),
      manyMovements: await measureManyMovements(demo, many),
      accountPage: await measureAccountPage(demo.appUrl, CUSTOMERS.account, await filled(account)),
      lighthouse: await measureLighthouse(demo.appUrl, CUSTOMERS.account, account.products[0] ?? ''),
    }
  } finally {
    await demo.stop()
  }
}

type Sharer = { visitor: Visitor; products: string[] }

async function shareAll(demo: Demo, username: string): Promise<Sharer> {
  const visitor = createVisitor(demo.appUrl, overHttp)
  await signIn(visitor, username)
  const list = z.object({ accounts: z.array(z.object({ productId: z.string() })) })
  const { accounts } = list.parse(await (await visitor.get('/api/accounts')).json())
  const products = accounts.map(({ productId }) => productId)
  const { authorization } = await beginChange(visitor, 'grant', [
    { category: 'ACCOUNT_INFO', productIds: products },
  ])
  const state = await finishChange(visitor, username, authorization)
  if (state !== 'done') throw new Error(`sharing as ${username} ended as ${state}`)
  return { visitor, products }
}

/**
 * The overview with fresh figures over one call of the bank: that of a request that makes one and no other, in turn with
 * the overview, from its signing to its answer checked.
 */
async function measureAccounts(demo: Demo, visitor: Visitor): Promise<object> {
  const slow = JSON.stringify({ fault: 'slow', parameters: { delayMs: BANK_DELAY_MS } })
  const json = { 'content-type': 'application/json' }
  await visitor.get('/api/overview')
  await fetch(`${demo.controlUrl}/scenarios`, { method: 'POST', headers: json, body: slow })
  const overview: number[] = []
  const oneCall: number[] = []
  const depths: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await visitor.get('/api/overview')
  for (let round = 0; round < ROUNDS; round += 1) {
    const [alone] = await bankCallsOf(demo, 'accounts.list', () => visitor.get('/api/accounts'))
    if (alone !== undefined) oneCall.push(alone.end - alone.start)
    const calls = await bankCallsOf(demo, 'overview.read', async () => {
      overview.push(await timed(() => visitor.get('/api/overview')))
    })
    depths.push(depthOf(calls))
  }
  const first = await measureFirstHtml(demo, visitor)
  await fetch(`${demo.controlUrl}/scenarios`, { method: 'DELETE' })
  return {
    bankDelayMilliseconds: BANK_DELAY_MS,
    rounds: ROUNDS,
    overviewMilliseconds: { p50: p50(overview), fastest: rounded(Math.min(...overview), 1) },
    bankCallMilliseconds: { p50: p50(oneCall), fastest: rounded(Math.min(...oneCall), 1) },
    overviewToBankCall: atMost(rounded(p50(overview) / p50(oneCall), 3), 1.3),
    depth: atMost(Math.max(...depths), 1),
    ...first,
  }
}

const money = z.object({ amount: z.string(), currency: z.string() }).nullable()
const overviewFigures = z.object({
  accounts: z.array(z.object({ balance: z.object({ available: money, accounting: money }).nullable() })),
})

/** The page as it arrives: every balance is in it, and the bank was not asked for any. */
async function measureFirstHtml(demo: Demo, visitor: Visitor): Promise<object> {
  const { accounts } = overviewFigures.parse(await (await visitor.get('/api/overview')).json())
  const figures = accounts.flatMap(({ balance }) => balance?.available ?? balance?.accounting ?? [])
  await fetch(`${demo.controlUrl}/journal`, { method: 'DELETE' })
  const html = await (await visitor.get('/accounts')).text()
  const asked = z.array(z.unknown()).parse(await (await fetch(`${demo.controlUrl}/journal`)).json())
  return {
    accounts: accounts.length,
    balancesInFirstHtml: atLeast(
      figures.filter((figure) => html.includes(formatMoney(figure, 'en'))).length,
      accounts.length,
    ),
    bankCallsForFirstHtml: atMost(asked.length, 0),
    firstHtmlMilliseconds: rounded(await timed(() => visitor.get('/accounts')), 1),
  }
}

/** The longest chain of calls of which each began after the one before had ended. */
function depthOf(calls: readonly BankCall[]): number {
  const byEnd = [...calls].sort((one, other) => one.end - other.end)
  let depth = 0
  let end = -1
  for (const call of byEnd) {
    if (call.start < end) continue
    depth += 1
    end = call.end
  }
  return depth
}

const movementsState = z.object({ isReading: z.boolean(), total: z.number().nullable() })

/** Has the movements of the first account read to their end. */
async function filled(sharer: Sharer): Promise<string> {
  const productId = sharer.products[0] ?? ''
  await sharer.visitor.post(`/api/accounts/${productId}/refresh`, { from: '2000-01-01', to: '2026-12-31' })
  while (true) {
    const answer = await sharer.visitor.get(`/api/accounts/${productId}/movements?limit=1`)
    if (!movementsState.parse(await answer.json()).isReading) return productId
    await pause(500)
  }
}

async function measureManyMovements(demo: Demo, sharer: Sharer): Promise<object> {
  const pid = appProcess(demo)
  const before = megabytes(pid, 'VmRSS')
  const start = performance.now()
  const productId = await filled(sharer)
  const readMilliseconds = rounded(performance.now() - start)
  const path = `/api/accounts/${productId}/movements`
  const { total } = movementsState.parse(await (await sharer.visitor.get(path)).json())
  const read = megabytes(pid, 'VmRSS')
  const search = async (text: string) => {
    const times: number[] = []
    for (let round = 0; round < SEARCHES; round += 1)
      times.push(await timed(() => sharer.visitor.get(`${path}?text=${encodeURIComponent(text)}`)))
    return atMost(p50(times), 300)
  }
  const searchMilliseconds = {
    often: await search('bonifico'),
    rarely: await search('commissioni'),
    never: await search('not there'),
  }
  const searched = megabytes(pid, 'VmRSS')
  return {
    movements: atLeast(total ?? 0, 100_000),
    readMilliseconds,
    searchMilliseconds,
    residentMegabytes: { before, read, searched, most: megabytes(pid, 'VmHWM') },
    residentGrowthOfSearches: atMost(rounded(searched - read), 150),
  }
}

/** The app's process: of those that the demo started, the one that runs lib/start.ts (Linux: proc(5)). */
function appProcess({ pid }: Demo): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const app = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('start.ts'))
  return Number(app)
}

/** Of a process, by the name that proc(5) has for it. */
function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return rounded(Number(kilobytes) / 1024)
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  const response = await ask()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return performance.now() - start
}

const p50 = (times: readonly number[]): number => rounded(median(times), 1)

if (process.argv[1]?.endsWith('pages.ts')) {
  process.stdout.write(
    `${JSON.stringify(await measurePages({ accountsOnly: process.argv[2] === 'accounts' }), null, 2)}\n`,
  )
}
