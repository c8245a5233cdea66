import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kit } from '@/sandbox/kit'
import { type Banking, startBanking } from './banking'
import { mintBeside } from './minting'
import { signedHeaders } from './raw-client'

/** A TLS session that is taken up again: its client is who it was when the session began, and nobody better. */

let aisha: Banking
let unknownIssuer: Kit
beforeAll(async () => {
  aisha = await startBanking('aisha')
  unknownIssuer = await mintBeside(aisha.bank, {
    name: 'Lontana S.p.A.',
    defects: ['qwac-unknown-authority'],
  })
})
afterAll(() => aisha.bank.stop())

type Version = 'TLSv1.2' | 'TLSv1.3'
type Exchange = { outcome: string; session: Buffer | undefined; isResumed: boolean }

const path = '/private/customers/customerid-info'

/** One call of endpoint 1 over a connection of its own: status and code. */
function call(
  version: Version,
  certificate: Pick<Kit['qwac'], 'cert' | 'key'> | null,
  session?: Buffer,
): Promise<Exchange> {
  const { kit, token } = aisha
  const url = new URL(kit.baseUrl)
  const headers = { Host: url.host, Connection: 'close', ...signedHeaders(kit, { path, token }) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return new Promise((resolve, reject) => {
    let text = ''
    let fresh: Buffer | undefined
    let isResumed = false
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      ca: kit.tlsCa,
      maxVersion: version,
      ...certificate,
      session,
    })
    socket.on('session', (ticket: Buffer) => {
      fresh = ticket
    })
    socket.on('secureConnect', () => {
      isResumed = socket.isSessionReused()
      socket.write([`GET ${url.pathname}${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? []
      const [, code = ''] = /"code":"([^"]*)"/.exec(text) ?? []
      resolve({ outcome: `${status} ${code}`.trim(), session: fresh, isResumed })
    })
  })
}

test.each<Version>(['TLSv1.2', 'TLSv1.3'])('%s', async (version) => {
  const { qwac } = aisha.kit
  const begun = {
    known: await call(version, qwac),
    nobody: await call(version, null),
    stranger: await call(version, unknownIssuer.qwac),
  }
  expect(begun).toMatchObject({
    known: { outcome: '200' },
    nobody: { outcome: '403 TPP_CERT_MISSING' },
    stranger: { outcome: '403 TPP_CERT_UNTRUSTED' },
  })
  for (const { outcome, session } of Object.values(begun)) {
    expect(await call(version, qwac, session)).toMatchObject({ outcome, isResumed: true })
  }
})
