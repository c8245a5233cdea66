import type { BankClient } from '@/lib/bank'
import type { Flight } from '@/lib/flows/shared-work'
import { StoreError } from '@/lib/store'
import type { TestApp } from './app'

/*
 * What happens while an answer of the bank is on its way, or while several requests wait for one: the test says when it
 * goes on, so that no order hangs on how fast a machine is.
 */

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** Work that begins, and ends when the test lets go of it. */
export function held() {
  const begun = signal()
  const released = signal()
  return {
    begun: begun.given,
    release: released.give,
    async work() {
      begun.give()
      await released.given
    },
  }
}

/** The bank answers the next call of this name; the app gets the answer when the test lets go of it. */
export function holdAnswer(app: TestApp, name: keyof BankClient) {
  const { flows } = app.server
  const { bank } = flows
  const answered = signal()
  const released = signal()
  let isTaken = false
  flows.bank = new Proxy(bank, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (key !== name || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (isTaken) return value.apply(target, args)
        isTaken = true
        try {
          return await value.apply(target, args)
        } finally {
          answered.give()
          await released.given
        }
      }
    },
  })
  return {
    /** The bank has done its part. */
    answered: answered.given,
    release() {
      flows.bank = bank
      released.give()
    },
  }
}

/** Work behind an answer, such as the later pages of a list, begins and goes on only when the test lets go of it. */
export function holdBackground(app: TestApp): () => void {
  const { flows } = app.server
  const { background } = flows
  const released = signal()
  flows.background = {
    ...background,
    run: (key, work) =>
      background.run(key, async () => {
        await released.given
        await work()
      }),
  }
  return () => {
    flows.background = background
    released.give()
  }
}

/**
 * The database is busy for everything about the movements of accounts, once so many batches of a list are stored.
 * @returns puts it back
 */
export function busyAfter(app: TestApp, batches: number): () => void {
  const { flows } = app.server
  const { store } = flows
  const { movements, products } = store
  let stored = 0
  const unlessBusy = <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      if (stored >= batches) throw new StoreError('test', 'BUSY')
      return work(...args)
    }
  }
  flows.store = {
    ...store,
    movements: {
      ...movements,
      replaceRange: unlessBusy(async (...args: Parameters<typeof movements.replaceRange>) => {
        const replaced = await movements.replaceRange(...args)
        stored += 1
        return replaced
      }),
    },
    products: {
      ...products,
      setProblem: unlessBusy(products.setProblem),
      clearProblem: unlessBusy(products.clearProblem),
      setIncomplete: unlessBusy(products.setIncomplete),
      endIncomplete: unlessBusy(products.endIncomplete),
      takeBackIncomplete: unlessBusy(products.takeBackIncomplete),
    },
  }
  return () => {
    flows.store = store
  }
}

type Flights = TestApp['server']['flows']['flights']

/**
 * Work that requests share ends only when so many have asked for it, by the name of the flight.
 * @returns puts everything back
 */
export function holdFlights(app: TestApp, asked: Partial<Record<keyof Flights, number>>): () => void {
  const { flows } = app.server
  const { flights } = flows
  const held = <T>(name: keyof Flights, flight: Flight<T>): Flight<T> => {
    const all = asked[name]
    if (all === undefined) return flight
    const joined = signal()
    let count = 0
    return (key, work) => {
      count += 1
      if (count === all) joined.give()
      return flight(key, () => work().finally(() => joined.given))
    }
  }
  flows.flights = {
    connection: held('connection', flights.connection),
    accounts: held('accounts', flights.accounts),
    consents: held('consents', flights.consents),
    balance: held('balance', flights.balance),
    movements: held('movements', flights.movements),
    wholeMovements: held('wholeMovements', flights.wholeMovements),
    refresh: held('refresh', flights.refresh),
    account: held('account', flights.account),
    customer: held('customer', flights.customer),
    products: held('products', flights.products),
  }
  return () => {
    flows.flights = flights
  }
}
