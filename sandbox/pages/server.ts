import Fastify, { type FastifyInstance } from 'fastify'
import type { Bank } from '../bank'
import { maxFailedLogins } from '../oauth/tickets'
import { maxWrongCodes } from '../state/resources'
import { createAttempts } from './attempts'
import type { Pages } from './context'
import { createFormGuard } from './guard'
import { addOAuthRoutes } from './oauth-routes'
import { keepToOwnHost } from './own-host'
import { addOwnRoutes } from './own-routes'
import { languageOf, notice, secure } from './respond'
import { addRevokeRoutes } from './revoke-routes'
import { addScaRoutes } from './sca-routes'
import { createSessions } from './sessions'
import { styleSheet } from './style'

const maxFormBytes = 16 * 1024

/** The customers' side of the bank, for browsers: plain HTTP on loopback, no client certificate, no script. */
export function createPagesServer(bank: Bank): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxFormBytes,
    logger: false,
    exposeHeadRoutes: false,
    // an address that no route can read: encoded wrongly, or with too long a part
    frameworkErrors: (_error, request, reply) => {
      notice(secure(reply), languageOf(request), 'notFound')
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  )
  app.addHook('onRequest', (request, reply) => keepToOwnHost(bank.pagesUrl(), request, secure(reply)))
  // no page tells of something that a crash could still undo; that the bank has failed is true at once
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 500) await bank.settled()
  })
  app.setNotFoundHandler((request, reply) => notice(reply, languageOf(request), 'notFound'))
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 400 && status < 500) return notice(reply, languageOf(request), 'foreign', status)
    console.error('sandbox pages: internal error', error instanceof Error ? error.stack : '')
    // what the page that could not be sent was to do
    for (const name of ['Location', 'Set-Cookie']) reply.removeHeader(name)
    return notice(reply, languageOf(request), 'failed')
  })
  app.get('/', (request, reply) => notice(reply, languageOf(request), 'home'))
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet))
  const pages: Pages = {
    bank,
    guard: createFormGuard(bank.pagesUrl),
    sessions: createSessions(bank.clock),
    wrongPasswords: createAttempts(bank.clock, maxFailedLogins),
    wrongScaPasswords: createAttempts(bank.clock, maxFailedLogins),
    wrongCodes: createAttempts(bank.clock, maxWrongCodes),
  }
  addOAuthRoutes(app, pages)
  addScaRoutes(app, pages)
  addOwnRoutes(app, pages)
  addRevokeRoutes(app, pages)
  return app
}
