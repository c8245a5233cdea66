import { appendFile, type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startSandbox } from '@/sandbox'
import { KeysFileError, keysFilePath, loadOrMintKeys, loadRenewedKeys } from '@/sandbox/pki/keys-file'
import { readEvents, startEventLog } from '@/sandbox/state/event-log'
import { openState, stateFilePath } from '@/sandbox/state/state'
import { startTestSandbox, type TestSandbox } from '@/tests/support/sandbox'
import { exchangeForm, obtainCode, signIn, tokenCall } from './journey'
import { callBank } from './raw-client'

describe('after a restart', () => {
  let bank: TestSandbox
  beforeEach(async () => {
    bank = await startTestSandbox()
  })
  afterEach(() => bank.stop())

  const statusWith = async (accessToken: string) =>
    (await callBank(bank.kit, { path: '/private/customers/customerid-info', token: accessToken })).status

  test('tokens still open, refresh tokens still refresh, codes are still good once', async () => {
    const { accessToken, refreshToken } = await signIn(bank.kit, 'niccolo')
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'giulia'))
    bank = await bank.restart()
    expect(await statusWith(accessToken)).toBe(200)
    const refreshed = { grant_type: 'refresh_token', refresh_token: refreshToken }
    expect((await callBank(bank.kit, tokenCall(bank.kit, refreshed))).status).toBe(200)
    expect((await callBank(bank.kit, tokenCall(bank.kit, form))).status).toBe(200)
    bank = await bank.restart()
    expect((await callBank(bank.kit, tokenCall(bank.kit, form))).status).toBe(400)
  })

  test('what was revoked stays revoked', async () => {
    const form = exchangeForm(bank.kit, await obtainCode(bank.kit, 'niccolo'))
    const answer = await callBank(bank.kit, tokenCall(bank.kit, form))
    await callBank(bank.kit, tokenCall(bank.kit, form))
    bank = await bank.restart()
    const [, accessToken = ''] = /"access_token":"([^"]+)"/.exec(answer.body.toString()) ?? []
    expect(await statusWith(accessToken)).toBe(401)
  })

  test('no code or token stands in the file', async () => {
    const { accessToken, refreshToken } = await signIn(bank.kit, 'niccolo')
    const { code } = await obtainCode(bank.kit, 'niccolo')
    const text = await readFile(stateFilePath(bank.dataDir), 'utf8')
    expect(text).toContain('code-exchanged')
    for (const secret of [accessToken, refreshToken, code]) expect(text).not.toContain(secret)
  })

  test('--reset forgets tokens and keeps the certificates', async () => {
    const { accessToken } = await signIn(bank.kit, 'niccolo')
    await bank.close()
    const again = await startSandbox({
      dataDir: bank.dataDir,
      apiPort: 0,
      pagesPort: 0,
      controlPort: null,
      appUrl: 'http://localhost:3000',
      reset: true,
    })
    expect(again.kit.qwac).toEqual(bank.kit.qwac)
    const call = { path: '/private/customers/customerid-info', token: accessToken }
    expect((await callBank(again.kit, call)).status).toBe(401)
    expect(again.journal.entries()).toEqual([])
    await again.close()
    bank = await startTestSandbox()
  })
})

