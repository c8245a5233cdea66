import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStore } from '@/lib/store'
import { openDataFolder } from '@/lib/store/database/data-folder'
import { migrate } from '@/prisma/migrate'
import {
  describeOnEachDatabase,
  newDatabase,
  newMigratedDatabase,
  newTokenKey,
  type TestDatabase,
} from '@/tests/support/database'

const tokenKeys = newTokenKey('test')
const now = () => new Date()

describeOnEachDatabase('starting the store', (kind) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await newDatabase(kind)
  })
  afterEach(() => database.remove())

  it('asks for the migrations when they are missing, and starts after them', async () => {
    const settings = { ...database.settings, tokenKeys, now }
    await expect(createStore(settings)).rejects.toMatchObject({
      name: 'StoreStartError',
      reason: 'not_migrated',
      message: expect.stringContaining('npm run db:migrate'),
    })
    await migrate(database.settings)
    const store = await createStore(settings)
    await store.ping()
    await store.close()
    await store.close()
  })

  it('names TOKEN_KEYS when they cannot be used', async () => {
    const settings = { ...database.settings, tokenKeys: 'k1:c2hvcnQ=', now }
    await expect(createStore(settings)).rejects.toThrow(/^TOKEN_KEYS entry 1 /)
  })
})

describe('starting on a PostgreSQL server that is not there', () => {
  it('says so without the address or the password', async () => {
    const password = 'canary-password'
    const databaseUrl = `postgresql://someone:${password}@127.0.0.1:1/sportello`
    const start = createStore({ databaseUrl, dataDir: '/nonexistent', tokenKeys, now })
    await expect(start).rejects.toMatchObject({
      name: 'StoreStartError',
      reason: 'unreachable',
      message: expect.stringMatching(/^The PostgreSQL server of DATABASE_URL does not answer \(\w+\)/),
    })
    await expect(start).rejects.not.toThrow(password)
  })

  it.each(['mysql://someone:canary-password@host/db', 'canary-password'])(
    'refuses an address of another kind by the name of the setting',
    async (databaseUrl) => {
      const start = createStore({ databaseUrl, dataDir: '/nonexistent', tokenKeys, now })
      await expect(start).rejects.toMatchObject({ reason: 'settings' })
      await expect(start).rejects.toThrow(/^DATABASE_URL must be/)
      await expect(start).rejects.not.toThrow('canary-password')
    },
  )
})

