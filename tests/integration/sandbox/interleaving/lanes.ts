import type { SeededRandom } from '@/tests/support/random'
import { type Asked, balanceOf, type Caller, isGranted, type ModelState, type Order } from './model'
import { payeesElsewhere, type Stage } from './perform'
import type { Step, StepOf } from './steps'
import type { Person, Provider, World } from './world'

/** Somebody who does one thing after another while others do the same. */
export type Lane = (stage: Stage) => Promise<void>

/** A resource that several lanes know of, and where its own lane has got with it. */
type Slot = {
  resourceId: string
  scaRedirectUrl: string | null
  /** Opens when the resource is there, when SCA has begun, when it has been decided; all at the latest at the end. */
  created: Gate
  approached: Gate
  decided: Gate
  /** Its own lane waits for this before the last step; null when there is nothing to wait for. */
  second: Gate | null
}

type Plan = { executionDay: number; isContest: boolean }

type Gate = { opened: Promise<void>; open(): void }

function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

type Finish = StepOf<'execute'> | StepOf<'confirm'>

/** Nobody's resource. */
const unknownId = '00000000-0000-4000-8000-000000000000'

type Flow = {
  provider: Provider
  person: Person
  caller: Caller
  slot: Slot
  first: Step
  finish: Finish
  steps: number
}

/** What one round does, by its seed alone; only when each step happens is left to the machine. */
export function lanesOf(world: World, state: ModelState, executionDay: number, random: SeededRandom): Lane[] {
  const lanes: Lane[] = []
  // a contest: two transfers of one customer, who cannot pay both
  const contest = random.chance(0.3) ? random.pick(world.people) : null
  for (let count = contest ? 2 : random.between(1, 2); count > 0; count -= 1) {
    const person = contest ?? random.pick(world.people)
    const flow = flowOf(world, state, person, { executionDay, isContest: contest !== null }, random)
    lanes.push(ownLane(flow, random))
    for (let rivals = random.between(0, 2); rivals > 0; rivals -= 1)
      lanes.push(rivalLane(world, flow, random))
  }
  lanes.push(readingLane(world, random, false))
  if (random.chance(0.6)) lanes.push(readingLane(world, random, true))
  if (random.chance(0.3)) lanes.push(ownPageLane(world, random))
  if (random.chance(0.25)) lanes.push(clockLane(random))
  return lanes
}

function flowOf(world: World, state: ModelState, person: Person, plan: Plan, random: SeededRandom): Flow {
  const provider = random.pick(world.providers)
  const { customerId } = person
  const caller = { tpp: provider.tpp, token: customerId }
  const slot: Slot = {
    resourceId: unknownId,
    scaRedirectUrl: null,
    created: gate(),
    approached: gate(),
    decided: gate(),
    second: null,
  }
  const common = { provider, person, caller, slot }
  const mayPay = isGranted(state, provider.tpp, customerId, 'PAYMENTS', person.products[0])
  if (random.chance(mayPay ? (plan.isContest ? 1 : 0.6) : 0.1)) {
    const { order, iban } = orderOf(world, state, person, plan, random)
    const at = { caller, customerId, productId: order.productId, resourceId: unknownId }
    const first: Step = { do: 'verify', caller, customerId, order, iban }
    return { ...common, first, finish: { do: 'execute', ...at }, steps: order.stepsNeeded }
  }
  const change = random.chance(0.75) ? 'request' : 'revoke'
  const first: Step = { do: 'ask', caller, customerId, change, asked: askedOf(person, mayPay, random) }
  return {
    ...common,
    first,
    finish: { do: 'confirm', caller, customerId, change, resourceId: unknownId },
    steps: 0,
  }
}

