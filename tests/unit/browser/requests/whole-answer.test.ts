import { describe, expect, it } from 'vitest'
import { isWholeFlight, wholeAnswer } from '@/lib/browser/requests/whole-answer'

/* The router may get an answer only whole: of one that was cut it would show an error page. */

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** As React writes a page: modules, hints, an element that refers to later rows, a text with its length in bytes. */
const rows = [
  '1:"$Sreact.fragment"\n',
  '2:I[123,["/a.js"],"Link"]\n',
  ':HL["/a.css","style"]\n',
  '0:{"b":"build","t":["$","div",null,{"children":["$L3","$2","$$9","costs \\"$8\\"","$undefined","$D2026-04-03"]}]}\n',
  '4:T7,è\n$L9"',
  '3:["$","p",null,{"text":"$4","again":"$0:t:3","later":"$@5"}]\n',
  '5:null\n',
]
const page = bytesOf(rows.join(''))

describe('an answer of the router', () => {
  it('is whole with all its rows, in any order', () => {
    expect(isWholeFlight(page)).toBe(true)
    expect(isWholeFlight(bytesOf(rows.toReversed().join('')))).toBe(true)
  })

  it('is cut wherever it ends before', () => {
    const whole = [...page.keys()].filter((length) => isWholeFlight(page.subarray(0, length)))
    // These rows refer to nothing that comes later.
    const first = bytesOf(rows.slice(0, 1).join('')).length
    const second = bytesOf(rows.slice(0, 2).join('')).length
    const third = bytesOf(rows.slice(0, 3).join('')).length
    expect(whole).toEqual([first, second, third])
  })

  const answer = (body: Uint8Array<ArrayBuffer> | string, type = 'text/x-component', status = 200) => {
    const made = new Response(body, { status, headers: { 'content-type': type } })
    Object.defineProperty(made, 'url', { value: 'http://app.test/accounts?_rsc=1' })
    return made
  }

  it('is handed on as it came', async () => {
    const whole = await wholeAnswer(answer(page))
    expect(whole).toMatchObject({ status: 200, url: 'http://app.test/accounts?_rsc=1', redirected: false })
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(page)
  })

  it.each([0, 1, page.length - 1])('is refused when only %i bytes of it came', async (length) => {
    await expect(wholeAnswer(answer(page.slice(0, length)))).rejects.toThrow('cut short')
  })

  it('is refused when it is too large', async () => {
    await expect(wholeAnswer(answer(bytesOf('a'.repeat(8 * 1024 * 1024 + 1))))).rejects.toThrow('too large')
  })

  it('goes through unread when it is no page', async () => {
    expect(await (await wholeAnswer(answer('<h1>', 'text/html'))).text()).toBe('<h1>')
    expect(await (await wholeAnswer(answer('no', 'text/x-component', 500))).text()).toBe('no')
  })
})
