import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Ended } from '@/app/(bank)/authorizations/[authorizationId]/ended'
import { Result } from '@/app/(bank)/authorizations/[authorizationId]/result'
import { AccountChoices } from '@/app/(bank)/consents/new/account-choices'
import { type AuthorizationView, endReasons } from '@/lib/contracts/authorizations'
import { readingProblems } from '@/lib/contracts/problem'
import type { SharingAccount } from '@/lib/contracts/sharing'
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
  closed: [],
  productId: null,
  returnTo: null,
  bankUrl: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  endedAt: '2026-11-28T10:01:00.000Z',
}

function rendered(
  changes: Partial<AuthorizationView>,
  locale: (typeof locales)[number] = 'en',
  accounts: SharingAccount[] = [],
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
      <Ended run={{ ...run, ...changes }} accounts={accounts} />
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

describe('an account that is closed, and so the whole was refused', () => {
  const old: SharingAccount = {
    ...{ productId: 'Aa1Bb2Cc3D', nickname: 'Vecchio conto', currency: 'EUR', iban: '' },
    ...{ type: { code: 'CC', description: 'Conto corrente' }, isListed: true, closedAt: null },
    ...{ refusedAsClosedAt: '2026-11-28T10:01:00.000Z', consents: [] },
  }
  const refused = { reason: 'account_closed', closed: ['Aa1Bb2Cc3D'] }

  it.each(locales)('is named, and left out of what is chosen again: %s', (locale) => {
    const html = rendered(refused, locale, [old])
    const { closedNamed, why } = messagesOf(locale).authorization
    expect(html.replace(/<[^>]*>/g, '')).toContain(closedNamed.replace('{name}', 'Vecchio conto'))
    expect(html).toMatch(/translate="no"[^>]*>Vecchio conto</)
    expect(html).toContain('href="/consents/new?account=Zq9Xw8Yv7U&amp;category=ACCOUNT_INFO"')
    // One that is not known here any more has no name.
    expect(rendered(refused, locale)).toContain(why.account_closed)
  })

  it.each(locales)('stays among the choices, marked and not chosen beforehand: %s', (locale) => {
    const open = { ...old, productId: 'Zq9Xw8Yv7U', nickname: 'Conto di casa', refusedAsClosedAt: null }
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
        <AccountChoices accounts={[open, old]} chosen={[open.productId, old.productId]} />
      </NextIntlClientProvider>,
    )
    const [first = '', second = ''] = html.match(/<input.*?<\/label>/g) ?? []
    expect(first).toMatch(/checked=""/)
    expect(first).not.toContain('data-by-hand')
    expect(second).not.toMatch(/checked=""/)
    expect(second).toContain('data-by-hand')
    const day = { en: '28 November 2026', it: '28 novembre 2026' }[locale]
    expect(second).toContain(messagesOf(locale).share.refusedAsClosed.replace('{day}', day))
  })
})