function askedOf({ products }: Person, mayPay: boolean, random: SeededRandom): Asked {
  const [main, other] = products
  const information = {
    name: 'ACCOUNT_INFO',
    products: random.pick([[main], [other], [main, other]]),
  } as const
  const payments = { name: 'PAYMENTS', products: [main] } as const
  const funds = { name: 'FUNDS_AVAILABILITY', products: [main] } as const
  if (!mayPay) return random.pick([[payments], [information, payments], [payments, funds]])
  return random.pick([[information], [information], [payments], [information, funds]])
}

function orderOf(
  world: World,
  state: ModelState,
  person: Person,
  { executionDay, isContest }: Plan,
  random: SeededRandom,
): { order: Order; iban: string } {
  const [productId] = person.products
  const { available } = balanceOf(state, productId)
  const other = random.pick(world.people.filter((one) => one !== person))
  const share = (available * BigInt(random.between(isContest ? 55 : 5, isContest ? 95 : 30))) / 100n
  const small = BigInt(random.between(1, 999))
  const rest = { productId, executionDay }
  // what leaves the bank is small, so that there is something to move to the end
  if (isContest || random.chance(0.6)) {
    const cents = share > 0n ? share : small
    return {
      order: { ...rest, cents, feeCents: 0n, payee: other.products[0], stepsNeeded: 0 },
      iban: other.iban,
    }
  }
  const abroad = random.chance(0.4)
  const order = { ...rest, cents: small, feeCents: 50n, payee: null, stepsNeeded: abroad ? 1 : 0 }
  return { order, iban: abroad ? payeesElsewhere.withAddress : payeesElsewhere.plain }
}

const decisions = [
  'approve',
  'approve',
  'approve',
  'approve',
  'approve',
  'refuse',
  'expire',
  'wrong-code',
] as const

/** The way through as it is meant, except that a step may be left out or done twice. */
function ownLane({ caller, person, slot, first, finish, steps }: Flow, random: SeededRandom): Lane {
  const repeats = Array.from({ length: 4 }, () => random.pick([1, 1, 1, 1, 1, 1, 1, 1, 2, 0]))
  const [extensions = 1, approaches = 1, decidings = 1, finishes = 1] = repeats
  const decision = random.pick(decisions)
  return async (stage) => {
    try {
      if (first.do !== 'ask' && first.do !== 'verify') return
      const { resourceId } = await stage.perform(first)
      slot.resourceId = resourceId ?? unknownId
      slot.created.open()
      for (let times = extensions * steps; times > 0; times -= 1) await extend(stage, finish, slot)
      for (let times = approaches; times > 0; times -= 1) await begin(stage, caller, slot)
      slot.approached.open()
      for (let times = decidings; times > 0; times -= 1) await decide(stage, slot, decision, person)
      slot.decided.open()
      await slot.second?.opened
      for (let times = finishes; times > 0; times -= 1) await end(stage, finish, slot)
    } finally {
      for (const each of [slot.created, slot.approached, slot.decided]) each.open()
    }
  }
}

async function extend(stage: Stage, finish: Finish, slot: Slot): Promise<void> {
  if (finish.do === 'execute') await stage.perform({ ...finish, do: 'verify1', resourceId: slot.resourceId })
}

async function begin(stage: Stage, caller: Caller, slot: Slot): Promise<void> {
  const { scaRedirectUrl } = await stage.perform({ do: 'approach', caller, resourceId: slot.resourceId })
  slot.scaRedirectUrl ??= scaRedirectUrl
}

async function decide(
  stage: Stage,
  { scaRedirectUrl, resourceId }: Slot,
  decision: (typeof decisions)[number],
  person: Person,
): Promise<void> {
  if (scaRedirectUrl !== null)
    await stage.decide(scaRedirectUrl, { do: 'decide', resourceId, decision }, person)
}

async function end(stage: Stage, finish: Finish, slot: Slot): Promise<void> {
  await stage.perform({ ...finish, resourceId: slot.resourceId })
}

