import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Times } from '@/app/(bank)/authorizations/[authorizationId]/times'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { messagesOf } from '@/lib/i18n/messages'

const run: AuthorizationView = {
  authorizationId: '1',
  kind: 'consent_grant',
  state: 'done',
  approach: null,
  asked: [],
  outcomes: [],
  sharedNow: [],
  sharedReadAt: '2026-11-28T10:03:00.000Z',
  reason: null,
  refusal: null,
  closed: [],
  productId: null,
  returnTo: null,
  bankUrl: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  endedAt: '2026-11-28T10:01:00.000Z',
}

it('what happened in a run stands in its order, also where the list of the bank was read again since', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone="Europe/Rome">
      <Times run={run} />
    </NextIntlClientProvider>,
  )
  expect([...html.matchAll(/dateTime="([^"]*)"/gi)].map(([, at]) => at)).toEqual([
    run.sharedReadAt,
    run.endedAt,
    run.createdAt,
  ])
})
