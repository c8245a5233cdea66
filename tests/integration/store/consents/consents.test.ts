import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ConsentGrant } from '@/lib/store'
import { allow, bankMovement } from '@/tests/support/consented'
import { describeStore } from '@/tests/support/database'

const range = { from: '2026-11-01', to: '2026-11-30', isWhole: true }
const details = { fields: [{ path: 'holder', kind: 'text', value: 'Anna' } as const], isComplete: true }
const balance = { accounting: { amount: '1.00', currency: 'EUR' }, available: null, bankDate: null, details }

describeStore('consents', (fixture) => {
  const consents = () => fixture.store.consents
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
  const read = (...productIds: string[]): ConsentGrant => ({ category: 'ACCOUNT_INFO', productIds })
  const pay = (...productIds: string[]): ConsentGrant => ({ category: 'PAYMENTS', productIds })
  const whole = (...grants: ConsentGrant[]) => ({ grants, isWhole: true })

  /** Keeps one of everything of a product. @returns what became of each */
  async function fill(customerId: string, productId: string, at: Date) {
    const { balances, products, movements } = fixture.store
    return [
      await balances.save(customerId, productId, balance, at),
      await products.saveDetails(customerId, productId, details, at),
      (
        await movements.replaceRange(
          customerId,
          productId,
          range,
          { booked: [bankMovement()], pending: [] },
          at,
        )
      ).kind,
    ]
  }

  async function heldOf(customerId: string, productId: string) {
    const { balances, products, movements } = fixture.store
    return {
      balance: (await balances.find(customerId, productId)) !== null,
      details: (await products.find(customerId, productId))?.details != null,
      days: (await products.find(customerId, productId))?.movements != null,
      movements: await movements.count(customerId, productId, {}),
    }
  }
  const all = { balance: true, details: true, days: true, movements: 1 }
  const nothing = { balance: false, details: false, days: false, movements: 0 }

  async function runOf(customerId: string, kind: 'consent_grant' | 'consent_revoke', scopes: ConsentGrant[]) {
    const { authorization } = await fixture.store.authorizations.begin(customerId, {
      formToken: randomBytes(24).toString('base64url'),
      request: {
        kind,
        scopes: scopes.map(({ category, productIds }) => ({ category, productIds: [...productIds] })),
      },
    })
    return authorization.authorizationId
  }

  it("are the bank's list, with when each was first seen", async () => {
    const customerId = await fixture.newCustomer()
    expect(await consents().list(customerId)).toEqual({ consents: [], readAt: null })
    const first = await consents().replaceFromBank(customerId, whole(read('A', 'B', 'A')), after(0))
    expect(first).toEqual({
      kind: 'replaced',
      appeared: [read('A', 'B')],
      disappeared: [],
      erasedProductIds: [],
    })
    await consents().replaceFromBank(customerId, whole(pay('A'), read('B')), after(5))
    const row = { lastUsedAt: null }
    expect(await consents().list(customerId)).toEqual({
      consents: [
        { category: 'ACCOUNT_INFO', productId: 'B', grantedAt: after(0), ...row },
        { category: 'PAYMENTS', productId: 'A', grantedAt: after(5), ...row },
      ],
      readAt: after(5),
    })
    expect(await consents().covers(customerId, 'ACCOUNT_INFO', 'B')).toBe(true)
    expect(await consents().covers(customerId, 'ACCOUNT_INFO', 'A')).toBe(false)
  })

  it('listed the same again, in whatever order, are younger and nothing else', async () => {
    const customerId = await fixture.newCustomer()
    await consents().replaceFromBank(customerId, whole(read('A', 'B'), pay('A')), after(0))
    await consents().touch(customerId, 'ACCOUNT_INFO', 'A', after(1))
    await fill(customerId, 'A', after(1))
    const before = await consents().list(customerId)
    const again = await consents().replaceFromBank(customerId, whole(pay('A'), read('B', 'A')), after(2))
    expect(again).toEqual({ kind: 'replaced', appeared: [], disappeared: [], erasedProductIds: [] })
    expect(await consents().list(customerId)).toEqual({ ...before, readAt: after(2) })
    expect(await consents().history(customerId, 10)).toHaveLength(2)
    expect(await heldOf(customerId, 'A')).toEqual(all)
    expect(await consents().replaceFromBank(customerId, whole(read('A')), after(1))).toEqual({
      kind: 'stale',
    })
  })

  it('end with the newest list whole when 20 answers cross, and never go back', async () => {
    const customerId = await fixture.newCustomer()
    const versions = Array.from({ length: 20 }, (_, index) => index).sort((a, b) => (a % 7) - (b % 7))
    await Promise.all(
      versions.map((version) =>
        consents().replaceFromBank(customerId, whole(read('A', `P${version}`)), after(version)),
      ),
    )
    const { consents: list } = await consents().list(customerId)
    expect(list.map(({ productId }) => productId)).toEqual(['A', 'P19'])
    expect(await consents().replaceFromBank(customerId, whole(), after(18))).toEqual({ kind: 'stale' })
  })

  it('a list of which rows could not be read takes nothing away', async () => {
    const customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, after(0), 'A', 'B')
    await fill(customerId, 'A', after(0))
    const list = { grants: [read('C')], isWhole: false }
    expect(await consents().replaceFromBank(customerId, list, after(1))).toMatchObject({ disappeared: [] })
    expect((await consents().list(customerId)).consents).toHaveLength(3)
    expect(await heldOf(customerId, 'A')).toEqual(all)
  })

  it('tell in their history what was done here and what at the bank, in the same list too', async () => {
    const customerId = await fixture.newCustomer()
    const granting = await runOf(customerId, 'consent_grant', [read('A', 'B')])
    await consents().replaceFromBank(customerId, whole(read('A', 'B', 'C')), after(0), {
      authorizationId: granting,
      change: 'granted',
      scopes: [read('A', 'B')],
    })
    const revoking = await runOf(customerId, 'consent_revoke', [read('A')])
    await consents().replaceFromBank(customerId, whole(read('B')), after(1), {
      authorizationId: revoking,
      change: 'revoked',
      scopes: [read('A')],
    })
    const history = await consents().history(customerId, 10)
    const event = (what: string, at: Date, authorizationId: string | null, ...productIds: string[]) => ({
      eventId: expect.any(String),
      at,
      what,
      category: 'ACCOUNT_INFO',
      productIds,
      authorizationId,
    })
    expect(history).toEqual([
      event('ended_at_bank', after(1), null, 'C'),
      event('revoked', after(1), revoking, 'A'),
      event('granted', after(0), null, 'C'),
      event('granted', after(0), granting, 'A', 'B'),
    ])
    expect(await consents().history(customerId, 10, history[1]?.eventId)).toEqual(history.slice(2))
    expect(await consents().history(await fixture.newCustomer(), 10)).toEqual([])
  })

  it('put nothing down to a run of someone else', async () => {
    const [customerId, other] = [await fixture.newCustomer(), await fixture.newCustomer()]
    const authorizationId = await runOf(other, 'consent_grant', [read('A')])
    await consents().replaceFromBank(customerId, whole(read('A')), after(0), {
      authorizationId,
      change: 'granted',
      scopes: [read('A')],
    })
    expect(await consents().history(customerId, 10)).toMatchObject([{ authorizationId: null }])
  })

  it('erase, when they end, what was read under them, of that product and that customer only', async () => {
    const [customerId, other] = [await fixture.newCustomer(), await fixture.newCustomer()]
    for (const id of [customerId, other]) {
      await allow(fixture.store, id, after(0), 'A', 'B')
      expect(await fill(id, 'A', after(0))).toEqual(['saved', 'saved', 'replaced'])
      await fill(id, 'B', after(0))
      await fixture.store.customers.saveDetails(id, details, after(0))
    }
    const replaced = await consents().replaceFromBank(customerId, whole(read('B'), pay('A')), after(1))
    expect(replaced).toMatchObject({ disappeared: [read('A')], erasedProductIds: ['A'] })
    expect(await heldOf(customerId, 'A')).toEqual(nothing)
    expect(await heldOf(customerId, 'B')).toEqual(all)
    expect(await heldOf(other, 'A')).toEqual(all)
    expect(await fixture.store.customers.findDetails(customerId)).toEqual({ details, readAt: after(0) })

    await consents().replaceFromBank(customerId, whole(pay('A')), after(2))
    expect(await heldOf(customerId, 'B')).toEqual(nothing)
    expect(await fixture.store.customers.findDetails(customerId)).toBeNull()
    expect(await fixture.store.customers.findDetails(other)).not.toBeNull()
  })

  it('keep it known that an account is closed while any of them names it', async () => {
    const customerId = await fixture.newCustomer()
    await consents().replaceFromBank(customerId, whole(read('A'), pay('A')), after(0))
    await fixture.store.products.markClosed(customerId, 'A', after(0))
    await fixture.store.products.setProblem(customerId, 'A', 'ARC04', after(0))
    await consents().replaceFromBank(customerId, whole(pay('A')), after(1))
    expect(await fixture.store.products.find(customerId, 'A')).toMatchObject({
      closedAt: after(0),
      problem: null,
    })
    await consents().replaceFromBank(customerId, whole(), after(2))
    expect(await fixture.store.products.find(customerId, 'A')).toBeNull()
  })

  it('let nothing in that no consent covers, also when it was under way as the consent ended', async () => {
    const customerId = await fixture.newCustomer()
    expect(await fill(customerId, 'A', after(0))).toEqual(['not_covered', 'not_covered', 'not_covered'])
    expect(await fixture.store.customers.saveDetails(customerId, details, after(0))).toBe('not_covered')
    for (let round = 0; round < 10; round += 1) {
      await allow(fixture.store, customerId, after(2 * round), 'A', 'B')
      await Promise.all([
        fill(customerId, 'A', after(2 * round)),
        consents().replaceFromBank(customerId, whole(read('B')), after(2 * round + 1)),
        fixture.store.customers.saveDetails(customerId, details, after(2 * round)),
        fill(customerId, 'A', after(2 * round)),
      ])
      expect(await heldOf(customerId, 'A')).toEqual(nothing)
    }
  })

  it('note their use at most once a minute', async () => {
    const customerId = await fixture.newCustomer()
    await allow(fixture.store, customerId, after(0), 'A')
    const lastUse = async (at: Date) => {
      await consents().touch(customerId, 'ACCOUNT_INFO', 'A', at)
      return (await consents().list(customerId)).consents[0]?.lastUsedAt
    }
    expect(await lastUse(after(0))).toEqual(after(0))
    expect(await lastUse(after(60))).toEqual(after(0))
    expect(await lastUse(after(61))).toEqual(after(61))
    expect(await lastUse(after(10))).toEqual(after(61))
  })

  it('are nothing to replace for a customer that does not exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await consents().replaceFromBank(nobody, whole(read('A')), after(0))).toEqual({ kind: 'stale' })
  })
})