describe('files', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sandbox-files-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  test('a last line that a crash cut short is dropped, and what came before is kept', async () => {
    const log = await startEventLog(stateFilePath(dir), [])
    await log.append({ type: 'grant-revoked', grantId: 'a' })
    await log.close()
    await appendFile(stateFilePath(dir), '{"type":"grant-rev')
    expect(await readEvents(stateFilePath(dir))).toEqual([{ type: 'grant-revoked', grantId: 'a' }])
  })

  test('events that are written at the same time all arrive, in order', async () => {
    const log = await startEventLog(stateFilePath(dir), [])
    const events = Array.from({ length: 200 }, (_, n) => ({ n }))
    await Promise.all(events.map((event) => log.append(event)))
    await log.close()
    expect(await readEvents(stateFilePath(dir))).toEqual(events)
  })

  describe('where a directory cannot be synced', () => {
    /** Every sync of a directory fails with this code, as one does on some systems. */
    async function failDirectorySync(code: string): Promise<void> {
      const handle = await open(dir)
      const handles: { sync(): Promise<void> } = Object.getPrototypeOf(handle)
      await handle.close()
      const { sync } = handles
      vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
        if ((await this.stat()).isDirectory()) throw Object.assign(new Error(code), { code })
        return sync.call(this)
      })
    }
    afterEach(() => vi.restoreAllMocks())

    test('because Windows has no such thing (EPERM), the log is kept all the same', async () => {
      await failDirectorySync('EPERM')
      const log = await startEventLog(stateFilePath(dir), [{ n: 1 }])
      await log.append({ n: 2 })
      await log.close()
      expect(await readEvents(stateFilePath(dir))).toEqual([{ n: 1 }, { n: 2 }])
    })

    test('for any other reason, the bank does not start', async () => {
      await failDirectorySync('EIO')
      await expect(startEventLog(stateFilePath(dir), [])).rejects.toThrow('EIO')
    })
  })

  test.each([
    ['not JSON', '{"type":\n', 'damaged at line 1'],
    ['something else', '{"type":"other"}\n', 'something else than this sandbox writes, at line 1'],
  ])('a damaged state file (%s) is refused with advice', async (_title, text, words) => {
    await writeFile(stateFilePath(dir), text)
    await expect(openState(dir, new Date())).rejects.toThrow(words)
    await expect(openState(dir, new Date())).rejects.toThrow('--reset')
  })

  test('expired codes and tokens are dropped when the log is rewritten', async () => {
    const hash = 'a'.repeat(64)
    const events = [
      {
        type: 'code-issued',
        grant: { grantId: 'g', clientId: 'c', customerId: '1' },
        code: hash,
        redirectUri: 'http://localhost:3000/',
        codeChallenge: 'x',
        expiresAt: 1000,
      },
    ]
    await (await startEventLog(stateFilePath(dir), events)).close()
    const early = await openState(dir, new Date(999))
    expect(early.tokenEvents).toEqual(events)
    await early.close()
    const late = await openState(dir, new Date(1000))
    expect(late.tokenEvents).toEqual([])
    await late.close()
  })

  test('a start with the clock moved ahead forgets nothing of the real day', async () => {
    const wall = new Date('2026-03-10T12:00:00Z')
    const access = { type: 'batch-access', tpp: 'p', customerId: '1', productId: null, day: '2026-03-10' }
    const moved = { type: 'clock-moved', offsetMs: 90 * 24 * 60 * 60 * 1000 }
    const code = {
      type: 'code-issued',
      grant: { grantId: 'g', clientId: 'c', customerId: '1' },
      code: 'a'.repeat(64),
      redirectUri: 'http://localhost:3000/',
      codeChallenge: 'x',
      expiresAt: wall.getTime() + 60_000,
    }
    await (await startEventLog(stateFilePath(dir), [access, code, moved])).close()
    const state = await openState(dir, wall)
    expect(state.clockOffsetMs).toBe(moved.offsetMs)
    expect(state.bankEvents).toContainEqual(access)
    expect(state.tokenEvents).toEqual([code])
    await state.close()
  })

  test.each([
    ['half written', '{"version": 1, "bank"', 'is not whole JSON'],
    ['of another kind', '{"version": 2}', 'lacks what this sandbox needs (at "version")'],
  ])('a keys file that is %s is refused with advice', async (_title, text, words) => {
    await writeFile(keysFilePath(dir), text)
    await expect(loadOrMintKeys(dir, new Date())).rejects.toThrow(KeysFileError)
    await expect(loadOrMintKeys(dir, new Date())).rejects.toThrow(words)
    await expect(loadOrMintKeys(dir, new Date())).rejects.toThrow('Remove this file and start again')
  })

  test('two programs that start at the same time agree on one set of keys', async () => {
    const [one, two] = await Promise.all([loadOrMintKeys(dir, new Date()), loadOrMintKeys(dir, new Date())])
    expect(one).toEqual(two)
  })

  test('KEY-5: an expiring certificate is renewed with the same key and authority', async () => {
    const before = await loadOrMintKeys(dir, new Date())
    const soon = new Date(Date.now() + 396.5 * 24 * 60 * 60 * 1000)
    const after = await loadRenewedKeys(dir, soon)
    expect(after.bank.authority).toEqual(before.bank.authority)
    expect(after.tpps[0]?.qwac.key).toBe(before.tpps[0]?.qwac.key)
    expect(after.tpps[0]?.qwac.cert).not.toBe(before.tpps[0]?.qwac.cert)
    expect(await loadOrMintKeys(dir, soon)).toEqual(after)
  })
})
