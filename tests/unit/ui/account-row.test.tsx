import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { AccountRow } from '@/app/(bank)/accounts/account-row'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const account: OverviewAccount = {
  productId: 'Zq9Xw8Yv7U',
  type: { code: 'CC', description: 'Conto corrente' },
  nickname: 'Città e caffè',
  currency: 'EUR',
  iban: 'IT60X0542811101000000123456',
  shared: ['ACCOUNT_INFO'],
  balance: {
    accounting: { amount: '1250.00', currency: 'EUR' },
    available: { amount: '1234.5', currency: 'EUR' },
    bankDate: '2026-11-28',
    readAt: '2026-11-28T10:00:00.000Z',
  },
  reading: { kind: 'fresh' },
}

function rendered(changes: Partial<OverviewAccount> = {}, approvalId: string | null = null): string {
  const messages = messagesOf('it')
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="it" messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale="it" renderedAtMs={Date.parse('2026-11-28T10:05:00Z')} words={messages}>
        <AccountRow account={{ ...account, ...changes }} approvalId={approvalId} trend={undefined} />
      </WordsProvider>
    </NextIntlClientProvider>,
  )
}

describe('an account row', () => {
  it('shows name, type and masked IBAN, and not the IBAN whole', () => {
    const html = rendered()
    expect(html).toContain('Città e caffè')
    expect(html).toContain('Conto corrente')
    expect(html).toContain('IT60 ···· 3456')
    expect(html).not.toContain('IT60X0542811101000000123456')
  })

  it('names the account in the copy button, so that one of many is known by ear', () => {
    expect(rendered()).toContain('aria-label="Copia l&#x27;IBAN di Città e caffè"')
  })

  it('is called by its type when the customer gave it no name', () => {
    expect(rendered({ nickname: '  ' })).toMatch(/font-semibold[^>]*><a[^>]*>Conto corrente</)
  })

  it('says so when there is no IBAN, and offers nothing to copy', () => {
    const html = rendered({ iban: '' })
    expect(html).toContain('Senza IBAN')
    expect(html).not.toContain('<button')
  })

  it('lets no name turn around what stands beside it', () => {
    expect(rendered({ nickname: 'Conto \u202eoloccip' })).toContain('Conto \ufffdoloccip')
  })

  it('writes what the bank sent as text, whatever it is', () => {
    expect(rendered({ nickname: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
  })

  it('shows what is available, and what is booked beneath it', () => {
    const html = rendered()
    expect(html).toContain('1.234,50\u00a0€')
    expect(html.replace(/<[^>]*>/g, '')).toContain('1.250,00\u00a0€ contabile')
  })

  it('does not call a balance that the bank did not give zero', () => {
    const none = { accounting: null, available: null, bankDate: null, readAt: '2026-11-28T10:00:00.000Z' }
    expect(rendered({ balance: none })).toContain('La banca non ha dato il saldo')
    expect(rendered({ balance: null })).toContain('Ancora nessuna cifra')
  })

  it('offers to share what is not shared, and shows no figure', () => {
    const html = rendered({ shared: [], balance: null, reading: { kind: 'not_shared' } })
    expect(html).toContain('href="/consents/new?account=Zq9Xw8Yv7U&amp;category=ACCOUNT_INFO"')
    expect(html).not.toContain('€')
  })

  it('tells in its place why it is not newer, with its age, and keeps the figures', () => {
    const html = rendered({ reading: { kind: 'kept', problem: 'bank_unreachable' } })
    expect(html).toContain('Non aggiornato: la banca non ha risposto.')
    expect(html).toContain('Queste cifre: 5 minuti fa')
    expect(html).toContain('1.234,50\u00a0€')
  })

  it('leads to the approval that the bank wants', () => {
    expect(rendered({ reading: { kind: 'kept', problem: null } }, 'abc')).toContain(
      'href="/authorizations/abc"',
    )
  })

  it('DAT-12: leads to where the customer can prove again that it is them', () => {
    const html = rendered({ reading: { kind: 'kept', problem: 'bank_sca_expired' } })
    expect(html).toMatch(/href="\/accounts\/Zq9Xw8Yv7U"[^>]*>Confermalo</)
  })

  it('says that it is closed', () => {
    expect(rendered({ reading: { kind: 'closed', closedAt: '2026-11-01T00:00:00.000Z' } })).toContain(
      'questo conto è chiuso',
    )
  })
})
