import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { SharingNote } from '@/app/(bank)/accounts/sharing-note'
import { ConsentMatrix } from '@/app/(bank)/consents/consent-matrix'
import { NothingShared } from '@/app/(bank)/consents/nothing-shared'
import { ConnectionState } from '@/app/(bank)/settings/connection-state'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const account = {
  productId: 'Zq9Xw8Yv7U',
  type: { code: 'CC', description: 'Conto corrente' },
  nickname: 'Conto',
  currency: 'EUR',
  iban: 'IT60X0542811101000000123456',
}
const listed: SharingAccount = {
  ...account,
  ...{ isListed: true, closedAt: null, refusedAsClosedAt: null, consents: [] },
}
const inOverview = (shared: string[]): OverviewAccount => ({
  ...account,
  shared,
  balance: null,
  reading: { kind: 'not_shared' },
})

function markup(part: ReactNode, locale: 'en' | 'it' = 'en'): string {
  const messages = messagesOf(locale)
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale={locale} renderedAtMs={0} words={messages}>
        {part}
      </WordsProvider>
    </NextIntlClientProvider>,
  )
}

function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').replaceAll('&#x27;', "'")
  return text.replace(/\s+/g, ' ').trim()
}

/** What can be read of it, in both languages. */
const read = (part: ReactNode): Record<'en' | 'it', string> => ({
  en: textOf(markup(part, 'en')),
  it: textOf(markup(part, 'it')),
})

describe('the state of the connection', () => {
  const state = (atLoad: 'live' | 'expired', isSharing: boolean) =>
    read(<ConnectionState customer="1" atLoad={atLoad} isSharing={isSharing} />)

  it('says that what is shared can be used too', () => {
    expect(state('live', true)).toEqual({
      en: 'Connected. We can read the list of your accounts, and use what you share.',
      it: "Attivo. Possiamo leggere l'elenco dei tuoi conti e usare ciò che condividi.",
    })
  })

  it('promises no more than the list where nothing is shared, and nothing once the bank refuses us', () => {
    expect(state('live', false).en).toBe('Connected. We can read the list of your accounts.')
    expect(state('expired', true)).toEqual(state('expired', false))
  })
})

describe('a customer without accounts', () => {
  it('is not told beside the accounts that nothing is shared yet', () => {
    expect(read(<SharingNote accounts={[]} />)).toEqual({ en: '', it: '' })
    expect(read(<SharingNote accounts={[inOverview([])]} />).en).toMatch(/^Nothing is shared yet .* Choose/)
    expect(read(<SharingNote accounts={[inOverview(['PAYMENTS'])]} />).en).toMatch(
      /^You share 1 of 1 account/,
    )
  })

  it('is offered no choice of accounts among the consents', () => {
    const readAt = '2026-11-28T10:00:00.000Z'
    const nothing = (one: string | null, accounts: SharingAccount[]) =>
      read(<NothingShared sharing={{ readAt: one, accounts }} bank="Banca Zefiro" />).en
    expect(nothing(readAt, [])).toBe(
      'You share nothing Banca Zefiro lists no account of yours, so there is nothing to share.',
    )
    expect(nothing(readAt, [listed])).toMatch(/^You share nothing .* Choose what to share$/)
    expect(nothing(null, [])).toMatch(/^We do not know yet what you share/)
  })
})

describe('the consents on a phone', () => {
  const since = '2026-11-01T10:00:00.000Z'
  const consents = ['ACCOUNT_INFO', 'PAYMENTS'].map((category) => ({
    ...{ category, grantedAt: since, lastUsedAt: null },
  }))
  const offered = ['ACCOUNT_INFO', 'FUNDS_AVAILABILITY', 'PAYMENTS']
  /** The list of the phone: what stands before it is the table of a desktop. */
  const onPhone = (accounts: SharingAccount[]) => {
    const html = markup(<ConsentMatrix accounts={accounts} offered={offered} />)
    return html.slice(html.indexOf('</table>'))
  }

  it('are one line an account, which opens on what can be done', () => {
    const twelve = Array.from({ length: 12 }, (_, place) => ({ ...listed, productId: `p${place}`, consents }))
    const html = onPhone(twelve)
    expect(html.match(/<details class/g)).toHaveLength(12)
    expect(html).not.toMatch(/<details[^>]* open/)
    const [line = ''] = html.match(/<summary.*?<\/summary>/) ?? []
    expect(textOf(line)).toMatch(/^Conto IT60 .* Balances and movements · Preparing payments$/)
    expect(line).not.toContain('<a ')
    const [inside = ''] = html.match(/<\/summary>.*?<\/details>/) ?? []
    expect(inside.match(/<a /g)).toHaveLength(4)
  })

  it('offer at once what is the one thing to do, and are open where there is one account', () => {
    const closedAt = '2026-11-20T10:00:00.000Z'
    expect(onPhone([listed, { ...listed, consents }])).toContain('aria-label="Share Conto"')
    expect(onPhone([{ ...listed, closedAt }])).not.toContain('<a ')
    expect(onPhone([{ ...listed, consents }])).toMatch(/<details[^>]* open/)
  })
})
