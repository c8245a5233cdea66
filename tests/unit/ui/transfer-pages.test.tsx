import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import Calendar from '@/app/(bank)/transfers/_form/calendar'
import { KeptLine } from '@/app/(bank)/transfers/_form/kept-line'
import { TransferForm } from '@/app/(bank)/transfers/_form/transfer-form'
import { ProblemPlace } from '@/app/(bank)/transfers/_form/transfer-problem'
import { Writing } from '@/app/(bank)/transfers/_parts/writing'
import { TransferList } from '@/app/(bank)/transfers/(list)/transfer-list'
import { ByState } from '@/app/(bank)/transfers/[transferId]/by-state'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { PreparationView, TransferView } from '@/lib/contracts/transfers'
import { locales } from '@/lib/domain/locale'
import { actionsOf, moneyOf } from '@/lib/domain/transfers/transfer-meaning'
import { finalNames, type TransferStateName } from '@/lib/domain/transfers/transfer-state'
import { messagesOf } from '@/lib/i18n/messages'
import { formatMoment } from '@/lib/ui/format/moment'
import { WordsProvider } from '@/lib/ui/words'
import { acceptedTransfer } from '@/tests/support/transfer-view'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/transfers/1' }))

const account: OverviewAccount = {
  ...{ productId: 'p', iban: 'IT12A0123412345000000000001', currency: 'EUR', nickname: 'Conto di casa' },
  ...{ type: { code: '', description: '' }, shared: ['ACCOUNT_INFO', 'PAYMENTS'], balance: null },
  reading: { kind: 'fresh' },
}
const closed: OverviewAccount = {
  ...account,
  reading: { kind: 'closed', closedAt: '2026-11-27T10:00:00.000Z' },
}
const unshared: OverviewAccount = { ...account, shared: ['ACCOUNT_INFO'] }

function textOf(
  state: TransferStateName,
  locale: (typeof locales)[number],
  changes: Partial<TransferView> = {},
  from: OverviewAccount | undefined = account,
) {
  const name = { name: state }
  const view = { ...acceptedTransfer, state, money: moneyOf(name), actions: actionsOf(name), ...changes }
  return rendered(
    <ByState view={view} account={from} today="2026-11-28" bank="Banca Zefiro" />,
    locale,
    view.movedAt,
  )
}

function rendered(page: ReactNode, locale: (typeof locales)[number], at = acceptedTransfer.movedAt) {
  const messages = messagesOf(locale)
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale={locale} renderedAtMs={Date.parse(at)} words={messages}>
        {page}
      </WordsProvider>
    </NextIntlClientProvider>,
  )
  return { html, text: html.replace(/<[^>]*>/g, ' ').replaceAll('&#x27;', "'") }
}

const unpaid = finalNames.filter((name) => name !== 'accepted')

it.each(locales)(
  'each transfer that came to nothing says so and why, and can be tried again: %s',
  (locale) => {
    const { title, meaning, nothingPaid } = messagesOf(locale).transferState
    for (const state of unpaid) {
      const { html, text } = textOf(state, locale, { timeline: [] })
      for (const words of [title[state], meaning[state], nothingPaid]) expect(text).toContain(words)
      expect(html.includes('/transfers/new?repeat=1')).toBe(state !== 'unsupported')
      expect(text).not.toMatch(/undefined|transferState\.|[a-z]_[a-z]/)
    }
  },
)

it.each(locales)(
  'what the bank denies after it was sent is called not carried out, and never simply unpaid: %s',
  (locale) => {
    const { notCarriedOut, nothingPaid } = messagesOf(locale).transferState
    const sent = { at: '2026-11-28T09:00:00Z', what: 'execute_claimed', actor: 'system' } as const
    for (const state of ['declined', 'expired'] as const) {
      const { text } = textOf(state, locale, { timeline: [{ ...sent, to: 'executing' }] })
      expect(text).toContain(notCarriedOut.title)
      expect(text).toContain(notCarriedOut.meaning)
      expect(text).not.toContain(nothingPaid)
      // A claim that came too late is none.
      expect(textOf(state, locale, { timeline: [{ ...sent, to: 'late' }] }).text).toContain(nothingPaid)
    }
  },
)

