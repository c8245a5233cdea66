import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { tidyUp } from '@/lib/jobs'
import { startTestApp, type TestApp } from '@/tests/support/app'
import { newFormToken } from '@/tests/support/consent'
import { describeOnEachDatabase, newBankCustomerId } from '@/tests/support/database'

const DAY_SECONDS = 86_400
const TABLES = ['session', 'connect_attempt', 'authorization_run']

describeOnEachDatabase('housekeeping', (database) => {
  let app: TestApp
  let customerId: string
  let failed: string[]
  const report = { done() {}, failed: (step: string) => void failed.push(step) }
  beforeAll(async () => {
    app = await startTestApp({ database })
    // A statement that deletes many rows takes longer than a statement may.
    await app.server.store.executeSql(`
      CREATE FUNCTION not_too_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM "gone") > 1000 THEN RAISE 'canceling statement' USING ERRCODE = '57014'; END IF;
        RETURN NULL; END $$`)
    for (const table of TABLES) {
      await app.server.store.executeSql(`CREATE TRIGGER not_too_many AFTER DELETE ON "${table}"
        REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION not_too_many()`)
    }
  })
  beforeEach(async () => {
    failed = []
    customerId = (await app.server.store.customers.ensure(newBankCustomerId())).customerId
  })
  afterAll(() => app.stop())

  const count = async (table: string) => {
    const { rows } = await app.server.store.executeSql(`SELECT 1 FROM "${table}"`)
    return rows.length
  }

  /** One row of each kind that is to be deleted some day, and so many more like it. */
  async function leaveBehind(more: number): Promise<void> {
    const { store, flows } = app.server
    const expiresAt = new Date(flows.now().getTime() + 60_000)
    await store.sessions.create({ customerId, expiresAt })
    // One of long duration that its customer has ended.
    const { sessionId } = await store.sessions.create({
      customerId,
      expiresAt: new Date(flows.now().getTime() + 400 * DAY_SECONDS * 1000),
    })
    await store.sessions.revoke(sessionId, customerId)
    const secrets = { state: randomUUID(), browserId: randomUUID(), codeVerifier: randomUUID() }
    await store.connectAttempts.create({ ...secrets, expiresAt })
    const { authorization } = await beginRun()
    await store.authorizations.finish(customerId, authorization.authorizationId, { state: 'failed' })
    for (const table of TABLES) {
      await store.executeSql(
        `INSERT INTO "${table}" SELECT (jsonb_populate_record("example", jsonb_build_object('id', gen_random_uuid(),
           'token_hash', gen_random_uuid(), 'state_hash', gen_random_uuid(), 'return_hash', gen_random_uuid(),
           'form_token', gen_random_uuid()))).*
         FROM "${table}" AS "example", generate_series(1, $1::int)`,
        [more],
      )
    }
  }

  const beginRun = () =>
    app.server.store.authorizations.begin(customerId, {
      formToken: newFormToken(),
      request: { kind: 'consent_grant', scopes: [{ category: 'ACCOUNT_INFO', productIds: ['x'] }] },
    })

  async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    app.moveClock(seconds)
    try {
      return await work()
    } finally {
      app.moveClock(-seconds)
    }
  }

  it('deletes however much is over, in statements that end in time', async () => {
    await leaveBehind(2_500)
    await later(200 * DAY_SECONDS, () => tidyUp(app.server.flows, report))
    for (const table of TABLES) expect(await count(table)).toBe(0)
    expect(failed).toEqual([])
  })

  it('does every step although one fails, and says which', async () => {
    await leaveBehind(1)
    const { flows, store } = app.server
    const purge = () => Promise.reject(new Error('57014'))
    const failing = { ...flows, store: { ...store, connectAttempts: { ...store.connectAttempts, purge } } }
    await later(200 * DAY_SECONDS, () => tidyUp(failing, report))
    expect([await count('session'), await count('authorization_run')]).toEqual([0, 0])
    expect(await count('connect_attempt')).toBeGreaterThan(0)
    expect(failed).toEqual(['attempts'])
  })

  it('deletes abandoned drafts, and no transfer that was ever checked', async () => {
    const { store, flows } = app.server
    const draft = { productId: 'p', payeeName: '', iban: '', amount: '', currency: '', date: '', note: 'x' }
    const beginDraft = async () => {
      const form = { formToken: newFormToken(), draft: { ...draft, isUrgent: false }, language: 'en' }
      const begun = await store.transfers.begin(customerId, form)
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      return begun.transfer.transferId
    }
    const old = await beginDraft()
    const changed = await beginDraft()
    const given = await beginDraft()
    const checked = await beginDraft()
    await store.transfers.move(customerId, given, { kind: 'abandoned', check: 0 }, { actor: 'customer' })
    // Checked, and then changed: what was checked may still be at the bank.
    await store.executeSql('UPDATE "transfer" SET "check_number" = 1 WHERE "id" = $1::uuid', [checked])
    const tidyLater = (seconds: number) => later(seconds, () => tidyUp(flows, report))
    const kept = async () => {
      const ids = [old, changed, given, checked]
      const found = await Promise.all(ids.map((id) => store.transfers.find(customerId, id)))
      return found.map((transfer) => transfer !== null)
    }
    await later(10 * DAY_SECONDS, () => store.transfers.keepDraft(customerId, changed, { note: 'y' }))
    await tidyLater(29 * DAY_SECONDS)
    expect(await kept()).toEqual([true, true, true, true])
    await tidyLater(31 * DAY_SECONDS)
    expect(await kept()).toEqual([false, true, true, true])
    await tidyLater(41 * DAY_SECONDS)
    expect(await kept()).toEqual([false, false, true, true])
    expect(failed).toEqual([])
  })

  it('ends every run that was left, past those that cannot be ended', async () => {
    const runs = []
    for (let index = 0; index < 120; index += 1) runs.push((await beginRun()).authorization.authorizationId)
    const { flows, store } = app.server
    const broken = new Set(runs.slice(0, 3))
    const drop: typeof store.authorizations.drop = (of, id, ...end) =>
      broken.has(id) ? Promise.reject(new Error('57014')) : store.authorizations.drop(of, id, ...end)
    const failing = { ...flows, store: { ...store, authorizations: { ...store.authorizations, drop } } }
    await later(10 * 60, () => tidyUp(failing, report))
    const { rows } = await store.executeSql('SELECT 1 FROM "authorization_run" WHERE "ended_at" IS NULL')
    expect(rows).toHaveLength(3)
    expect(failed).toEqual(['ended'])
  })
})
