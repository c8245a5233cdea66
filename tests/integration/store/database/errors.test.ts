import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { describeStore } from '@/tests/support/database'

describeStore('store errors', (fixture) => {
  const canary = 'canary-5f0e3c'
  const nobody = randomUUID()
  const later = new Date(Date.now() + 60_000)

  it.each([
    [
      'tokens for a customer that does not exist',
      () => fixture.store.connections.save(nobody, { accessToken: canary, refreshToken: canary }),
      'connections.save',
    ],
    [
      'a session for a customer that does not exist',
      () => fixture.store.sessions.create({ customerId: nobody, label: canary, expiresAt: later }),
      'sessions.create',
    ],
    [
      'accounts for an id that is no id',
      () =>
        fixture.store.accounts.replace(
          canary,
          [
            {
              productId: canary,
              type: { code: '', description: '' },
              nickname: '',
              currency: '',
              iban: canary,
            },
          ],
          later,
        ),
      'accounts.replace',
    ],
    [
      'a customer id the database cannot hold',
      () => fixture.store.customers.ensure(`${canary}\0`),
      'customers.ensure',
    ],
    [
      'a date that is none',
      () =>
        fixture.store.sessions.create({ customerId: nobody, label: canary, expiresAt: new Date(Number.NaN) }),
      'sessions.create',
    ],
  ])('%s: names the operation and repeats nothing it was given', async (_, fail, operation) => {
    const error = await fail().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'StoreError', operation, code: expect.stringMatching(/^\w+$/) })
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(canary)
  })

  it('a state used twice is refused, and the first attempt stays', async () => {
    const { connectAttempts } = fixture.store
    const attempt = { state: canary, browserId: 'browser', codeVerifier: canary, expiresAt: later }
    await connectAttempts.create(attempt)
    await expect(connectAttempts.create(attempt)).rejects.toThrow('connectAttempts.create failed (P2002)')
  })
})