/** Takes part in what another lane began: the same provider and customer, or one that has no business there. */
function rivalLane({ providers, people }: World, flow: Flow, random: SeededRandom): Lane {
  const { person, provider, slot, finish } = flow
  const stranger = random.pick(people.filter((one) => one !== person))
  const competitor = random.pick(providers.filter((one) => one !== provider))
  const own = flow.caller
  const caller = random.pick([
    own,
    own,
    own,
    { ...own, tpp: competitor.tpp },
    { ...own, token: stranger.customerId },
  ])
  const address = random.chance(0.5) || caller.token === null ? person.customerId : caller.token
  const theirs: Finish = { ...finish, caller, customerId: address }
  const decision = random.pick(decisions)
  const doings: ((stage: Stage) => Promise<void>)[] = [
    async (stage) => {
      await slot.created.opened
      await begin(stage, caller, slot)
      await end(stage, theirs, slot)
    },
    async (stage) => {
      await slot.approached.opened
      await end(stage, theirs, slot)
      await decide(stage, slot, decision, person)
      await end(stage, theirs, slot)
    },
    async (stage) => {
      await slot.approached.opened
      await decide(stage, slot, decision, person)
      await Promise.all([end(stage, theirs, slot), end(stage, finish, slot)])
    },
    async (stage) => {
      await slot.decided.opened
      await Promise.all([end(stage, theirs, slot), end(stage, theirs, slot)])
      await stage.perform({ do: 'status', caller, resourceId: slot.resourceId })
    },
  ]
  const [asked] = flow.first.do === 'ask' ? flow.first.asked : []
  if (asked && random.chance(0.4)) return takingBack(flow, asked, random.chance(0.5))
  return random.pick(doings)
}

/** The customer approves, thinks better of it and says so at the bank; the provider confirms afterwards or meanwhile. */
function takingBack(
  { provider: { tpp }, person, slot, finish }: Flow,
  asked: Asked[number],
  isBefore: boolean,
): Lane {
  const { customerId } = person
  const second = gate()
  if (isBefore) slot.second = second
  const one = { name: asked.name, products: asked.products.slice(0, 1) }
  return async (stage) => {
    try {
      await (isBefore ? slot.decided : slot.approached).opened
      await stage.takeBack({ do: 'take back', tpp, customerId, asked: [one] }, person)
    } finally {
      second.open()
    }
    await end(stage, finish, slot)
  }
}

const reads = ['balance', 'balance', 'balance', 'movements', 'products', 'list', 'accounts'] as const

function readingLane({ providers, people }: World, random: SeededRandom, inBatch: boolean): Lane {
  const { tpp } = random.pick(providers)
  const person = random.pick(people)
  const { customerId } = person
  const caller = { tpp, token: inBatch ? null : customerId }
  const steps = Array.from({ length: inBatch ? random.between(3, 7) : random.between(2, 4) }, () => {
    const what = random.pick(reads)
    const at = { caller, customerId }
    return what === 'balance' || what === 'movements'
      ? { do: what, ...at, productId: random.pick(person.products) }
      : { do: what, ...at }
  })
  return async (stage) => {
    // in batch all at once, so that the last one that the day allows has rivals
    if (inBatch) await Promise.all(steps.map((step) => stage.perform(step)))
    else for (const step of steps) await stage.perform(step)
  }
}

/** A customer takes back a consent at the bank, without the provider. */
function ownPageLane({ providers, people }: World, random: SeededRandom): Lane {
  const person = random.pick(people)
  const { tpp } = random.pick(providers)
  const name = random.pick(['ACCOUNT_INFO', 'PAYMENTS'] as const)
  const asked = [{ name, products: [random.pick(person.products)] }]
  return (stage) => stage.takeBack({ do: 'take back', tpp, customerId: person.customerId, asked }, person)
}

/** Past the end of a login, of an authorization, of a resource. */
function clockLane(random: SeededRandom): Lane {
  const minutes = random.pick([4, 6, 11, 16, 61])
  return async (stage) => {
    await stage.perform({ do: 'move clock', milliseconds: minutes * 60_000 })
  }
}
