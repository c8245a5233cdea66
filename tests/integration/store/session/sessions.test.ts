import { expect, it } from 'vitest'
import { describeStore, newBankCustomerId } from '@/tests/support/database'

describeStore('sessions', (fixture) => {
  const inSeconds = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
  const open = (customerId: string, label?: string) =>
    fixture.store.sessions.create({ customerId, label, expiresAt: inSeconds(3600) })

  it('is found by the token in the cookie, with what a request needs to know', async () => {
    const bankCustomerId = newBankCustomerId()
    const { customerId } = await fixture.store.customers.ensure(bankCustomerId)
    const { token, sessionId } = await open(customerId)
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await fixture.store.sessions.find(token)).toEqual({
      sessionId,
      customerId,
      bankCustomerId,
      createdAt: fixture.clock.now(),
      expiresAt: inSeconds(3600),
      apitrackId: null,
    })
  })

  it('is not found by anything else', async () => {
    const { sessions } = fixture.store
    const { token, sessionId } = await open(await fixture.newCustomer())
    for (const other of [
      '',
      sessionId,
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      'A'.repeat(43),
      'A'.repeat(1e6),
    ]) {
      expect(await sessions.find(other)).toBeNull()
    }
  })

  it('ends at its time', async () => {
    const { sessions } = fixture.store
    const { token, sessionId } = await open(await fixture.newCustomer())
    fixture.clock.advance(3599)
    expect(await sessions.find(token)).not.toBeNull()
    expect(await sessions.isLive(sessionId)).toBe(true)
    fixture.clock.advance(1)
    expect(await sessions.find(token)).toBeNull()
    expect(await sessions.isLive(sessionId)).toBe(false)
  })

  it('ends when it is revoked, once, and the other browser stays signed in', async () => {
    const { sessions } = fixture.store
    const customerId = await fixture.newCustomer()
    const here = await open(customerId)
    const there = await open(customerId)
    expect(await sessions.revoke(here.sessionId, customerId)).toBe(true)
    expect(await sessions.revoke(here.sessionId, customerId)).toBe(false)
    expect(await sessions.find(here.token)).toBeNull()
    expect(await sessions.isLive(here.sessionId)).toBe(false)
    expect(await sessions.find(there.token)).not.toBeNull()
  })

  it('is given an end that is nearer, never one that is farther', async () => {
    const { sessions } = fixture.store
    const customerId = await fixture.newCustomer()
    const { token, sessionId } = await open(customerId)
    const inSeconds = (seconds: number) => new Date(fixture.clock.now().getTime() + seconds * 1000)
    await sessions.endBy(sessionId, await fixture.newCustomer(), inSeconds(5))
    await sessions.endBy(sessionId, customerId, inSeconds(10))
    await sessions.endBy(sessionId, customerId, inSeconds(20))
    fixture.clock.advance(9)
    expect(await sessions.find(token)).not.toBeNull()
    fixture.clock.advance(1)
    expect(await sessions.find(token)).toBeNull()
    await sessions.endBy(sessionId, customerId, inSeconds(20))
    expect(await sessions.find(token)).toBeNull()
  })

  it('cannot be touched in the name of another customer', async () => {
    const { sessions } = fixture.store
    const { token, sessionId } = await open(await fixture.newCustomer())
    const stranger = await fixture.newCustomer()
    expect(await sessions.revoke(sessionId, stranger)).toBe(false)
    await sessions.setApitrackId(sessionId, stranger, 'of the stranger')
    expect(await sessions.find(token)).toMatchObject({ apitrackId: null })
    expect(await sessions.list(stranger)).toEqual([])
  })

  it('ends everywhere for one customer, and says how many it was', async () => {
    const { sessions } = fixture.store
    const customerId = await fixture.newCustomer()
    const mine = [await open(customerId), await open(customerId), await open(customerId)]
    const other = await open(await fixture.newCustomer())
    expect(await sessions.revokeAll(customerId)).toBe(3)
    expect(await sessions.revokeAll(customerId)).toBe(0)
    for (const { token } of mine) expect(await sessions.find(token)).toBeNull()
    expect(await sessions.find(other.token)).not.toBeNull()
  })

  it('remembers the svc-apitrack-id of the bank', async () => {
    const { sessions } = fixture.store
    const customerId = await fixture.newCustomer()
    const { token, sessionId } = await open(customerId)
    await sessions.setApitrackId(sessionId, customerId, 'track-1')
    expect(await sessions.find(token)).toMatchObject({ apitrackId: 'track-1' })
  })

  it('lists the live ones of a customer, the last seen first; a visit counts once a minute', async () => {
    const { sessions } = fixture.store
    const customerId = await fixture.newCustomer()
    const started = fixture.clock.now()
    const phone = await open(customerId, 'Safari on iPhone')
    const laptop = await open(customerId, 'Firefox on Linux')
    await sessions.revoke((await open(customerId, 'gone')).sessionId, customerId)
    fixture.clock.advance(60)
    await sessions.find(laptop.token)
    fixture.clock.advance(1)
    await sessions.find(phone.token)
    const seenAt = (seconds: number) => new Date(started.getTime() + seconds * 1000)
    expect(await sessions.list(customerId)).toMatchObject([
      { sessionId: phone.sessionId, label: 'Safari on iPhone', lastSeenAt: seenAt(61) },
      { sessionId: laptop.sessionId, label: 'Firefox on Linux', lastSeenAt: started },
    ])
  })

  it('keeps a label of any form, cut to 80 characters', async () => {
    const customerId = await fixture.newCustomer()
    await open(customerId, `\0${'é'.repeat(500)}`)
    expect(await fixture.store.sessions.list(customerId)).toMatchObject([{ label: 'é'.repeat(80) }])
  })

  it('is deleted thirty days after its end, not before', async () => {
    const { sessions } = fixture.store
    await open(await fixture.newCustomer())
    fixture.clock.advance(3600 + 30 * 86_400)
    await sessions.purge() // what other tests left behind
    expect(await sessions.purge()).toBe(0)
    fixture.clock.advance(1)
    expect(await sessions.purge()).toBeGreaterThan(0)
  })
})
