import type { ServerResponse } from 'node:http'
import type { Answer } from './message'

/** No Content (RFC 9110, 8.6), and Not Modified, whose length would be that of what is not sent. */
const lengthless: ReadonlySet<number> = new Set([204, 304])

/** Status line and headers exactly as given: no Date of Node's own, repeated names stay repeated. */
export function writeHead(response: ServerResponse, answer: Answer): void {
  response.sendDate = false
  const length = lengthless.has(answer.status) ? [] : ['Content-Length', String(answer.body.length)]
  response.writeHead(answer.status, [...answer.headers.flat(), ...length])
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer)
  response.end(answer.body)
}
