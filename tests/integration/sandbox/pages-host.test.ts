import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { application, filledForms, pageAddresses, type Visitor, visit } from './every-page'
import { createBrowser } from './journey'
import { logInToBank } from './own-bank'
import { startPaying } from './transfer-journey'
import { slowBank, stateFile } from './wrong-state'

/**
 * Browsers keep cookies by host, whatever the port. The pages have a host that no application under development has, and
 * answer under no other name.
 */

let visitor: Visitor
beforeAll(async () => {
  visitor = await visit(await startPaying('niccolo', undefined, { settings: slowBank }))
})
afterAll(() => visitor.bank.stop())

const port = () => new URL(visitor.bank.pagesUrl).port

type Answer = { status: number; headers: string; body: string }

/** The answer to a request whose Host header says this. */
function sent(method: string, target: string, host: string | null, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port()), '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [headers = '', page = ''] = text.split(/\r\n\r\n([\s\S]*)/)
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]), headers, body: page })
    })
    const lines = [
      `${method} ${target} HTTP/1.${host === null ? 0 : 1}`,
      ...(host === null ? [] : [`Host: ${host}`]),
      'Connection: close',
      'Accept-Language: en',
      `Content-Length: ${body.length}`,
      'Content-Type: application/x-www-form-urlencoded',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  })
}

const locationOf = ({ headers }: Answer) => /^location: (.*)$/im.exec(headers)?.[1] ?? null

test('the pages share their host with neither the application nor the interface', () => {
  const { bank, kit } = visitor
  expect(bank.pagesUrl).toBe(`http://127.0.0.1:${port()}`)
  expect(new URL(kit.browserAuthorizeUrl).origin).toBe(bank.pagesUrl)
  for (const other of [application, kit.baseUrl, kit.controlUrl ?? '']) {
    expect(new URL(other).hostname).not.toBe(new URL(bank.pagesUrl).hostname)
  }
})

test('its cookies are for this host alone', async () => {
  const cookies = (
    await logInToBank(createBrowser(), visitor.bank.pagesUrl, { pick: 'giulia' })
  ).headers.getSetCookie()
  expect(cookies).toHaveLength(1)
  expect(cookies.join()).not.toMatch(/domain/i)
})

describe('under another name of this machine', () => {
  test.each(Object.entries(pageAddresses))('%s is found under its own', async (_route, addressOf) => {
    const { pathname, search } = new URL(await addressOf(visitor))
    for (const name of ['localhost', 'LOCALHOST', 'bank.localhost', '127.0.0.2', '[::1]']) {
      const answer = await sent('GET', `${pathname}${search}`, `${name}:${port()}`)
      expect([answer.status, locationOf(answer)]).toEqual([
        303,
        `${visitor.bank.pagesUrl}${pathname}${search}`,
      ])
      expect(answer.headers).not.toMatch(/^set-cookie/im)
    }
  })

  test.each(['//evil.example/my', '/\\evil.example', '/@evil.example/', '/my?x=//evil.example'])(
    '%s leads nowhere else',
    async (target) => {
      const answer = await sent('GET', target, `localhost:${port()}`)
      expect(new URL(locationOf(answer) ?? '').origin).toBe(visitor.bank.pagesUrl)
    },
  )

  test('an address in full is no page', async () => {
    const answer = await sent('GET', 'http://evil.example/my', `localhost:${port()}`)
    expect([answer.status, locationOf(answer)]).toEqual([421, null])
  })
})

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'x', '', null])(
  'under the name %s there is no page',
  async (name) => {
    const host = name ? `${name}:${port()}` : name
    for (const target of ['/', '/my', '/login?ticket=x']) {
      const answer = await sent('GET', target, host)
      expect([answer.status, locationOf(answer)]).toEqual([421, null])
      expect(answer.headers).not.toMatch(/^set-cookie/im)
      expect(answer.headers).toMatch(/^x-frame-options: DENY/im)
      expect(answer.body).toContain('<h1>There is no such page</h1>')
    }
  },
)

describe('no form is taken under another name, filled in as it may be', () => {
  test.each(Object.entries(filledForms))('%s', async (_route, fill) => {
    const { action, fields } = await fill(visitor)
    const before = await stateFile(visitor)
    const body = new URLSearchParams(fields).toString()
    for (const host of [`localhost:${port()}`, `evil.example:${port()}`, 'localhost', '127.0.0.1']) {
      const answer = await sent('POST', new URL(action).pathname, host, body)
      expect([answer.status, locationOf(answer)]).toEqual([421, null])
      expect(answer.body).toContain('<h1>This form was not sent from our page</h1>')
      expect(answer.headers).not.toMatch(/^set-cookie/im)
    }
    expect(await stateFile(visitor)).toBe(before)
  })
})