it.each(locales)('a step that we cannot send shows what the bank said of it: %s', (locale) => {
  const messages = [
    { type: 'INFO' as const, text: 'We need the tax code of the payee', detail: 'beneficiaryTaxCode' },
  ]
  const { snapshot } = acceptedTransfer
  if (snapshot === null) throw new Error('there is a snapshot')
  const { text } = textOf('unsupported', locale, { result: null, snapshot: { ...snapshot, messages } })
  for (const words of [messagesOf(locale).transferReview.bankSays, 'We need the tax code of the payee'])
    expect(text).toContain(words)
})

it.each(locales)(
  'what may have been paid, or goes on, is never said to be unpaid or offered again: %s',
  (locale) => {
    for (const state of ['executing', 'unknown'] as const) {
      const { html, text } = textOf(state, locale)
      expect(text).toContain(messagesOf(locale).transferState.title[state])
      expect(text).not.toContain(messagesOf(locale).transferState.nothingPaid)
      expect(html).not.toContain('repeat=')
    }
  },
)

it('a total in another currency than the fee says that the fee is not in it', () => {
  const { feeApart, equivalentUntold } = messagesOf('en').transferReview
  const snapshot = acceptedTransfer.snapshot && {
    ...acceptedTransfer.snapshot,
    total: { amount: '100000', currency: 'JPY' },
    fee: { amount: '12.00', currency: 'EUR' },
  }
  for (const state of ['checked', 'accepted'] as const) {
    expect(textOf(state, 'en', { snapshot }).text).toContain(feeApart)
    expect(textOf(state, 'en', { snapshot }).text).toContain(equivalentUntold)
    expect(textOf(state, 'en').text).not.toContain(feeApart)
  }
})

it.each(locales)(
  'what is ready to approve from an account that is none to pay from any more says so, and is not offered for approval: %s',
  (locale) => {
    const { transferReview, transferRun } = messagesOf(locale)
    const approve = transferRun.approve.replace('{bank}', 'Banca Zefiro')
    expect(textOf('checked', locale).text).toContain(approve)
    for (const [from, words] of [
      [closed, transferReview.account.closed],
      [unshared, transferReview.account.not_shared],
    ] as const) {
      const { text } = textOf('checked', locale, {}, from)
      expect(text).toContain(words)
      expect(text).not.toContain(approve)
      for (const way of [transferRun.changeNamed.productId, transferRun.drop]) expect(text).toContain(way)
    }
  },
)

it.each(locales)(
  'a draft without any account to pay from shows what was written, why, and the way on: %s',
  (locale) => {
    const { transferNone, transferRun } = messagesOf(locale)
    const draft = { ...acceptedTransfer.draft, amount: '12,50', date: '10 December 2026', isUrgent: true }
    const writing = (own: OverviewAccount, hasOthers: boolean) =>
      rendered(
        <Writing
          start={{ customer: 'c', transferId: '1', check: 2, formToken: '', repeatOf: null, draft }}
          startPage="/transfers/1"
          accounts={[]}
          own={own}
          hasOthers={hasOthers}
          payees={[]}
          preparation={null}
          verdict={{ faults: [], problem: null }}
          today="2026-11-28"
          bank="Banca Zefiro"
          draftDays={30}
        />,
        locale,
      )
    const written = ['12,50', 'Marta Colombo', draft.iban, 'Conto di casa', '10 December 2026', 'Rent']
    for (const [own, hasOthers, title, href] of [
      [closed, true, transferNone.closed, '/consents/new?category=PAYMENTS'],
      [closed, false, transferNone.closed, undefined],
      [unshared, false, transferNone.notShared, '/consents/new?account=p&amp;category=PAYMENTS'],
    ] as const) {
      const { html, text } = writing(own, hasOthers)
      for (const words of [title, transferRun.drop, ...written]) expect(text).toContain(words)
      expect(/href="(\/consents\/[^"]*)"/.exec(html)?.[1]).toBe(href)
    }
  },
)

it.each(locales)('what the bank would not do, however long ago, says when that was: %s', (locale) => {
  const { transferProblem } = messagesOf(locale)
  const problem = { code: 'bank_limit_reached', bankWords: [], reference: null }
  const { text } = textOf('checked', locale, { problem })
  expect(text).toContain(transferProblem.bank_limit_reached.title)
  const at = formatMoment(acceptedTransfer.movedAt, 'minute', locale)
  expect(text).toContain(transferProblem.metAt.replace('{at}', at))
})

