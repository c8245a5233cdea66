import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../api/language'
import { queryOf } from '../oauth/parameters'
import { renderNotice } from './layout'
import { noticeTexts } from './texts/notices'

/** `returnTo` is where a form's answer may redirect to: browsers hold form-action against redirects too. */
export function secure(reply: FastifyReply, returnTo?: string): FastifyReply {
  const formTargets = returnTo ? `'self' ${new URL(returnTo).origin}` : "'self'"
  return reply.headers({
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src data:; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  })
}

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** 303: the browser follows with a GET. The address goes out as it is, never encoded again. */
export function seeOther(reply: FastifyReply, address: string): FastifyReply {
  return reply.code(303).header('Location', address).send()
}

/** A field of a posted form; empty when it is not there. */
export function field(request: FastifyRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : ''
}

/** A parameter of the query; empty when it is not there. */
export function queryField(request: FastifyRequest, name: string): string {
  return new URLSearchParams(queryOf(request.raw.url ?? '')).get(name) ?? ''
}

export function languageOf(request: FastifyRequest): Language {
  const chosen = field(request, 'lang') || queryField(request, 'lang')
  return chosen === 'en' || chosen === 'it' ? chosen : chooseLanguage(request.headers['accept-language'])
}

const noticeStatus = {
  expired: 410,
  locked: 403,
  foreign: 403,
  invalid: 400,
  notFound: 404,
  failed: 500,
  home: 200,
  closed: 403,
}

export type Notice = keyof typeof noticeStatus

export function notice(
  reply: FastifyReply,
  language: Language,
  kind: Notice,
  status = noticeStatus[kind],
): FastifyReply {
  const text = noticeTexts[language]
  const link =
    kind === 'home' || kind === 'closed' ? { href: `/my?lang=${language}`, text: text.toMyBank } : null
  const page = renderNotice(language, { title: text[`${kind}Title`], text: text[`${kind}Text`], link })
  return sendPage(reply, page, status)
}
