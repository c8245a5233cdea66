import { Agent, request as send } from 'undici'
import type { Kit } from '@/sandbox/kit'
import { startTestApp, type TestApp } from './app'
import { type HostileBank, type Reply, type SeenRequest, startHostileBank } from './hostile-bank'
import { type Answer, withHeader } from './sealed-answer'

/** What becomes of the JSON of an answer; `undefined` leaves it as it is. */
type Alter = (request: { method: string; path: string; query: URLSearchParams }, json: unknown) => unknown

/** An answer of the test's own, or 'pass' for that of the sandbox. */
type Instead = (request: SeenRequest, bank: HostileBank) => Reply | 'pass'

export type AlteredApp = TestApp & {
  /** From now on, of every answer. */
  alter(change: Alter): void
  /** From now on, before the sandbox is asked. */
  answer(instead: Instead): void
}

/**
 * The app at a bank that does everything the sandbox does, and writes its answers otherwise: a server of its own before
 * the sandbox, which passes each request on over mutual TLS, changes the answer and seals it with its own key.
 */
export async function startAlteredApp(): Promise<AlteredApp> {
  const bank = await startHostileBank({ takesAnyClient: true })
  let change: Alter = () => undefined
  let instead: Instead = () => 'pass'
  let closeAgent = async () => {}
  let now = () => new Date()
  /** Dates its answers by the clock of the app, as the sandbox does. */
  const inTime: HostileBank = {
    ...bank,
    seal: (seen, options) => bank.seal(seen, { date: now().toUTCString(), ...options }),
  }
  const app = await startTestApp({
    settings: (kit) => {
      const agent = new Agent({ connect: { ca: kit.tlsCa, cert: kit.qwac.cert, key: kit.qwac.key } })
      closeAgent = () => agent.close()
      bank.answer((request) => {
        const own = instead(request, inTime)
        return own === 'pass' ? passOn(bank, kit, agent, request, (seen, json) => change(seen, json)) : own
      })
      return settingsAt(bank, kit)
    },
  })
  now = app.now
  return {
    ...app,
    alter: (next) => {
      change = next
    },
    answer: (next) => {
      instead = next
    },
    stop: async () => {
      await app.stop()
      await closeAgent()
      await bank.close()
    },
  }
}

function settingsAt({ origin, pki }: HostileBank, kit: Kit): Record<string, string> {
  const here = (address: string) => origin + new URL(address).pathname
  return {
    BANK_BASE_URL: here(kit.baseUrl),
    BANK_AUTHORIZE_URL: here(kit.authorizeUrl),
    BANK_TOKEN_URL: here(kit.tokenUrl),
    BANK_TLS_CA: pki.root.pem,
    BANK_SEAL_CA: pki.root.pem,
    BANK_SEAL_SUBJECT: pki.sealSubject,
  }
}

const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

async function passOn(
  bank: HostileBank,
  kit: Kit,
  dispatcher: Agent,
  seen: SeenRequest,
  change: Alter,
): Promise<Answer> {
  const { origin } = new URL(kit.baseUrl)
  const given = await send(origin + seen.target, {
    dispatcher,
    method: seen.method === 'GET' ? 'GET' : seen.method === 'PUT' ? 'PUT' : 'POST',
    headers: seen.headers.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase())).flat(),
    body: seen.body.length > 0 ? seen.body : null,
  })
  const body = Buffer.from(await given.body.arrayBuffer())
  const type = String(given.headers['content-type'] ?? '')
  const kept = ['location', 'svc-apitrack-id'].flatMap((name): [string, string][] => {
    const value = given.headers[name]
    return typeof value === 'string' ? [[name, value.replaceAll(origin, bank.origin)]] : []
  })
  const written = /json/.test(type) ? altered(bank, origin, seen, body, change) : body
  const date = String(given.headers.date)
  const answer = bank.seal(seen, { status: given.statusCode, body: written, extraHeaders: kept, date })
  return type === '' ? answer : withHeader(answer, 'Content-Type', type)
}

function altered(
  bank: HostileBank,
  origin: string,
  { method, target }: SeenRequest,
  body: Buffer,
  change: Alter,
): string {
  const text = body.toString().replaceAll(origin, bank.origin)
  if (text === '') return text
  const json: unknown = JSON.parse(text)
  const [path = '', query] = target.split('?')
  const next = change({ method, path, query: new URLSearchParams(query) }, json)
  return next === undefined ? text : JSON.stringify(next)
}

type Step = string | number

/** A copy of a value with one place of it changed, whether there was something or not. */
export function put(value: unknown, path: readonly Step[], what: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return what
  if (Array.isArray(value))
    return value.map((other, index) => (index === name ? put(other, rest, what) : other))
  const record: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {}
  return { ...record, [name]: put(record[name], rest, what) }
}
