import type { ServerResponse } from 'node:http'
import type { Answer } from '../../http/message'
import { writeAnswer, writeHead } from '../../http/write'
import type { FaultParameters } from '../scenarios'

type WireFault = (response: ServerResponse, answer: Answer, parameters: FaultParameters) => Promise<void>

const defaultDelayMs = 3000
const pieces = 10

/** Ends early when the client goes away, so that nothing outlives its connection. */
function wait(response: ServerResponse, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      response.off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    response.on('close', finish)
  })
}

function half(body: Buffer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2))
}

/** Hands the bytes to the socket; resolves when they are out or the connection is gone. */
function send(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })
}

export const slow: WireFault = async (response, answer, { delayMs = defaultDelayMs }) => {
  await wait(response, delayMs)
  writeAnswer(response, answer)
}

export const slowBody: WireFault = async (response, answer, { delayMs = defaultDelayMs }) => {
  writeHead(response, answer)
  const size = Math.max(1, Math.ceil(answer.body.length / pieces))
  for (let offset = 0; offset < answer.body.length && !response.destroyed; offset += size) {
    await send(response, answer.body.subarray(offset, offset + size))
    await wait(response, delayMs / pieces)
  }
  response.end()
}

export const stalledBody: WireFault = async (response, answer) => {
  writeHead(response, answer)
  await send(response, half(answer.body))
}

export const resetBeforeHeaders: WireFault = async (response) => {
  response.destroy()
}

export const resetAfterHeaders: WireFault = async (response, answer, { bytes }) => {
  writeHead(response, answer)
  const sent = bytes === undefined ? half(answer.body) : answer.body.subarray(0, bytes)
  response.flushHeaders()
  await send(response, sent)
  response.destroy()
}
