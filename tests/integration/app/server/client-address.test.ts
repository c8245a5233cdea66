import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as connect } from '@/app/api/bank/connect/route'
import { createCustomerBrowser, startTestApp, type TestApp } from '@/tests/support/app'

const LIMIT = 4

type Case = {
  header: string
  other: string
  /** Of the header that the proxy does not write. */
  smuggled: string
  addresses: [value: string, address: string | undefined][]
  written: (address: string) => string
}

const CASES: Case[] = [
  {
    header: 'x-forwarded-for',
    other: 'forwarded',
    smuggled: 'for=6.6.6.6',
    addresses: [
      ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
      ['203.0.113.7:51234', '203.0.113.7'],
      ['"203.0.113.7:51234"', '203.0.113.7'],
      ['[2001:db8::7]:51234', '2001:db8::7'],
      ['[2001:db8::7]', '2001:db8::7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['fe80::1%eth0', undefined],
      ['unknown', undefined],
    ],
    written: (address: string) => (address.includes(':') ? `[${address}]:51234` : `${address}:51234`),
  },
  {
    header: 'forwarded',
    other: 'x-forwarded-for',
    smuggled: '6.6.6.6',
    addresses: [
      ['for=6.6.6.6, For=203.0.113.7;proto=https', '203.0.113.7'],
      ['for="203.0.113.7:51234";host="a,b"', '203.0.113.7'],
      ['by=_x;for="[2001:db8::7]:51234"', '2001:db8::7'],
      ['for="[fe80::1%eth0]"', undefined],
      ['for=_hidden', undefined],
      ['for=unknown', undefined],
    ],
    written: (address: string) => `for="${address.includes(':') ? `[${address}]` : address}:51234"`,
  },
]

describe.each(CASES)(
  'behind a proxy that writes $header',
  ({ header, other, smuggled, addresses, written }) => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp({
        settings: () => ({
          TRUSTED_PROXIES: '1',
          FORWARDED_HEADER: header,
          SIGN_IN_ATTEMPTS_PER_MINUTE: String(LIMIT),
        }),
      })
    })
    afterAll(() => app.stop())
    beforeEach(() => app.sandbox.journal.clear())

    const ask = (value: string) =>
      createCustomerBrowser().post(connect, '/api/bank/connect', {}, { [header]: value, [other]: smuggled })

    it.each(addresses)('%s reaches the bank as PSU-IP-Address %s', async (value, address) => {
      expect([200, 429]).toContain((await ask(value)).status)
      const sent = app.sandbox.journal.entries().at(-1)?.request.headers ?? []
      expect(sent.find(([name]) => name.toLowerCase() === 'psu-ip-address')?.[1]).toBe(address)
    })

    it('customers whose address is unknown do not lock each other out', async () => {
      for (let i = 0; i < 3 * LIMIT; i += 1) expect((await ask('unknown')).status).toBe(200)
      const told = app.logLines().match(/the address of a customer is not known/g)
      expect(told).toHaveLength(1)
    })

    it('customers with addresses of their own do not either', async () => {
      for (let i = 0; i < 3 * LIMIT; i += 1) expect((await ask(written(`192.0.2.${i}`))).status).toBe(200)
      for (let i = 0; i < 3 * LIMIT; i += 1)
        expect((await ask(written(`2001:db8:0:${i}::1`))).status).toBe(200)
    })

    it.each([
      ['an IPv4 address', () => '198.51.100.1'],
      ['a /64 of IPv6', (i: number) => `2001:db8:9:9::${i}`],
    ])('%s may try so often and no more, whatever port it comes from', async (_what, addressOf) => {
      const statuses: number[] = []
      for (let i = 0; i < LIMIT + 2; i += 1) statuses.push((await ask(written(addressOf(i)))).status)
      expect(statuses).toEqual([...Array(LIMIT).fill(200), 429, 429])
    })
  },
)
