import { createHash } from 'node:crypto'
import { parseEnvelope, parseJson } from '@/lib/bank/reading/envelope'
import { readMovements } from '@/lib/bank/reading/schemas/movements'
import { prepareSettings } from '@/lib/bank/settings'
import { createSealTrust } from '@/lib/bank/trust/seal-trust'
import { stepRecorder, verifyResponse } from '@/lib/bank/trust/verify-response'
import { requestTarget } from '@/lib/bank/wire/signature'
import { bankPki } from '@/tests/support/bank-pki'
import { bankConfig } from '@/tests/support/hostile-bank'
import { movementRow } from '@/tests/support/movement-row'
import { envelope, sealAnswer } from '@/tests/support/sealed-answer'
import { atMost, oneInFlight, quantile, rounded, type Variants } from './measure'

const ROWS = 10_000
const ROUNDS = 60
const WARM_UP_ROUNDS = 20
const TARGET = '/psd2/v0/private/customers/10023456/products/Ab12Cd34Ef/transactions/retrieve'

const UNKNOWN = {
  merchant: { name: 'Caffè dell’Università', city: 'Forlì' },
  branch: '00123',
  contactless: true,
}

/**
 * What a page of ten thousand movements costs from its bytes to its rows, over hashing and parsing the same bytes.
 *   floor  SHA-256 and JSON.parse
 *   read   our verification, envelope and every row validated
 * Both also with four fields in each row that the client does not know and keeps.
 */
export async function measureMovements() {
  const rows = Array.from({ length: ROWS }, (_, index) => movementRow(index))
  const readerOf = pageReaders()
  const seen = readerOf(rows)
  const unknown = readerOf(rows.map((row) => ({ ...row, ...UNKNOWN })))
  const variants: Variants = new Map([
    ['floor', seen.floor],
    ['read', seen.read],
    ['floorWithUnknown', unknown.floor],
    ['readWithUnknown', unknown.read],
  ])
  await oneInFlight(variants, WARM_UP_ROUNDS)
  const samples = await oneInFlight(variants, ROUNDS)
  const p50 = (name: string) => quantile(samples, name, 0.5)
  return {
    rows: ROWS,
    bytes: seen.bytes,
    p50Milliseconds: Object.fromEntries(
      [...variants.keys()].map((name) => [name, rounded(p50(name) / 1000, 1)]),
    ),
    readToFloor: atMost(rounded(p50('read') / p50('floor'), 3), 1.6),
    readWithUnknownToFloor: atMost(rounded(p50('readWithUnknown') / p50('floorWithUnknown'), 3), 1.6),
  }
}

function pageReaders() {
  const pki = bankPki()
  const settings = prepareSettings(bankConfig('https://localhost', pki), new Date())
  const verification = {
    headerNames: settings.headerNames,
    target: requestTarget('GET', TARGET, settings.requestTargetCase),
    sealTrust: createSealTrust(settings.sealAnchors, settings.sealSubject),
  }
  return (rows: readonly object[]) => {
    const lists = { transactionsAccounting: rows.slice(20), transactionsNotAccounting: rows.slice(0, 20) }
    const answer = sealAnswer({ method: 'GET', target: TARGET, seal: pki.seal, body: envelope(lists) })
    const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const response = { status: 200, headers, body: answer.body, headersAt: 0 }
    return {
      bytes: answer.body.length,
      floor: async () => {
        createHash('sha256').update(answer.body).digest('base64')
        return JSON.parse(answer.body.toString('utf8'))
      },
      read: async () => {
        verifyResponse(response, { ...verification, now: Date.now() }, stepRecorder([]))
        const movements = readMovements(parseEnvelope(parseJson(response.body, undefined)).data)
        const count = (movements?.booked.length ?? 0) + (movements?.pending.length ?? 0)
        if (count !== ROWS) throw new Error('not every movement was read')
      },
    }
  }
}
