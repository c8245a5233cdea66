import { Agent } from 'node:https'
import { z } from 'zod'
import { addDays, bankDayOf, instantOf, toSlashed } from '@/sandbox/calendar/bank-day'
import { workingDayFrom } from '@/sandbox/calendar/holidays'
import type { Kit } from '@/sandbox/kit'
import { balancesOf } from '@/tests/integration/sandbox/account-view'
import { batchToken, otherTpp } from '@/tests/integration/sandbox/banking'
import { customerOf, grantConsent, revokeConsent } from '@/tests/integration/sandbox/consent-journey'
import { signIn } from '@/tests/integration/sandbox/journey'
import { callBank, type RawAnswer, type RawCall } from '@/tests/integration/sandbox/raw-client'
import type { ScaCustomer } from '@/tests/integration/sandbox/sca'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import type { ModelSettings, ModelState } from './model'

const customerIds = ['70010001', '70010002', '70010005'] as const

export type Provider = { tpp: string; kit: Kit; batch: string; tokens: ReadonlyMap<string, string> }
export type Person = ScaCustomer & { customerId: string; products: readonly [string, string]; iban: string }

/** A bank whose time stands still unless a step moves it, two providers and three customers. */
export type World = {
  bank: TestSandbox
  agent: Agent
  providers: readonly Provider[]
  people: readonly Person[]
  settings: ModelSettings
  send(provider: Provider, call: RawCall): Promise<RawAnswer>
}

const accountsAnswer = z.object({
  data: z.object({ accounts: z.array(z.object({ accountId: z.string(), iban: z.string() })) }),
})

/** A Monday, later than any day on which this runs: what the seed has pending is booked by then. */
const firstDay = '2035-06-04'
const hundredYearsSeconds = 100 * 365 * 24 * 60 * 60

export async function createWorld(): Promise<{ world: World; start: ModelState }> {
  const standing = new Date()
  const bank = await startTestSandbox({
    furtherTpps: [otherTpp()],
    settings: { accessTokenSeconds: hundredYearsSeconds, movementsPerPage: 10_000 },
    wall: () => standing,
  })
  moveTo(bank, firstDay)
  const kits = [bank.kit, bank.kitOf(otherTpp().organizationIdentifier)]
  const [first] = bank.keys.tpps
  const numbers = [first?.organizationIdentifier ?? '', otherTpp().organizationIdentifier]
  const providers = await Promise.all(
    kits.map(async (kit, index): Promise<Provider> => {
      const signedIn = customerIds.map(async (customerId): Promise<[string, string]> => {
        const { username } = customerOf(kit, customerId)
        return [customerId, (await signIn(kit, username)).accessToken]
      })
      const tokens = new Map(await Promise.all(signedIn))
      return { tpp: numbers[index] ?? '', kit, batch: await batchToken(kit), tokens }
    }),
  )
  const people: Person[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const world: World = {
    bank,
    agent,
    providers,
    people,
    settings: {
      authorizationMs: 5 * 60_000,
      resourceMs: 60 * 60_000,
      disposeAfterMs: 10 * 60_000,
      bookingDelayMs: 2 * 60_000,
      dayOf: (instant) => bankDayOf(new Date(instant)),
      owns: (customerId, productId) =>
        people.some((one) => one.customerId === customerId && one.products.includes(productId)),
    },
    send: ({ kit }, call) => callBank(kit, { ...call, signed: { ...call.signed, date: standing } }, agent),
  }
  people.push(...(await Promise.all(customerIds.map((customerId) => personOf(world, customerId)))))
  return { world, start: await firstState(world) }
}

async function personOf({ providers, send }: World, customerId: string): Promise<Person> {
  const [first] = providers
  if (!first) throw new Error('no provider')
  const token = tokenOf(first, customerId)
  const answer = await send(first, { path: `/private/customers/${customerId}/accounts`, token })
  const [one, other] = accountsAnswer.parse(answer.json()).data.accounts
  if (!one || !other) throw new Error(`${customerId} has fewer than two accounts`)
  return {
    ...customerOf(first.kit, customerId),
    customerId,
    products: [one.accountId, other.accountId],
    iban: one.iban,
  }
}

/** Nobody has consented to anything. To learn the balances, the first provider is let in for a moment. */
async function firstState({ bank, providers, people }: World): Promise<ModelState> {
  const [first] = providers
  if (!first) throw new Error('no provider')
  const now = bank.clock.now().getTime()
  const accounts = new Map<string, { booked: bigint; lines: [] }>()
  const lastSca = new Map<string, number>()
  for (const { customerId, products } of people) {
    const token = tokenOf(first, customerId)
    const asked = [{ name: 'ACCOUNT_INFO', products: [...products] }]
    await grantConsent(first.kit, token, customerId, asked)
    for (const productId of products) {
      const { accounting, available } = await balancesOf(first.kit, { token, customerId, productId })
      if (accounting !== available) throw new Error('something is pending from the seed')
      accounts.set(productId, { booked: accounting, lines: [] })
    }
    await revokeConsent(first.kit, token, customerId, asked)
    lastSca.set(`${first.tpp} ${customerId}`, now)
  }
  return { now, resources: new Map(), consents: new Set(), lastSca, batchReads: new Map(), accounts }
}

export function tokenOf({ tokens }: Provider, customerId: string): string {
  return tokens.get(customerId) ?? ''
}

function moveTo({ clock }: TestSandbox, day: string): void {
  clock.move(instantOf(day, '10:00:00').getTime() - clock.now().getTime())
}

/** Ten in the morning of the first working day so many days on: all transfers can be carried out that day. */
export function moveToMorning(
  { bank }: World,
  days: number,
): { now: number; executionDay: number; date: string } {
  const day = workingDayFrom(addDays(bankDayOf(bank.clock.now()), days))
  moveTo(bank, day)
  return { now: bank.clock.now().getTime(), executionDay: instantOf(day).getTime(), date: toSlashed(day) }
}
