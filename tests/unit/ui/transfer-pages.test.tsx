import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ByState } from '@/app/(bank)/transfers/[transferId]/by-state'
import type { TransferView } from '@/lib/contracts/transfers'
import { locales } from '@/lib/domain/locale'
import { actionsOf, moneyOf } from '@/lib/domain/transfer-meaning'
import { finalNames, type TransferStateName } from '@/lib/domain/transfer-state'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'
import { acceptedTransfer } from '../../support/transfer-view'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/transfers/1' }))

function textOf(
  state: TransferStateName,
  locale: (typeof locales)[number],
  changes: Partial<TransferView> = {},
) {
  const [name, messages] = [{ name: state }, messagesOf(locale)]
  const view = { ...acceptedTransfer, state, money: moneyOf(name), actions: actionsOf(name), ...changes }
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale={locale} renderedAtMs={Date.parse(view.movedAt)} words={messages}>
        <ByState view={view} account={undefined} today="2026-11-28" bank="Banca Zefiro" />
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
      const { html, text } = textOf(state, locale)
      for (const words of [title[state], meaning[state], nothingPaid]) expect(text).toContain(words)
      expect(html.includes('/transfers/new?repeat=1')).toBe(state !== 'unsupported')
      expect(text).not.toMatch(/undefined|transferState\.|[a-z]_[a-z]/)
    }
  },
)

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
