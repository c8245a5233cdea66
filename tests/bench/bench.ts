import { fork } from 'node:child_process'
import { createPrivateKey, randomUUID, sign, verify, X509Certificate } from 'node:crypto'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { Pool } from 'undici'
import { type BankClientConfig, createBankClient } from '../../lib/bank'
import { createExchange, type ExchangeRequest } from '../../lib/bank/exchange'
import { createSealTrust } from '../../lib/bank/seal-trust'
import { prepareSettings } from '../../lib/bank/settings'
import { createTransport } from '../../lib/bank/transport'
import { type Call, manyInFlight, oneInFlight, quantile, round } from './measure'

/*
 * What the signed and verified call costs over what it cannot avoid, measured side by side in one run
 * (`npm run bench`). Ratios are what counts: times are those of the machine at hand.
 *   raw     an undici call over mutual TLS with the same headers, body read
 *   floor   the raw call, one signature made and one verified
 *   signed  our call: signed, sent, verified
 *   full    our call with envelope, schema and a log line
 *   signing nothing but the signature, in the callback form
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2000)
const WARM_UP_ROUNDS = 200
const LANES = 8
const CUSTOMER_ID = '10023456'
const PATH = `/psd2/v0/private/customers/${CUSTOMER_ID}/accounts`

const server = fork(fileURLToPath(new URL('bank-server.ts', import.meta.url)))
const config = await new Promise<BankClientConfig>((resolve) => {
  server.once('message', (message) => resolve(message as BankClientConfig))
})

const { variants, close } = prepare(config)
const { signing, ...calls } = variants
await oneInFlight(variants, WARM_UP_ROUNDS)
await manyInFlight(variants, { lanes: LANES, callsPerBlock: 200, blocks: 1 })
const latency = await oneInFlight(calls, ROUNDS)
const throughput = await manyInFlight({ ...calls, signing }, { lanes: LANES, callsPerBlock: 400, blocks: 15 })
await close()
server.disconnect()

const p50 = (samples: number[]) => quantile(samples, 0.5)
process.stdout.write(
  `${JSON.stringify(
    {
      node: process.version,
      cpus: cpus().length,
      oneInFlight: {
        rounds: ROUNDS,
        p50Microseconds: eachOf(latency, (samples) => round(p50(samples))),
        p95Microseconds: eachOf(latency, (samples) => round(quantile(samples, 0.95))),
        signedToFloor: round(p50(latency.signed) / p50(latency.floor), 3),
        fullToFloor: round(p50(latency.full) / p50(latency.floor), 3),
      },
      eightInFlight: {
        callsPerSecond: eachOf(throughput, (samples) => round(p50(samples))),
        floorToSigned: round(p50(throughput.floor) / p50(throughput.signed), 3),
        floorToFull: round(p50(throughput.floor) / p50(throughput.full), 3),
        signedToBareSigning: round(p50(throughput.signed) / p50(throughput.signing), 3),
        fullToBareSigning: round(p50(throughput.full) / p50(throughput.signing), 3),
      },
      reach: { signedToFloor: 1.15, fullToFloor: 1.5, signedToBareSigning: 0.5 },
    },
    null,
    2,
  )}\n`,
)

function prepare(bankConfig: BankClientConfig) {
  const settings = prepareSettings(bankConfig, new Date())
  const transport = createTransport(settings)
  const deps = { now: () => new Date(), newId: randomUUID }
  const sealTrust = createSealTrust(settings.sealAnchors, settings.sealSubject)
  const exchange = createExchange({ ...deps, settings, transport, sealTrust, observe: undefined })
  const log = pino(pino.destination('/dev/null'))
  const client = createBankClient(bankConfig, {
    ...deps,
    observe: (observed) => log.info({ exchange: observed }, 'bank exchange'),
  })
  const context = { accessToken: randomUUID(), transactionId: randomUUID() }
  const request: ExchangeRequest = {
    operation: 'bench',
    method: 'GET',
    origin: settings.base.origin,
    path: PATH,
    contentType: 'application/json',
    application: settings.customerApplication,
    context,
    hidesQuery: false,
  }
  const { raw, signOnce, verifyOnce, closePool } = floorParts(bankConfig, settings.base.origin)
  const variants: Record<'raw' | 'floor' | 'signed' | 'full' | 'signing', Call> = {
    raw,
    floor: async () => {
      await signOnce()
      await raw()
      verifyOnce()
    },
    signed: () => exchange(request, (response) => response.body),
    full: () => client.listAccounts(context, { customerId: CUSTOMER_ID }),
    signing: signOnce,
  }
  const close = () => Promise.all([transport.close(), client.close(), closePool()])
  return { variants, close }
}

/** The parts of the floor, made of undici and node:crypto alone. */
function floorParts(bankConfig: BankClientConfig, origin: string) {
  const { qwac, qseal, tlsCa } = bankConfig
  const pool = new Pool(origin, {
    connections: 16,
    connect: { ca: tlsCa, cert: qwac.certificate, key: qwac.key },
  })
  const key = createPrivateKey(qseal.key)
  const certificate = new X509Certificate(qseal.certificate)
  const text = Buffer.from(
    `(request-target): get ${PATH}\ntpp-request-id: ${randomUUID()}\ndate: ${new Date().toUTCString()}`,
  )
  const signature = sign('sha256', text, key)
  const headers = {
    authorization: `Bearer ${randomUUID()}`,
    'tpp-transaction-id': randomUUID(),
    'tpp-request-id': randomUUID(),
    'tpp-certificate': certificate.raw.toString('base64'),
    date: new Date().toUTCString(),
    'content-type': 'application/json',
    accept: 'application/json',
    signature: `keyId="bench",algorithm="rsa-sha256",headers="(request-target) tpp-request-id date",signature="${signature.toString('base64')}"`,
  }
  return {
    raw: async () => {
      const { body } = await pool.request({ method: 'GET', path: PATH, headers })
      return body.arrayBuffer()
    },
    signOnce: () =>
      new Promise<Buffer>((resolve, reject) => {
        sign('sha256', text, key, (error, made) => (error ? reject(error) : resolve(made)))
      }),
    verifyOnce: () => {
      if (!verify('sha256', text, certificate.publicKey, signature))
        throw new Error('the floor does not verify')
    },
    closePool: () => pool.close(),
  }
}

function eachOf<K extends string>(samples: Record<K, number[]>, figure: (samples: number[]) => number) {
  return Object.fromEntries(Object.entries<number[]>(samples).map(([name, all]) => [name, figure(all)]))
}
