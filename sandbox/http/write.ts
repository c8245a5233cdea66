import type { ServerResponse } from 'node:http'
import type { Answer } from './message'

/** Status line and headers exactly as given: no Date of Node's own, repeated names stay repeated. */
export function writeHead(response: ServerResponse, answer: Answer): void {
  response.sendDate = false
  const length = answer.status === 204 ? [] : ['Content-Length', String(answer.body.length)]
  response.writeHead(answer.status, [...answer.headers.flat(), ...length])
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer)
  response.end(answer.body)
}
