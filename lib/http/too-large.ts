import type { IncomingHttpHeaders } from 'node:http'
import { chooseLocale, type Locale, localeCookie, locales } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'
import { problemOf, RequestError } from '@/lib/web/problem'

/** What a request's headers may take, in bytes. Twice what Node allows: cookies of other programs on the host come along. */
export const REQUEST_HEADERS_MAX_BYTES = 32 * 1024

/** Beyond this Node does not read on, and knows nothing of the request. */
export const REQUEST_HEADERS_READ_BYTES = 64 * 1024

/** Length of the headers as they came, with `: ` and the line's end. */
export function headerBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
}

export type PlainAnswer = { status: number; headers: Record<string, string>; body: string }

/** For a request that was read: problem+json for our own scripts, else a page in the customer's language. */
export function answerTooManyCookies(
  path: string,
  headers: IncomingHttpHeaders,
  reference: string,
): PlainAnswer {
  if (path.startsWith('/api/')) return problemAnswer(reference)
  const chosen = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(headers.cookie ?? '')?.[1]
  return pageAnswer([chooseLocale(chosen, headers['accept-language'] ?? null)], reference)
}

/** For a request that was not read to its end: neither its address nor its language is known. */
export function answerUnreadHeaders(reference: string): PlainAnswer {
  return pageAnswer(locales, reference)
}

function problemAnswer(reference: string): PlainAnswer {
  const problem = problemOf(new RequestError('too_many_cookies'), reference)
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' },
    body: JSON.stringify(problem),
  }
}

function pageAnswer(spoken: readonly Locale[], reference: string): PlainAnswer {
  return {
    status: 431,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: page(spoken, reference),
  }
}

/** Carries its own look, the colours of app/globals.css: a request for anything else would be refused as this one is. */
const STYLE = `:root{color-scheme:light dark;--paper:#f6f5f1;--card:#fff;--ink:#17211f;--soft:#57625f;--line:#e2dfd7}
@media(prefers-color-scheme:dark){:root{--paper:#0f1514;--card:#161e1c;--ink:#e9efec;--soft:#a4b0ab;--line:#29342f}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 Inter,system-ui,sans-serif}
main{max-width:35rem;margin:0 auto;padding:2.5rem 1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;margin-bottom:1rem}
h1,h2{font-size:1.375rem;line-height:1.3;margin:0 0 .5rem}p{margin:.5rem 0}.soft{color:var(--soft)}`

function page(spoken: readonly Locale[], reference: string): string {
  const [first = 'en'] = spoken
  const sections = spoken.map((locale, index) => {
    const { problem } = messagesOf(locale)
    const { title, meaning } = problem.too_many_cookies
    const heading = index === 0 ? 'h1' : 'h2'
    const words = problem.reference.replace('{reference}', reference)
    return `<section lang="${locale}"><${heading}>${title}</${heading}><p>${meaning}</p><p class="soft">${words}</p></section>`
  })
  const { title } = messagesOf(first).problem.too_many_cookies
  return `<!doctype html><html lang="${first}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Sportello</title><style>${STYLE}</style></head><body><main><p><b>Sportello</b></p>${sections.join('')}</main></body></html>`
}
