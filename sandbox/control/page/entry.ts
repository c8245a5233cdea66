import type { HeaderLine } from '../../http/message'
import { type Html, html } from '../../pages/html'
import type { JournalBody, JournalEntry } from '../journal'
import { renderControlPage, wideTable } from './layout'

/** One exchange, as it crossed the wire, with the verdict of each check. */
export function renderEntry(entry: JournalEntry): string {
  const { request, answer } = entry
  const facts: [string, string | null][] = [
    ['At', entry.at],
    ['Took', `${entry.durationMs.toFixed(1)} ms`],
    ['Endpoint', entry.operation],
    ['Provider', entry.tpp],
    ['Customer', entry.customerId],
    ['Certificate serial', entry.certificateSerial],
    ['Staged fault', entry.fault],
    ['svc-apitrack-id', entry.apitrack],
    ['requestId', entry.id],
  ]
  const known = facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
  const verdicts = entry.checks.map(({ check, verdict, reason = '' }) => [check, verdict, reason])
  return renderControlPage(
    `${request.method} ${entry.operation ?? request.target}`,
    html`<section><h1>${request.method} ${request.target}</h1>${wideTable('Facts', ['What', 'Value'], known)}</section>
<section><h2>Request</h2>${message(`${request.method} ${request.target}`, request)}</section>
<section><h2>Answer</h2>${answer.status === 0 ? html`<p>None: the connection was cut.</p>` : message(String(answer.status), answer)}</section>
<section><h2>Checks</h2>${wideTable('Checks', ['Check', 'Verdict', 'Reason'], verdicts)}</section>`,
  )
}

function message(
  start: string,
  { headers, ...body }: { headers: readonly HeaderLine[] } & JournalBody,
): Html {
  const lines = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
  return html`<pre>${lines}</pre>${bodyOf(headers, body)}`
}

function bodyOf(headers: readonly HeaderLine[], { bodyBytes, bodyIsCut, ...kept }: JournalBody): Html {
  const body = Buffer.from(kept.body, 'base64')
  if (bodyBytes === null) return html`<p class="soft">A body too large to be read.</p>`
  if (bodyBytes === 0) return html`<p class="soft">No body.</p>`
  if (bodyIsCut)
    return html`<p class="soft">${bodyBytes} bytes; GET /journal has the first ${body.length}.</p>`
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (/json|text|urlencoded/.test(type)) return html`<pre>${body.toString('utf8')}</pre>`
  return html`<p class="soft">${body.length} bytes that are not text; GET /journal has them.</p>`
}
