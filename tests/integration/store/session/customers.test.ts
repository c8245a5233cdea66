import { expect, it } from 'vitest'
import { describeStore, newBankCustomerId } from '@/tests/support/database'

describeStore('customers', (fixture) => {
  it('gives the same customer for the same bank customer id, and another for another', async () => {
    const { customers } = fixture.store
    const bankCustomerId = newBankCustomerId()
    const first = await customers.ensure(bankCustomerId)
    expect(await customers.ensure(bankCustomerId)).toEqual(first)
    expect(await customers.ensure(newBankCustomerId())).not.toEqual(first)
  })

  it('DB-1: 50 first sign-ins at once are one row and 50 successes', async () => {
    const bankCustomerId = newBankCustomerId()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fixture.store.customers.ensure(bankCustomerId)),
    )
    expect(new Set(answers.map((answer) => answer.customerId)).size).toBe(1)
  })

  it('DB-1: 50 whole first sign-ins at once (customer, tokens, session, list) all succeed', async () => {
    const { customers, connections, sessions, accounts } = fixture.store
    const bankCustomerId = newBankCustomerId()
    const readAt = fixture.clock.now()
    const signIn = async (index: number) => {
      const { customerId } = await customers.ensure(bankCustomerId)
      await connections.save(customerId, { accessToken: `token ${index}` })
      await accounts.replace(customerId, [], readAt)
      const expiresAt = new Date(readAt.getTime() + 60_000)
      return sessions.find((await sessions.create({ customerId, expiresAt })).token)
    }
    const found = await Promise.all(Array.from({ length: 50 }, (_, index) => signIn(index)))
    expect(new Set(found.map((session) => session?.customerId)).size).toBe(1)
    expect(new Set(found.map((session) => session?.sessionId)).size).toBe(50)
    expect(found[0]).toMatchObject({ bankCustomerId })
    expect(await connections.load(found[0]?.customerId ?? '')).toMatchObject({ version: 50 })
  })
})
