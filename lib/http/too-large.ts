import type { IncomingMessage } from 'node:http'
import { chooseLocale, chosenLocale, type Locale, locales } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'
import type { Log } from '@/lib/log'
import { problemOf, RequestError } from '@/lib/web/problem'
import { newReference } from '@/lib/web/reference'

/** What a request's headers may take, in bytes. Twice what Node allows: cookies of other programs on the host come along. */
export const REQUEST_HEADERS_MAX_BYTES = 32 * 1024

/** Beyond this Node stops reading, and nothing of the request is known. */
export const REQUEST_HEADERS_READ_BYTES = 64 * 1024

/** Ten times the longest address of ours; most servers and proxies take no longer one. */
export const URL_MAX_LENGTH = 8 * 1024

/** The part of a request that is too large. `request_too_large`: the request was not read to its end, so the part is unknown. */
type TooLarge = 'address_too_long' | 'too_many_cookies' | 'headers_too_large' | 'request_too_large'

/** Length of the headers as they came, with `: ` and the line's end. */
export function headerBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
}

function causeOf({ url = '', headers, rawHeaders }: IncomingMessage): TooLarge {
  if (url.length > URL_MAX_LENGTH) return 'address_too_long'
  const cookies = headers.cookie?.length ?? 0
  return cookies * 2 >= headerBytes(rawHeaders) ? 'too_many_cookies' : 'headers_too_large'
}

export type PlainAnswer = { status: number; headers: Record<string, string>; body: string }

/** For a request that was read: problem+json for our own scripts, else a page in the customer's language. */
export function answerTooLarge(request: IncomingMessage, log: Log): PlainAnswer {
  const cause = causeOf(request)
  const problem = problemOf(new RequestError(cause), newReference())
  const { reference, status } = problem
  const sizes = { headerBytes: headerBytes(request.rawHeaders), addressBytes: request.url?.length }
  log.warn({ reference, method: request.method, status, problem: cause, ...sizes }, 'a request is too large')
  if (!/^[\\/]+api\b/.test(request.url ?? ''))
    return pageAnswer(cause, [languageOf(request)], reference, status)
  return {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'private, no-store' },
    body: JSON.stringify(problem),
  }
}

/** For a request that was not read to its end: neither its address nor its language is known. */
export function answerUnread(log: Log): PlainAnswer {
  const cause = 'request_too_large'
  const { reference, status } = problemOf(new RequestError(cause), newReference())
  log.warn({ reference, status, problem: cause }, 'a request is too large to be read')
  return pageAnswer(cause, locales, reference, status)
}

export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Locale {
  const chosen = chosenLocale((name) => new RegExp(`(?:^|; )${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1])
  return chooseLocale(chosen, headers['accept-language'] ?? null)
}

function pageAnswer(
  cause: TooLarge,
  spoken: readonly Locale[],
  reference: string,
  status: number,
): PlainAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: page(cause, spoken, reference),
  }
}

/** Carries its own look, the colours of app/globals.css: a request for anything else would be refused as this one is. */
const STYLE = `:root{color-scheme:light dark;--paper:#f6f5f1;--card:#fff;--ink:#17211f;--soft:#57625f;--line:#e2dfd7}
@media(prefers-color-scheme:dark){:root{--paper:#0f1514;--card:#161e1c;--ink:#e9efec;--soft:#a4b0ab;--line:#29342f}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 Inter,system-ui,sans-serif}
main{max-width:35rem;margin:0 auto;padding:2.5rem 1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;margin-bottom:1rem}
h1,h2{font-size:1.375rem;line-height:1.3;margin:0 0 .5rem}p{margin:.5rem 0}.soft{color:var(--soft)}`

function page(cause: TooLarge, spoken: readonly Locale[], reference: string): string {
  const [first = 'en'] = spoken
  const sections = spoken.map((locale, index) => {
    const { problem } = messagesOf(locale)
    const { title, meaning } = problem[cause]
    const heading = index === 0 ? 'h1' : 'h2'
    const words = problem.reference.replace('{reference}', reference)
    return `<section lang="${locale}"><${heading}>${title}</${heading}><p>${meaning}</p><p class="soft">${words}</p></section>`
  })
  const { title } = messagesOf(first).problem[cause]
  return `<!doctype html><html lang="${first}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Sportello</title><style>${STYLE}</style></head><body><main><p><b>Sportello</b></p>${sections.join('')}</main></body></html>`
}
