import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Ended } from '@/app/(bank)/authorizations/[authorizationId]/ended'
import { Result } from '@/app/(bank)/authorizations/[authorizationId]/result'
import { type AuthorizationView, endReasons } from '@/lib/contracts/authorizations'
import { readingProblems } from '@/lib/contracts/problem'
import { locales } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/authorizations/1' }))

const run: AuthorizationView = {
  authorizationId: '1',
  kind: 'consent_grant',
  state: 'failed',
  approach: null,
  asked: [{ category: 'ACCOUNT_INFO', productIds: ['Zq9Xw8Yv7U', 'Aa1Bb2Cc3D'] }],
  outcomes: [],
  sharedNow: [],
  sharedReadAt: null,
  reason: null,
  refusal: null,
  productId: null,
  returnTo: null,
  bankUrl: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  endedAt: '2026-11-28T10:01:00.000Z',
}

function rendered(changes: Partial<AuthorizationView>, locale: (typeof locales)[number] = 'en'): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
      <Ended run={{ ...run, ...changes }} accounts={[]} />
    </NextIntlClientProvider>,
  )
}

describe('a run that came to nothing', () => {
  const reasons = [...endReasons, ...readingProblems, 'internal', 'made_up_since', null]

  it.each(locales)('says in words that nothing changed, whatever the reason: %s', (locale) => {
    const { nothing } = messagesOf(locale).authorization
    for (const kind of ['consent_grant', 'consent_revoke', 'inquiry'] as const) {
      for (const reason of reasons) {
        const html = rendered({ kind, reason }, locale)
        expect(html).toContain(nothing[kind])
        expect(html.replace(/<[^>]*>/g, ' ')).not.toMatch(/undefined|authorization\.|[a-z]_[a-z]/)
      }
    }
  })

  it('has its own words for each reason that only our server can bring about', () => {
    const { why } = messagesOf('en').authorization
    expect(rendered({ reason: 'interrupted' })).toContain(why.interrupted)
    expect(rendered({ reason: 'superseded' })).toContain(why.superseded)
    expect(rendered({ state: 'expired', reason: 'left_at_bank' })).toContain(why.left_at_bank)
    expect(rendered({ state: 'refused' })).toContain(why.refused)
  })

  it('leads back to the same choice', () => {
    const choice = 'account=Zq9Xw8Yv7U&amp;account=Aa1Bb2Cc3D&amp;category=ACCOUNT_INFO'
    expect(rendered({})).toContain(`href="/consents/new?${choice}"`)
    expect(rendered({ kind: 'consent_revoke' })).toContain(`href="/consents/take-back?${choice}"`)
    expect(rendered({ kind: 'inquiry', returnTo: '/accounts/Zq9Xw8Yv7U' })).toContain(
      'href="/accounts/Zq9Xw8Yv7U"',
    )
  })

  it('says what was taken back all the same, where the bank’s list has only a part of it', () => {
    const html = rendered({
      kind: 'consent_revoke',
      reason: 'not_confirmed',
      sharedNow: [{ category: 'ACCOUNT_INFO', productIds: ['Aa1Bb2Cc3D'] }],
    })
    const { done, outcome, nothing } = messagesOf('en').authorization
    expect(html).toContain(done.takenBackPartly)
    expect(html).toContain(`>${outcome.takenBack}<`)
    expect(html).toContain(`>${outcome.stillShared}<`)
    expect(html).not.toContain(nothing.consent_revoke)
  })
})

it.each(locales)('says on the way to be forgotten that one step is left: %s', (locale) => {
  const { done, eraseRest, goOn, openConsents } = messagesOf(locale).authorization
  const whole = [{ category: 'ACCOUNT_INFO', productIds: ['Zq9Xw8Yv7U', 'Aa1Bb2Cc3D'] }]
  const shown = (changes: Partial<AuthorizationView>) => {
    const revoked = { ...run, kind: 'consent_revoke', state: 'done', ...changes } as const
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
        <Result run={revoked} accounts={[]} />
      </NextIntlClientProvider>,
    )
    const [, title] = html.match(/<h1[^>]*>(.*?)<\/h1>/) ?? []
    const [, way] = html.match(/<a [^>]*>(.*?)<\/a>/) ?? []
    return { title, way }
  }
  const returnTo = '/settings/forget'
  const half = { title: done.stepLeft, way: eraseRest }
  expect(shown({ returnTo })).toEqual(half)
  expect(shown({ returnTo, reason: 'already_revoked' })).toEqual(half)
  expect(shown({ returnTo, sharedNow: whole })).toEqual({ title: done.stillShared, way: goOn })
  expect(shown({})).toEqual({ title: done.takenBack, way: openConsents })
})
