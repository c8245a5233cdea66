import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { AccountNotices } from '@/app/(bank)/accounts/[productId]/account-notices'
import type { MovementsPage } from '@/lib/contracts/movements'
import { type ProblemCode, problemCodes, readingProblems } from '@/lib/contracts/problem'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const account = {
  productId: 'Zq9Xw8Yv7U',
  type: { code: 'CC', description: 'Conto corrente' },
  nickname: 'Conto',
  currency: 'EUR',
  iban: '',
}

function noticesOf(code: string | null, noFile?: ProblemCode): string {
  const messages = messagesOf('en')
  const page: MovementsPage = {
    account,
    isShared: true,
    closedAt: null,
    covered: null,
    movementsReadAt: null,
    isReading: false,
    problem: code === null ? null : { code, at: '2026-11-28T10:00:00.000Z' },
    movements: [],
    nextCursor: null,
    total: null,
    sums: null,
    dayTotals: [],
  }
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="Europe/Rome">
      <WordsProvider locale="en" renderedAtMs={0} words={messages}>
        <AccountNotices
          account={{ ...account, shared: [], balance: null, reading: { kind: 'fresh' } }}
          page={page}
          approvalId={null}
          connection="live"
          returnTo="/accounts/Zq9Xw8Yv7U"
          noFile={noFile}
        />
      </WordsProvider>
    </NextIntlClientProvider>,
  )
}

describe('what an account page says when the bank did not answer', () => {
  it.each(readingProblems)(
    'DAT-12: %s: its words, and a way to reconnect exactly where they speak of it',
    (code) => {
      const { title, meaning } = messagesOf('en').problem[code]
      const html = noticesOf(code).replaceAll('&#x27;', "'")
      expect(html).toContain(title)
      expect(html).toContain(meaning)
      expect(html.includes('<button')).toBe(/reconnect/i.test(meaning))
    },
  )

  it.each(problemCodes)('an export that gave no file: %s: says that, and why', (code) => {
    const html = noticesOf(null, code).replaceAll('&#x27;', "'")
    const { exports, problem } = messagesOf('en')
    expect(html).toContain(exports.noFile)
    expect(html).toContain(problem[code].title)
    expect(html).not.toMatch(/[{}]/)
  })

  it('a problem of our own is not shown as the bank’s', () => {
    expect(noticesOf('toString')).toBe('')
  })
})
