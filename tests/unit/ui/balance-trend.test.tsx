import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BalanceTrendCard } from '@/app/(bank)/accounts/[productId]/trend/balance-trend'
import { trendPeriod, usefulPeriods } from '@/app/(bank)/accounts/[productId]/trend/period'
import { Sparkline } from '@/app/(bank)/accounts/sparkline'
import { addDays } from '@/lib/domain/days/bank-day'
import type { BalanceTrend, TrendLimit } from '@/lib/domain/money/balance-trend'
import { messagesOf } from '@/lib/i18n/messages'

const today = '2026-11-28'

function known(amounts: string[], limit: TrendLimit | null = null): BalanceTrend {
  const points = amounts.map((amount, index) => ({ day: addDays(today, index + 1 - amounts.length), amount }))
  return { kind: 'known', currency: 'EUR', points, limit }
}

const inWords = (node: ReactNode, locale: 'en' | 'it' = 'en') =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
      {node}
    </NextIntlClientProvider>,
  ).replaceAll('\u00a0', ' ')

const card = (trend: BalanceTrend, locale: 'en' | 'it' = 'en', knownDays = 90) =>
  inWords(
    <BalanceTrendCard
      trend={trend}
      period={90}
      covered={{ from: addDays(today, 1 - knownDays), to: today }}
      today={today}
      hrefOf={(days) => `/there?trend=${days}`}
    />,
    locale,
  )

const rowsOf = (html: string) => html.match(/<tr>?/g)?.length ?? 0

describe('the balance over time', () => {
  const amounts = Array.from({ length: 90 }, (_, day) => (day === 40 ? '-12.50' : '100.00'))

  it('is an image with what it shows in words, in both languages', () => {
    expect(card(known(amounts))).toContain(
      'role="img" aria-label="Balance from € 100.00 on 31 August to € 100.00 on 28 November. ' +
        'Lowest − € 12.50 on 10 October, highest € 100.00 on 31 August."',
    )
    expect(card(known(amounts), 'it')).toContain(
      'Minimo − 12,50 € (10 ottobre), massimo 100,00 € (31 agosto).',
    )
  })

  it('has the figures in a table: each day of a month, each week of more', () => {
    expect(rowsOf(card(known(amounts.slice(0, 30))))).toBe(31)
    const weekly = card(known(amounts))
    expect(rowsOf(weekly)).toBe(1 + 13)
    expect(weekly).toContain('Week by week')
    expect(rowsOf(card(known(Array.from({ length: 365 }, () => '1'))))).toBe(1 + 53)
  })

  it('names the year where a day is of another', () => {
    const html = card(known(Array.from({ length: 365 }, () => '1')))
    expect(html).toContain('29 November 2025')
    expect(html).not.toContain('28 November 2026')
  })

  it('offers only periods that show something else', () => {
    expect(card(known(amounts))).toMatch(/trend=30".*trend=90" [^>]*aria-current="true"/)
    expect(card(known(amounts))).not.toContain('trend=365')
    expect(card(known(amounts), 'en', 200)).toContain('trend=365')
    expect(usefulPeriods(12)).toEqual([])
    expect(['30', '365', '12', '', undefined, ['30', '90']].map(trendPeriod)).toEqual([
      30, 365, 90, 90, 90, 90,
    ])
  })

  it('says why it ends where it does, or why there is none', () => {
    expect(card(known(['1', '2'], 'amount_missing'))).toContain('Before 27 November the balance cannot')
    expect(card(known(['1']))).toContain('The balance of one day is known so far.')
    for (const reason of ['no_balance', 'movements_older', 'balance_older'] as const) {
      const html = card({ kind: 'unknown', reason })
      expect(html).toContain(messagesOf('en').trend.unknown[reason])
      expect(html).not.toContain('<svg')
    }
    expect(card({ kind: 'unknown', reason: 'no_movements' })).toBe('')
  })
})

describe('the small line of an account', () => {
  it('is for eyes; for ears there is what changed', () => {
    const html = inWords(<Sparkline trend={known(['10', '30', '7.5'])} />)
    expect(html).toContain('<svg aria-hidden="true"')
    expect(html).toContain('Down € 2.50 in 2 days')
    expect(inWords(<Sparkline trend={known(['10', '12'])} />, 'it')).toContain('2,00 € in più in 1 giorno')
    expect(inWords(<Sparkline trend={known(['10', '10.0'])} />)).toContain('The same as 1 day ago')
  })

  it('is left out when the balances cannot be computed', () => {
    expect(inWords(<Sparkline trend={undefined} />)).toBe('')
    expect(inWords(<Sparkline trend={known(['10'])} />)).toBe('')
    expect(inWords(<Sparkline trend={{ kind: 'unknown', reason: 'balance_older' }} />)).toBe('')
  })
})
