import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { MovementPanel } from '@/app/(bank)/accounts/[productId]/movement-panel'
import { MovementRow } from '@/app/(bank)/accounts/[productId]/movement-row'
import { LatestMovements } from '@/app/(bank)/accounts/latest-movements'
import type { Movement } from '@/lib/contracts/movements'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const account = {
  productId: '01',
  nickname: 'Conto di casa',
  iban: '',
  currency: 'EUR',
  type: { code: '', description: '' },
}

const payment: Movement = {
  movementId: 'm1',
  status: 'booked',
  day: '2026-11-25',
  bookingDate: '2026-11-25',
  valueDate: '2026-11-24',
  amount: '-114.68',
  currency: 'EUR',
  shortDescription: 'PAGAMENTO POS',
  extendedDescription: 'SUPERMERCATO LA DISPENSA CARTA *0190 DEL 24/11/2026',
  codeDescription: 'POS',
  moneyTransferId: null,
  index: '382',
  fields: [],
  odd: [],
}

type Locale = 'en' | 'it'

function html(element: ReactNode, locale: Locale): string {
  const messages = messagesOf(locale)
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale={locale} renderedAtMs={0} words={messages}>
        {element}
      </WordsProvider>
    </NextIntlClientProvider>,
  )
}

/** The texts of the elements, in their order. */
const texts = (markup: string) =>
  markup
    .replaceAll('\u00a0', ' ')
    .split(/<[^>]*>/)
    .filter((text) => text.trim() !== '')

const row = (change: Partial<Movement>, locale: Locale) =>
  texts(html(<MovementRow movement={{ ...payment, ...change }} today="2026-11-28" href="/" />, locale))

const latest = (change: Partial<Movement>, locale: Locale) =>
  texts(
    html(
      <LatestMovements
        movements={[{ ...payment, ...change, productId: '01' }]}
        accounts={[account]}
        today="2026-11-28"
      />,
      locale,
    ),
  ).slice(2)

describe('a row of movements', () => {
  it('has the counterpart first, then kind, card and the day on which it was used', () => {
    expect(row({}, 'en')).toEqual([
      'SD',
      'Supermercato La Dispensa',
      'Money out ',
      '− € 114.68',
      'Card *0190 · 24 Nov',
    ])
    expect(row({}, 'it')[4]).toBe('Carta *0190 · 24 nov')
  })

  it('keeps a name from translation, and nothing else of the bank', () => {
    expect(html(<MovementRow movement={payment} today="2026-11-28" href="/" />, 'en')).toMatch(
      /translate="no"[^>]*>Supermercato La Dispensa</,
    )
    const odd = { ...payment, extendedDescription: 'CARTA *0190' }
    expect(html(<MovementRow movement={odd} today="2026-11-28" href="/" />, 'en')).not.toMatch(
      /translate="no"[^>]*>CARTA/,
    )
  })

  it.each<[string, Partial<Movement>, Locale, string, string]>([
    [
      'a day that the movement does not have stays in the bank’s words',
      { valueDate: '2026-11-23' },
      'en',
      'Supermercato La Dispensa',
      'Card · Carta *0190 del 24/11/2026 · value date 23 Nov',
    ],
    [
      'a kind that the rest begins with is not said twice',
      { valueDate: '2026-11-23' },
      'it',
      'Supermercato La Dispensa',
      'Carta *0190 del 24/11/2026 · valuta 23 nov',
    ],
    [
      'what comes in, with its reason',
      {
        amount: '50.00',
        valueDate: '2026-11-25',
        shortDescription: 'BONIFICO A VOSTRO FAVORE',
        extendedDescription: 'DA MARTA COLOMBO - REGALO',
      },
      'it',
      'Marta Colombo',
      'Bonifico ricevuto · Regalo',
    ],
    [
      'the original where no rule fits',
      {
        shortDescription: 'GIROCONTO',
        extendedDescription: 'A CONTO DI RISPARMIO',
        codeDescription: 'GIROCONTO',
        valueDate: null,
      },
      'en',
      'A CONTO DI RISPARMIO',
      'GIROCONTO',
    ],
  ])('%s', (_what, change, locale, title, details) => {
    const [, first, , , second] = row(change, locale)
    expect([first, second]).toEqual([title, details])
  })

  it('needs no text at all', () => {
    const none = { shortDescription: null, extendedDescription: null, codeDescription: null, valueDate: null }
    expect(row(none, 'en')).toEqual(['·', 'No description', 'Money out ', '− € 114.68'])
  })
})

describe('the latest movements', () => {
  it('have counterpart, kind, day and account', () => {
    expect(latest({}, 'en')).toEqual([
      'SD',
      'Supermercato La Dispensa',
      'Money out ',
      '− € 114.68',
      'Card *0190 · 25 Nov · Conto di casa',
    ])
    const pending = { status: 'pending', day: null, bookingDate: null, valueDate: '2026-11-27' } as const
    const text = 'SUPERMERCATO LA DISPENSA CARTA *0190 DEL 27/11/2026 IN ATTESA DI CONTABILIZZAZIONE'
    expect(latest({ ...pending, extendedDescription: text }, 'it').at(-1)).toBe(
      'Carta *0190 · Ieri · da contabilizzare · Conto di casa',
    )
  })
})

describe('the details of a movement', () => {
  it.each([
    ['en', 'Kind', 'Card', 'Text from your bank'],
    ['it', 'Tipo', 'Carta', 'Testo della banca'],
  ] as const)(
    'name the counterpart and keep the text of the bank as it is (%s)',
    (locale, kind, card, original) => {
      const shown = texts(html(<MovementPanel movement={payment} account={account} back="/" />, locale))
      expect(shown.slice(0, 4)).toEqual([
        'Supermercato La Dispensa',
        locale === 'en' ? '− € 114.68' : '− 114,68 €',
        kind,
        card,
      ])
      expect(shown[shown.indexOf(original) + 1]).toBe(payment.extendedDescription)
      expect(shown).toEqual(expect.arrayContaining(['PAGAMENTO POS', 'POS']))
    },
  )
})