it.each(locales)('a day that the bank no longer takes is named as what it refused: %s', (locale) => {
  const problem = { code: 'day_refused', bankWords: ['Il dato non va bene'], reference: null }
  const { text } = textOf('refused', locale, { problem })
  const { title, meaning } = messagesOf(locale).transferProblem.day_refused
  for (const words of [title, meaning, 'Il dato non va bene']) expect(text).toContain(words)
})

it.each(locales)('who is not signed in any more is led back to this transfer: %s', (locale) => {
  const place = (
    <ProblemPlace problem={new ProblemError('not_signed_in')} returnTo="/transfers/1" productId="p" />
  )
  const { text } = rendered(place, locale)
  const { connect, transferProblem } = messagesOf(locale)
  expect(text).toContain(transferProblem.not_signed_in.meaning)
  expect(text).toContain(connect.signInAgain)
})

it.each(locales)('a server that does not answer is not said to be the customer’s network: %s', (locale) => {
  const place = <ProblemPlace problem={new ProblemError('offline')} returnTo="/transfers/1" productId="p" />
  const { text } = rendered(place, locale)
  expect(text).toContain(messagesOf(locale).transferProblem.offline.meaning)
  expect(text).not.toContain(messagesOf(locale).problem.offline.title)
})

it.each(locales)(
  'the form names a first day only by what the bank said today of the chosen account: %s',
  (locale) => {
    const [asap = ''] = messagesOf(locale).transferForm.date.first.split('{')
    const said: PreparationView = {
      ...{ readAt: '2026-11-30T09:00:00.000Z', today: '2026-12-01', bankAbi: null, sepa: true, swift: null },
      ...{ swiftContractSigned: null, urgency: null, earliestDate: '2026-12-01', earliestDateInternal: null },
      ...{ latestDate: null, holidays: [], currencies: [], ratesUpdated: { date: null, hour: null } },
      ...{ selectedCurrency: null, countries: [] },
    }
    const form = (productId: string, preparation: PreparationView | null) => {
      const draft = { ...acceptedTransfer.draft, productId, date: '' }
      const start = { customer: 'c', transferId: null, check: 0, formToken: 't', repeatOf: null, draft }
      const verdict = { faults: [], problem: null }
      const from = { productId: 'p', name: 'Conto', maskedIban: '', spokenIban: '', figure: null }
      return rendered(
        <TransferForm
          {...{ start, verdict, preparation, payees: [], accounts: [from] }}
          startPage="/transfers/new"
          today="2026-11-30"
          draftDays={30}
        />,
        locale,
      ).text
    }
    expect(form('', null)).not.toContain(asap)
    expect(form('p', null)).not.toContain(asap)
    // Of yesterday, by our own clock.
    expect(form('p', { ...said, readAt: '2026-11-29T09:00:00.000Z' })).not.toContain(asap)
    expect(form('p', { ...said, today: null, earliestDate: null })).not.toContain(asap)
    expect(form('p', said)).toMatch(new RegExp(`${asap}.*1`))
  },
)

it.each([
  ['en', /deleted 30 days after/, /deleted 1 day after/],
  ['it', /eliminata 30 giorni dopo/, /eliminata 1 giorno dopo/],
] as const)(
  'the list and the form say how long a draft is kept that was never checked: %s',
  (locale, days, day) => {
    const { movedAt } = acceptedTransfer
    const summary = {
      ...{
        transferId: '1',
        productId: 'p',
        payeeName: '',
        iban: '',
        amount: null,
        typedAmount: '',
        date: null,
      },
      ...{ takenBack: null, createdAt: movedAt, movedAt, money: moneyOf({ name: 'draft' }) },
    }
    const list = (state: TransferStateName, draftDays: number) =>
      rendered(
        <TransferList transfers={[{ ...summary, state }]} today="2026-11-28" draftDays={draftDays} />,
        locale,
      ).text
    expect(list('draft', 30)).toMatch(days)
    expect(list('draft', 1)).toMatch(day)
    expect(list('checked', 30)).not.toMatch(days)
    const form = (check: number) => {
      const draft = { ...acceptedTransfer.draft, productId: '' }
      const start = { customer: 'c', transferId: '1', check, formToken: '', repeatOf: null, draft }
      const verdict = { faults: [], problem: null }
      return rendered(
        <TransferForm
          {...{ start, verdict, preparation: null, payees: [], accounts: [] }}
          startPage="/transfers/new"
          today="2026-11-30"
          draftDays={30}
        />,
        locale,
      ).text
    }
    expect(form(0)).toMatch(days)
    expect(form(1)).not.toMatch(days)
  },
)

