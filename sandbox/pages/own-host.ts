import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, notice, seeOther } from './respond'

/**
 * Where the pages live. Not `localhost`, where applications under development live: browsers keep cookies by host and
 * not by port, so that each would be sent the cookies of the other and could set them.
 */
export const pagesHost = '127.0.0.1'

export function pagesUrlAt(port: number): string {
  return new URL(`http://${pagesHost}:${port}`).origin
}

const loopbackName = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Lets through what was sent to the pages by their own name, and answers the rest: a page that was asked for by another
 * name of this machine is found under its own. A name that somebody else made lead here (DNS rebinding) finds nothing.
 */
export async function keepToOwnHost(pagesUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const { host = '' } = request.headers
  const { method, url = '' } = request.raw
  if (`http://${host}` === pagesUrl) return
  if (method !== 'GET') return notice(reply, languageOf(request), 'foreign', 421)
  if (loopbackName.test(host) && url.startsWith('/')) return seeOther(reply, `${pagesUrl}${url}`)
  return notice(reply, languageOf(request), 'notFound', 421)
}
