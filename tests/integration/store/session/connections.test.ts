import { expect, it } from 'vitest'
import { describeStore } from '@/tests/support/database'

describeStore('connections', (fixture) => {
  const in30Seconds = () => new Date(fixture.clock.now().getTime() + 30_000)

  async function connected() {
    const customerId = await fixture.newCustomer()
    const accessExpiresAt = new Date(fixture.clock.now().getTime() + 3600_000)
    const tokens = { accessToken: 'first access', refreshToken: 'first refresh', accessExpiresAt }
    const { version } = await fixture.store.connections.save(customerId, tokens)
    return { customerId, tokens, version }
  }

  it('keeps what was saved, to the millisecond', async () => {
    const { customerId, tokens, version } = await connected()
    expect(await fixture.store.connections.load(customerId)).toEqual({
      ...tokens,
      status: 'live',
      connectedAt: fixture.clock.now(),
      version,
    })
  })

  it('tells the status without the tokens', async () => {
    const { customerId, tokens, version } = await connected()
    expect(await fixture.store.connections.status(customerId)).toEqual({
      accessExpiresAt: tokens.accessExpiresAt,
      status: 'live',
      connectedAt: fixture.clock.now(),
      version,
    })
  })

  it('has nothing for a customer who never connected', async () => {
    const customerId = await fixture.newCustomer()
    expect(await fixture.store.connections.load(customerId)).toBeNull()
    expect(await fixture.store.connections.status(customerId)).toBeNull()
  })

  it('replaces everything at the next sign-in, a refresh token that is no longer given included', async () => {
    const { connections } = fixture.store
    const { customerId, version } = await connected()
    await connections.markExpired(customerId, version)
    const { version: later } = await connections.save(customerId, { accessToken: 'second access' })
    expect(later).toBeGreaterThan(version)
    expect(await connections.load(customerId)).toMatchObject({
      accessToken: 'second access',
      refreshToken: null,
      accessExpiresAt: null,
      status: 'live',
    })
  })

  it('expires what was read, and not what replaced it', async () => {
    const { connections } = fixture.store
    const { customerId, version } = await connected()
    const { version: later } = await connections.save(customerId, { accessToken: 'second access' })
    expect(await connections.markExpired(customerId, version)).toBe(false)
    expect(await connections.status(customerId)).toMatchObject({ status: 'live' })
    expect(await connections.markExpired(customerId, later)).toBe(true)
    expect(await connections.status(customerId)).toMatchObject({ status: 'expired' })
  })

  it('gives the refresh to exactly one of 50 that ask together', async () => {
    const { connections } = fixture.store
    const { customerId, version } = await connected()
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => connections.claimRefresh(customerId, version, in30Seconds())),
    )
    expect(claims.filter((won) => won)).toHaveLength(1)
  })

  it('gives the refresh again when the claim ran out or was given back', async () => {
    const { connections } = fixture.store
    const { customerId, version } = await connected()
    expect(await connections.claimRefresh(customerId, version, in30Seconds())).toBe(true)
    fixture.clock.advance(29)
    expect(await connections.claimRefresh(customerId, version, in30Seconds())).toBe(false)
    fixture.clock.advance(1)
    expect(await connections.claimRefresh(customerId, version, in30Seconds())).toBe(true)
    await connections.releaseRefresh(customerId, version)
    expect(await connections.claimRefresh(customerId, version, in30Seconds())).toBe(true)
  })

  it('saves refreshed tokens once; the version they were refreshed from is then past', async () => {
    const { connections } = fixture.store
    const { customerId, version } = await connected()
    await connections.claimRefresh(customerId, version, in30Seconds())
    const fresh = { accessToken: 'second access', refreshToken: 'second refresh' }
    expect(await connections.saveRefreshed(customerId, version, fresh)).toBe(true)
    expect(await connections.saveRefreshed(customerId, version, { ...fresh, accessToken: 'late' })).toBe(
      false,
    )
    expect(await connections.claimRefresh(customerId, version, in30Seconds())).toBe(false)
    expect(await connections.load(customerId)).toMatchObject({ ...fresh, version: version + 1 })
    expect(await connections.claimRefresh(customerId, version + 1, in30Seconds())).toBe(true)
  })

  it('keeps customers apart', async () => {
    const { connections } = fixture.store
    const one = await connected()
    const other = await connected()
    await connections.markExpired(one.customerId, one.version)
    await connections.save(one.customerId, { accessToken: 'of the one' })
    expect(await connections.load(other.customerId)).toMatchObject({ ...other.tokens, status: 'live' })
  })
})
