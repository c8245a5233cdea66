import { NextRequest } from 'next/server'
import { SOCKET_ADDRESS_HEADER } from '@/lib/web/client-address'
import { appRoutes, paramsOf } from './app-routes'

const handlers = appRoutes().filter(({ kind }) => kind !== 'page')

/** The app's route handlers in this process, found by address as Next does; its pages are not there. */
export async function throughHandlers(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  // A name goes before an id, as in Next.
  const matches = handlers.filter(({ pattern }) => paramsOf(pattern, pathname) !== null)
  const route = matches.find(({ pattern }) => pattern === pathname) ?? matches[0]
  if (route === undefined) return new Response(null, { status: 404 })
  const handler: unknown = (await import(route.file))[request.method]
  if (typeof handler !== 'function') return new Response(null, { status: 405 })
  const asked = new NextRequest(request, { headers: new Headers(request.headers) })
  asked.headers.set(SOCKET_ADDRESS_HEADER, '127.0.0.1')
  return handler(asked, { params: Promise.resolve(paramsOf(route.pattern, pathname)) })
}
