import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Account, Details } from '@/lib/store'
import { allow } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

const details: Details = {
  fields: [{ path: 'holder', kind: 'text', value: 'Ada' }],
  isComplete: true,
}

describeStore('what is known of a customer’s accounts, in one look', (fixture) => {
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
  const account = (productId: string, nickname = productId): Account => ({
    productId,
    type: { code: '100', description: 'Conto' },
    nickname,
    currency: 'EUR',
    iban: '',
  })

  async function newHolder(nickname: string) {
    const { store } = fixture
    const customerId = await fixture.newCustomer()
    await store.connections.save(customerId, { accessToken: 'token' })
    await store.accounts.replace(customerId, [account('Z', nickname), account('A')], after(1))
    await allow(store, customerId, after(2), 'A', 'Z')
    const amount = { amount: '-0.10', currency: 'EUR' }
    const balance = { accounting: amount, available: null, bankDate: '2026-11-27', details }
    await store.balances.save(customerId, 'A', balance, after(3))
    await store.products.saveDetails(customerId, 'A', details, after(3))
    await store.products.setProblem(customerId, 'Z', 'bank_error', after(4))
    await store.products.markClosed(customerId, 'Z', after(5))
    await store.movements.replaceRange(
      customerId,
      'A',
      { from: '2026-11-01', to: '2026-11-27', isWhole: true },
      { booked: [], pending: [] },
      after(6),
    )
    return customerId
  }

  it('is what each part says by itself, times and places included', async () => {
    const { store } = fixture
    const customerId = await newHolder('He said "ciao", \\ and Ünïcode')
    await newHolder('of somebody else')
    const facts = await store.facts.of(customerId)
    const { accounts, readAt } = await store.accounts.list(customerId)
    expect(facts.accounts).toEqual(accounts)
    expect(facts.accounts.map(({ productId }) => productId)).toEqual(['Z', 'A'])
    expect(facts.accountsReadAt).toEqual(readAt)
    const shared = await store.consents.list(customerId)
    expect(facts.consents).toEqual(shared.consents)
    expect(facts.consentsReadAt).toEqual(shared.readAt)
    const states = await store.products.list(customerId)
    expect(facts.products).toEqual(states.map(({ details: _, ...standing }) => standing))
    expect(facts.products[0]?.movements).toMatchObject({ from: '2026-11-01', readAt: after(6) })
    expect(facts.products[1]).toMatchObject({ closedAt: after(5), problem: { code: 'bank_error' } })
    const { details: _, ...amounts } = (await store.balances.find(customerId, 'A')) ?? {}
    expect(facts.balances).toEqual([amounts])
    expect(facts.connection).toBe('live')

    const ofOne = <Row extends { productId: string }>(rows: readonly Row[]) =>
      rows.filter(({ productId }) => productId === 'A')
    expect(await store.facts.of(customerId, 'A')).toEqual({
      ...facts,
      accounts: ofOne(facts.accounts),
      consents: ofOne(facts.consents),
      products: ofOne(facts.products),
      balances: ofOne(facts.balances),
    })
  })

  it('is nothing of somebody new, and nothing of nobody', async () => {
    const nothing = {
      accounts: [],
      accountsReadAt: null,
      consents: [],
      consentsReadAt: null,
      products: [],
      balances: [],
      connection: null,
    }
    expect(await fixture.store.facts.of(await fixture.newCustomer())).toEqual(nothing)
    expect(await fixture.store.facts.of(randomUUID())).toEqual(nothing)
  })
})
