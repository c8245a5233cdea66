import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeStore } from '@/tests/support/database'

describeStore('connect attempts', (fixture) => {
  const secret = () => randomBytes(32).toString('base64url')

  /** A customer on the way to the bank's login. */
  async function underWay(browserId = secret()) {
    const attempt = {
      state: secret(),
      browserId,
      codeVerifier: secret(),
      expiresAt: new Date(fixture.clock.now().getTime() + 600_000),
      returnTo: '/accounts',
    }
    const { attemptId } = await fixture.store.connectAttempts.create(attempt)
    return { ...attempt, attemptId, code: randomUUID() }
  }

  it('is consumed by the callback with its state, from its browser', async () => {
    const { state, browserId, code, attemptId, codeVerifier } = await underWay()
    expect(await fixture.store.connectAttempts.consume({ state, browserId, code })).toEqual({
      kind: 'consumed',
      attemptId,
      codeVerifier,
      returnTo: '/accounts',
      apitrackId: null,
    })
  })

  it("brings along the bank's trace id of the call that began it", async () => {
    const { state, browserId, code, attemptId } = await underWay()
    await fixture.store.connectAttempts.setApitrackId(attemptId, 'track-1')
    expect(await fixture.store.connectAttempts.consume({ state, browserId, code })).toMatchObject({
      apitrackId: 'track-1',
    })
  })

  it('OA-6: of 50 callbacks at once one consumes it, the others see the same code again', async () => {
    const { state, browserId, code, attemptId } = await underWay()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => fixture.store.connectAttempts.consume({ state, browserId, code })),
    )
    expect(answers.filter(({ kind }) => kind === 'consumed')).toHaveLength(1)
    const others = answers.filter(({ kind }) => kind !== 'consumed')
    expect(others).toHaveLength(49)
    for (const other of others) {
      expect(other).toEqual({
        kind: 'already_used',
        sameCode: true,
        attemptId,
        outcome: null,
        sessionId: null,
        customerId: null,
      })
    }
  })

  it('OA-6: a reload learns how the first callback ended; another code for the state is distinguished', async () => {
    const { connectAttempts, sessions } = fixture.store
    const { state, browserId, code, attemptId } = await underWay()
    await connectAttempts.consume({ state, browserId, code })
    const customerId = await fixture.newCustomer()
    const expiresAt = new Date(fixture.clock.now().getTime() + 1000)
    const { sessionId } = await sessions.create({ customerId, expiresAt })
    await connectAttempts.finish(attemptId, { outcome: 'connected', sessionId, customerId })

    const used = { kind: 'already_used', attemptId, outcome: 'connected', sessionId, customerId }
    expect(await connectAttempts.consume({ state, browserId, code })).toEqual({ ...used, sameCode: true })
    expect(await connectAttempts.consume({ state, browserId, code: 'another' })).toEqual({
      ...used,
      sameCode: false,
    })
    fixture.clock.advance(86_400)
    expect(await connectAttempts.consume({ state, browserId, code })).toEqual({ ...used, sameCode: true })
  })

  it('OA-4: another browser gets nothing, not even how it ended, and leaves it usable', async () => {
    const { connectAttempts } = fixture.store
    const { state, browserId, code } = await underWay()
    const stranger = { state, browserId: secret(), code }
    expect(await connectAttempts.consume(stranger)).toEqual({ kind: 'other_browser' })
    expect(await connectAttempts.consume({ state, browserId, code })).toMatchObject({ kind: 'consumed' })
    expect(await connectAttempts.consume(stranger)).toEqual({ kind: 'other_browser' })
  })

  it('OA-4: is good for its time only, and an unknown state is distinguished', async () => {
    const { connectAttempts } = fixture.store
    const { state, browserId, code } = await underWay()
    const late = await underWay()
    fixture.clock.advance(599)
    expect(await connectAttempts.consume({ state, browserId, code })).toMatchObject({ kind: 'consumed' })
    fixture.clock.advance(1)
    expect(await connectAttempts.consume(late)).toEqual({ kind: 'expired' })
    expect(await connectAttempts.consume({ ...late, state: secret() })).toEqual({ kind: 'unknown' })
  })

  it('OA-5: two tabs of one browser have an attempt each, in any order', async () => {
    const { connectAttempts } = fixture.store
    const browserId = secret()
    const first = await underWay(browserId)
    const second = await underWay(browserId)
    expect(await connectAttempts.consume(second)).toMatchObject({ codeVerifier: second.codeVerifier })
    expect(await connectAttempts.consume(first)).toMatchObject({ codeVerifier: first.codeVerifier })
  })

  it('is finished once; the first word stands', async () => {
    const { connectAttempts } = fixture.store
    const attempt = await underWay()
    await connectAttempts.finish(attempt.attemptId, { outcome: 'too early' })
    await connectAttempts.consume(attempt)
    await connectAttempts.finish(attempt.attemptId, { outcome: 'refused' })
    await connectAttempts.finish(attempt.attemptId, { outcome: 'connected' })
    expect(await connectAttempts.find(attempt.attemptId)).toEqual({
      attemptId: attempt.attemptId,
      outcome: 'refused',
      returnTo: '/accounts',
      createdAt: fixture.clock.now(),
      expiresAt: attempt.expiresAt,
      consumedAt: fixture.clock.now(),
      sessionId: null,
      customerId: null,
    })
  })

  it('is forgotten two days after its end, not before', async () => {
    const { connectAttempts } = fixture.store
    const { attemptId } = await underWay()
    fixture.clock.advance(600 + 2 * 86_400)
    await connectAttempts.purge()
    expect(await connectAttempts.find(attemptId)).not.toBeNull()
    fixture.clock.advance(1)
    expect(await connectAttempts.purge()).toBeGreaterThan(0)
    expect(await connectAttempts.find(attemptId)).toBeNull()
  })

  it('takes no return address beyond 2,000 characters', async () => {
    const { connectAttempts } = fixture.store
    const attempt = { state: secret(), browserId: secret(), codeVerifier: secret(), expiresAt: new Date() }
    await expect(connectAttempts.create({ ...attempt, returnTo: 'x'.repeat(2001) })).rejects.toThrow(
      'connectAttempts.create failed (RangeError)',
    )
  })
})