describe('starting on a damaged embedded database', () => {
  let database: TestDatabase
  let directory = ''
  beforeEach(async () => {
    database = await newMigratedDatabase('pglite')
    directory = join(database.settings.dataDir, 'database')
  })
  afterEach(() => database.remove())

  const start = () => createStore({ ...database.settings, tokenKeys, now })

  it.each([
    ['an emptied control file', () => truncateSync(join(directory, 'global', 'pg_control')), 'pg_control'],
    ['half of its files', () => rmSync(join(directory, 'global'), { recursive: true }), 'pg_control'],
    ['another version', () => writeFileSync(join(directory, 'PG_VERSION'), '12\n'), 'incompatible'],
    ['the first of its files only', () => leaveOnly(directory, 'base'), 'only a part'],
  ])('with %s: says where it is and what to do', async (_, damage, reason) => {
    damage()
    await expect(start()).rejects.toMatchObject({ name: 'StoreStartError', reason: 'unreadable' })
    await expect(start()).rejects.toThrow(directory)
    await expect(start()).rejects.toThrow(reason)
    await expect(start()).rejects.toThrow('Restore it from a backup')
  })

  it('with an empty directory in its place: makes a new one there', async () => {
    leaveOnly(directory)
    await migrate(database.settings)
    const store = await start()
    await store.close()
  })

  it('with a file in its place: says so', async () => {
    rmSync(directory, { recursive: true })
    writeFileSync(directory, '')
    await expect(start()).rejects.toMatchObject({ reason: 'unreadable' })
  })

  it('with a DATA_DIR that cannot be written to: names the setting', async () => {
    const file = join(database.settings.dataDir, 'file')
    writeFileSync(file, '')
    const settings = { dataDir: join(file, 'data'), tokenKeys, now }
    await expect(createStore(settings)).rejects.toMatchObject({ reason: 'not_writable' })
    await expect(createStore(settings)).rejects.toThrow(/^DATA_DIR \(.*\(ENOTDIR\)/)
  })

  it.each(['/proc/nope', '/proc/nope/deeper/still', '/proc/self/nope', '/dev/null/nope'])(
    'with DATA_DIR=%s, which cannot be made: names the setting',
    async (dataDir) => {
      const starting = createStore({ dataDir, tokenKeys, now })
      await expect(starting).rejects.toMatchObject({
        reason: 'not_writable',
        message: expect.stringMatching(/^DATA_DIR \(/),
      })
      await expect(migrate({ dataDir })).rejects.toMatchObject({ reason: 'not_writable' })
    },
  )

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  it.each([0o755, 0o777, 0o710, 0o701])('closes a data folder of mode %o to others', async (mode) => {
    const { dataDir } = database.settings
    chmodSync(dataDir, mode)
    chmodSync(directory, mode)
    const store = await start()
    await store.close()
    expect([modeOf(dataDir), modeOf(directory)]).toEqual(['700', '700'])
  })

  it('closes what lies open in a closed data folder, and follows no link out of it', async () => {
    const { dataDir } = database.settings
    const outside = join(dataDir, '..', `outside-${process.pid}`)
    mkdirSync(outside)
    const inside = ['PG_VERSION', join('global', 'pg_control'), 'base'].map((name) => join(directory, name))
    try {
      writeFileSync(join(outside, 'of-somebody'), '')
      chmodSync(join(outside, 'of-somebody'), 0o666)
      chmodSync(outside, 0o777)
      symlinkSync(outside, join(directory, 'link-to-folder'))
      symlinkSync(join(outside, 'of-somebody'), join(directory, 'link-to-file'))
      for (const path of inside) chmodSync(path, 0o777)
      await openDataFolder(dataDir)
      expect(inside.map(modeOf)).toEqual(['700', '700', '700'])
      expect([outside, join(outside, 'of-somebody')].map(modeOf)).toEqual(['777', '666'])
    } finally {
      rmSync(outside, { recursive: true })
    }
  })

  it('makes a data folder, and those around it, for this user alone', async () => {
    const outer = join(database.settings.dataDir, 'outer')
    await migrate({ dataDir: join(outer, 'inner') })
    expect([outer, join(outer, 'inner'), join(outer, 'inner', 'database')].map(modeOf)).toEqual(
      Array(3).fill('700'),
    )
  })

  it('refuses a data folder that is open to others and holds more than the database, and leaves it as it is', async () => {
    const { dataDir } = database.settings
    writeFileSync(join(dataDir, 'of-somebody'), '')
    chmodSync(dataDir, 0o755)
    await expect(start()).rejects.toMatchObject({
      reason: 'not_writable',
      message: expect.stringMatching(/^DATA_DIR \(.*open to other users/),
    })
    expect(modeOf(dataDir)).toBe('755')
    chmodSync(dataDir, 0o700)
    const store = await start()
    await store.close()
  })

  it('lets go of the directory after a failed start', async () => {
    const spare = join(database.settings.dataDir, 'spare')
    cpSync(directory, spare, { recursive: true })
    truncateSync(join(directory, 'global', 'pg_control'))
    await expect(start()).rejects.toMatchObject({ reason: 'unreadable' })
    rmSync(directory, { recursive: true })
    cpSync(spare, directory, { recursive: true })
    const store = await start()
    await store.close()
  })

  it('starts afresh when an earlier first start was cut short while it made the database', async () => {
    rmSync(directory, { recursive: true })
    mkdirSync(`${directory}.new`)
    writeFileSync(join(`${directory}.new`, 'PG_VERSION'), '18\n')
    await migrate(database.settings)
    const store = await start()
    await store.close()
    expect(readdirSync(database.settings.dataDir).sort()).toEqual(['database', 'database.lock'])
  })
})

function leaveOnly(directory: string, ...names: string[]): void {
  for (const name of readdirSync(directory)) {
    if (!names.includes(name)) rmSync(join(directory, name), { recursive: true })
  }
}
