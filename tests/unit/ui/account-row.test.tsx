import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Account } from '@/lib/contracts/accounts'
import { messagesOf } from '@/lib/i18n/messages'
import { AccountRow } from '@/lib/ui/account-row'
import { WordsProvider } from '@/lib/ui/words'

const account: Account = {
  productId: 'Zq9Xw8Yv7U',
  type: { code: 'CC', description: 'Conto corrente' },
  nickname: 'Città e caffè',
  currency: 'EUR',
  iban: 'IT60X0542811101000000123456',
}

function rendered(changes: Partial<Account> = {}): string {
  return renderToStaticMarkup(
    <WordsProvider locale="it" renderedAtMs={0} words={messagesOf('it')}>
      <AccountRow account={{ ...account, ...changes }} />
    </WordsProvider>,
  )
}

describe('an account row', () => {
  it('shows name, type, masked IBAN and currency, and not the IBAN whole', () => {
    const html = rendered()
    expect(html).toContain('Città e caffè')
    expect(html).toContain('Conto corrente')
    expect(html).toContain('IT60 ···· 3456')
    expect(html).toContain('EUR')
    expect(html).not.toContain('IT60X0542811101000000123456')
  })

  it('names the account in the copy button, so that one of many is known by ear', () => {
    expect(rendered()).toContain('aria-label="Copia l&#x27;IBAN di Città e caffè"')
  })

  it('is called by its type when the customer gave it no name', () => {
    expect(rendered({ nickname: '  ' })).toMatch(/font-semibold[^>]*>Conto corrente</)
  })

  it('says so when there is no IBAN, and offers nothing to copy', () => {
    const html = rendered({ iban: '' })
    expect(html).toContain('Senza IBAN')
    expect(html).not.toContain('<button')
  })

  it('writes what the bank sent as text, whatever it is', () => {
    expect(rendered({ nickname: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
  })
})