it.each([
  ['en', '42 seconds'],
  ['it', '42 secondi'],
] as const)(
  'a limit says when to try again, beside the button and where the draft is kept: %s',
  (locale, wait) => {
    const problem = new ProblemError('rate_limited', { retryAfterSeconds: 42 })
    const { transferForm } = messagesOf(locale)
    const place = rendered(<ProblemPlace problem={problem} returnTo="/transfers/1" productId="p" />, locale)
    expect(place.text).toContain(wait)
    const keptAfter = (met: ProblemError) =>
      rendered(<KeptLine kept="failed" problem={met} returnTo="/transfers/1" />, locale).text
    expect(keptAfter(problem)).toContain(wait)
    expect(keptAfter(new ProblemError('too_many_drafts'))).toContain(transferForm.kept.full)
    expect(keptAfter(new ProblemError('offline'))).toContain(transferForm.kept.failed)
  },
)

it.each(locales)('a 403 blames the consent only where the bank’s list lacks it: %s', (locale) => {
  const { transferProblem } = messagesOf(locale)
  const told = (code: string) => {
    const problem = { code, bankWords: [], reference: null }
    return rendered(<ProblemPlace problem={problem} returnTo="/transfers/1" productId="p" />, locale)
  }
  const forbidden = told('bank_forbidden')
  expect(forbidden.text).toContain(transferProblem.bank_forbidden.meaning)
  expect(forbidden.text).not.toMatch(/consen/i)
  expect(forbidden.html).not.toContain('/consents/new')
  expect(told('not_shared').text).toMatch(/consen/i)
  expect(told('not_shared').html).toContain('/consents/new')
})

it.each(locales)('what the bank says of an accepted transfer later: %s', (locale) => {
  const { transferState } = messagesOf(locale)
  const page = (executionStatus: string | null) =>
    textOf('accepted', locale, { result: { cro: null, messages: [], executionStatus } }).text
  for (const [value, words] of [
    ['REJECTED', transferState.takenBack.rejected],
    ['CANCELLED', transferState.takenBack.cancelled],
  ] as const) {
    for (const text of [words.title, words.meaning, value]) expect(page(value)).toContain(text)
    expect(page(value).trim().startsWith(words.title)).toBe(true)
  }
  // What nobody knows is shown as given, and nothing is made of it.
  for (const value of ['SETTLED', 'rejected?', 'PENDING']) {
    expect(page(value)).toContain(transferState.title.accepted)
    expect(page(value)).toContain(value === 'PENDING' ? transferState.statusPending : value)
  }
})

it.each(locales)('the calendar calls no day chosen while the field is empty: %s', (locale) => {
  const none = { earliestDate: undefined, earliestDateInternal: undefined, latestDate: undefined }
  const calendar = { ...none, today: '2026-11-30', holidays: [], abi: undefined }
  const { chosen: word } = messagesOf(locale).calendar
  const daysCalledChosen = (chosen: string | undefined) => {
    const parts = { chosen, otherwise: '2026-12-02', calendar, payeeAbi: undefined, onChoose: () => {} }
    const { html } = rendered(<Calendar {...parts} />, locale)
    const buttons = html.match(/<button[^>]* value="[^>]*>/g) ?? []
    const places = { day: /value="([^"]*)"/, words: /aria-label="([^"]*)"/ }
    const days = buttons.map((button) => ({
      day: button.match(places.day)?.[1],
      words: button.match(places.words)?.[1] ?? '',
      isStop: button.includes('tabindex="0"'),
    }))
    expect(days).toHaveLength(31)
    return {
      chosen: days.flatMap(({ day, words }) => (words.split(', ').includes(word) ? [day] : [])),
      opensAt: days.flatMap(({ day, isStop }) => (isStop ? [day] : [])),
    }
  }
  expect(daysCalledChosen(undefined)).toEqual({ chosen: [], opensAt: ['2026-12-02'] })
  expect(daysCalledChosen('2026-12-09')).toEqual({ chosen: ['2026-12-09'], opensAt: ['2026-12-09'] })
})
