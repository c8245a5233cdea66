import { expect, it } from 'vitest'
import type { Account } from '@/lib/store'
import { describeStore } from '@/tests/support/database'

describeStore('accounts', (fixture) => {
  const account = (productId: string, nickname = 'Conto'): Account => ({
    productId,
    type: { code: 'CC', description: 'Conto corrente' },
    nickname,
    currency: 'EUR',
    iban: 'IT60X0542811101000000123456',
  })
  const after = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)

  it('gives back the list in the order of the bank, every character of it, with its age', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    const list = [
      account('ZZ00000001', 'Società à responsabilité «Òrsù» 🏦'),
      { ...account('AA00000002', ''), iban: '' },
      account('MM00000003', "x'; DROP TABLE account; --"),
    ]
    expect(await accounts.replace(customerId, list, after(0))).toBe(true)
    expect(await accounts.list(customerId)).toEqual({ accounts: list, readAt: after(0) })
  })

  it('tells a list never read from an empty one', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    expect(await accounts.list(customerId)).toEqual({ accounts: [], readAt: null })
    await accounts.replace(customerId, [], after(0))
    expect(await accounts.list(customerId)).toEqual({ accounts: [], readAt: after(0) })
  })

  it('replaces the whole list: an account the bank no longer lists is gone', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    await accounts.replace(customerId, [account('A'), account('B')], after(0))
    await accounts.replace(customerId, [account('B', 'renamed'), account('C')], after(1))
    expect(await accounts.list(customerId)).toEqual({
      accounts: [account('B', 'renamed'), account('C')],
      readAt: after(1),
    })
  })

  it('a list that broke off adds and renews, and takes no account away', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    const broken = { isWhole: false }
    await accounts.replace(customerId, [account('A')], after(0), broken)
    await accounts.replace(customerId, [account('A'), account('B'), account('C')], after(1))
    await accounts.replace(customerId, [account('D'), account('B', 'renamed')], after(2), broken)
    const all = [account('D'), account('B', 'renamed'), account('A'), account('C')]
    expect(await accounts.list(customerId)).toEqual({ accounts: all, readAt: after(2) })
    expect(await accounts.replace(customerId, [], after(1), broken)).toBe(false)
    await accounts.replace(customerId, [], after(3), broken)
    expect(await accounts.list(customerId)).toEqual({ accounts: all, readAt: after(3) })
    await accounts.replace(customerId, [account('C')], after(4))
    expect((await accounts.list(customerId)).accounts).toEqual([account('C')])
  })

  it('the same list again is younger and nothing else; in another order it is another list', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    const list = [account('B', 'Società «Òrsù» 🏦'), { ...account('A'), iban: '' }]
    for (const [seconds, given] of [list, list, [...list].reverse(), []].entries()) {
      expect(await accounts.replace(customerId, given, after(seconds))).toBe(true)
      expect(await accounts.list(customerId)).toEqual({ accounts: given, readAt: after(seconds) })
    }
    expect(await accounts.replace(customerId, [], after(2))).toBe(false)
  })

  it('never lets an older answer that arrives late replace a newer one', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    await accounts.replace(customerId, [account('NEW')], after(10))
    expect(await accounts.replace(customerId, [account('OLD')], after(9))).toBe(false)
    expect(await accounts.list(customerId)).toEqual({ accounts: [account('NEW')], readAt: after(10) })
  })

  it('ends with the newest list whole when 20 answers cross', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    const versions = Array.from({ length: 20 }, (_, index) => index).sort((a, b) => (a % 7) - (b % 7))
    await Promise.all(
      versions.map((version) =>
        accounts.replace(customerId, [account('A', `v${version}`), account(`P${version}`)], after(version)),
      ),
    )
    expect(await accounts.list(customerId)).toEqual({
      accounts: [account('A', 'v19'), account('P19')],
      readAt: after(19),
    })
  })

  it('keeps customers apart, the same product in two hands included', async () => {
    const { accounts } = fixture.store
    const one = await fixture.newCustomer()
    const other = await fixture.newCustomer()
    await accounts.replace(one, [account('SHARED', 'of one')], after(0))
    await accounts.replace(other, [account('SHARED', 'of other')], after(0))
    await accounts.replace(one, [], after(1))
    expect(await accounts.list(other)).toEqual({
      accounts: [account('SHARED', 'of other')],
      readAt: after(0),
    })
  })

  it('loses no account to an odd one: a product listed twice, a NUL in a name', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    await accounts.replace(
      customerId,
      [account('A', 'first\0'), account('A', 'again'), account('B', '\ud800')],
      after(0),
    )
    const { accounts: list } = await accounts.list(customerId)
    expect(list.map(({ productId, nickname }) => [productId, nickname])).toEqual([
      ['A', 'first'],
      ['B', '\ufffd'],
    ])
  })

  it('takes a thousand accounts and refuses more, leaving what was there', async () => {
    const { accounts } = fixture.store
    const customerId = await fixture.newCustomer()
    const many = Array.from({ length: 1000 }, (_, index) => account(`P${index}`))
    await accounts.replace(customerId, many, after(0))
    await expect(accounts.replace(customerId, [...many, account('ONE MORE')], after(1))).rejects.toThrow(
      'accounts.replace failed (RangeError)',
    )
    expect((await accounts.list(customerId)).accounts).toEqual(many)
  })

  it('has nothing to replace for a customer that does not exist', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect(await fixture.store.accounts.replace(nobody, [account('A')], after(0))).toBe(false)
    expect(await fixture.store.accounts.list(nobody)).toEqual({ accounts: [], readAt: null })
  })
})
