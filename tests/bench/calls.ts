import { fork } from 'node:child_process'
import { createPrivateKey, randomUUID, sign, verify, X509Certificate } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { Pool } from 'undici'
import { z } from 'zod'
import { type BankClientConfig, createBankClient } from '@/lib/bank'
import { prepareSettings } from '@/lib/bank/settings'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { createExchange, type ExchangeRequest } from '@/lib/bank/wire/exchange'
import { createTransport } from '@/lib/bank/wire/transport'
import { bankPki } from '@/tests/support/bank-pki'
import { bankConfig } from '@/tests/support/hostile-bank'
import {
  atLeast,
  atMost,
  eachOf,
  manyInFlight,
  oneInFlight,
  quantile,
  rounded,
  type Samples,
  type Variants,
} from './measure'

const WARM_UP_ROUNDS = 300
const LANES = 8
const CUSTOMER_ID = '10023456'
const PATH = `/psd2/v0/private/customers/${CUSTOMER_ID}/accounts`

/**
 * What the signed and verified call costs over what it cannot avoid, side by side:
 *   raw      an undici call over mutual TLS with headers of the same size, body read
 *   floor    one signature made, the raw call, one signature verified
 *   signed   our call: signed, sent, verified
 *   full     our call with envelope, schema and a log line
 *   signing  nothing but signatures, in the callback form
 */
export async function measureCalls(rounds: number): Promise<object> {
  const bank = await startBank()
  const { calls, signing, close } = prepare(bank.config)
  try {
    const withSigning: Variants = new Map([...calls, ['signing', signing]])
    await oneInFlight(withSigning, WARM_UP_ROUNDS)
    await manyInFlight(withSigning, { lanes: LANES, callsPerBlock: 200, blocks: 2 })
    const latency = await oneInFlight(calls, rounds)
    const throughput = await manyInFlight(withSigning, { lanes: LANES, callsPerBlock: 400, blocks: 20 })
    return { oneInFlight: { rounds, ...oneOf(latency) }, eightInFlight: eightOf(throughput) }
  } finally {
    await close()
    bank.stop()
  }
}

const ratio = (samples: Samples, of: string, to: string) =>
  rounded(quantile(samples, of, 0.5) / quantile(samples, to, 0.5), 3)

function oneOf(latency: Samples): object {
  return {
    p50Microseconds: eachOf(latency, 0.5),
    p95Microseconds: eachOf(latency, 0.95),
    signedToFloor: atMost(ratio(latency, 'signed', 'floor'), 1.15),
    fullToFloor: atMost(ratio(latency, 'full', 'floor'), 1.5),
  }
}

function eightOf(throughput: Samples): object {
  return {
    callsPerSecond: eachOf(throughput, 0.5),
    floorToSigned: ratio(throughput, 'floor', 'signed'),
    floorToFull: ratio(throughput, 'floor', 'full'),
    floorToBareSigning: ratio(throughput, 'floor', 'signing'),
    signedToBareSigning: atLeast(ratio(throughput, 'signed', 'signing'), 0.5),
    fullToBareSigning: ratio(throughput, 'full', 'signing'),
  }
}

async function startBank(): Promise<{ config: BankClientConfig; stop: () => void }> {
  const pki = bankPki()
  const child = fork(fileURLToPath(new URL('bank-server.ts', import.meta.url)))
  child.send({
    certificate: pki.serverCertificate.pem,
    key: pki.serverCertificate.keyPem,
    clientCa: pki.root.pem,
    seal: { certificate: pki.seal.pem, key: pki.seal.keyPem },
  })
  const message = await new Promise((resolve) => child.once('message', resolve))
  const { port } = z.object({ port: z.number() }).parse(message)
  return { config: bankConfig(`https://localhost:${port}`, pki), stop: () => child.disconnect() }
}

function prepare(config: BankClientConfig) {
  const settings = prepareSettings(config, new Date())
  const transport = createTransport(settings)
  const deps = { now: () => new Date(), newId: randomUUID }
  const sealTrust = createSealTrust(settings.sealAnchors, settings.sealSubject)
  const exchange = createExchange({ ...deps, settings, transport, sealTrust, observe: undefined })
  const log = pino(pino.destination('/dev/null'))
  const client = createBankClient(config, {
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
  const floor = floorParts(config, settings.base.origin)
  const calls: Variants = new Map<string, () => Promise<unknown>>([
    ['raw', floor.raw],
    [
      'floor',
      async () => {
        await floor.sign()
        await floor.raw()
        floor.verify()
      },
    ],
    ['signed', () => exchange(request, (response) => response.body)],
    ['full', () => client.listAccounts(context, { customerId: CUSTOMER_ID })],
  ])
  const close = () => Promise.all([transport.close(), client.close(), floor.close()])
  return { calls, signing: floor.sign, close }
}

/** The parts of the floor, made of undici and node:crypto alone. */
function floorParts({ qwac, qseal, tlsCa }: BankClientConfig, origin: string) {
  const connect = { ca: tlsCa, cert: qwac.certificate, key: qwac.key }
  const pool = new Pool(origin, { connections: 16, connect })
  const key = createPrivateKey(qseal.key)
  const { publicKey, raw: der } = new X509Certificate(qseal.certificate)
  const date = new Date().toUTCString()
  const text = Buffer.from(`(request-target): get ${PATH}\ntpp-request-id: ${randomUUID()}\ndate: ${date}`)
  const signature = sign('sha256', text, key)
  const headers = {
    authorization: `Bearer ${randomUUID()}`,
    'tpp-transaction-id': randomUUID(),
    'tpp-request-id': randomUUID(),
    'tpp-certificate': der.toString('base64'),
    date,
    'content-type': 'application/json',
    accept: 'application/json',
    signature: `keyId="bench",algorithm="rsa-sha256",headers="(request-target) tpp-request-id date",signature="${signature.toString('base64')}"`,
  }
  return {
    raw: async () => {
      const { body } = await pool.request({ method: 'GET', path: PATH, headers })
      return body.arrayBuffer()
    },
    sign: () =>
      new Promise<Buffer>((resolve, reject) => {
        sign('sha256', text, key, (error, made) => (error ? reject(error) : resolve(made)))
      }),
    verify: () => {
      if (!verify('sha256', text, publicKey, signature)) throw new Error('the floor does not verify')
    },
    close: () => pool.close(),
  }
}
