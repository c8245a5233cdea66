import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Timeline } from '@/app/(bank)/transfers/[transferId]/timeline'
import type { TimelineEntry, TransferView } from '@/lib/contracts/transfers'
import { messagesOf } from '@/lib/i18n/messages'

const entry = (second: number, what: string, to: TimelineEntry['to']): TimelineEntry => ({
  at: `2026-11-28T10:00:0${second}.000Z`,
  what,
  to,
  actor: 'customer',
})

const view: TransferView = {
  transferId: '1',
  state: 'accepted',
  check: 2,
  actions: ['repeat'],
  money: 'accepted',
  draft: {
    productId: 'p',
    payeeName: 'Marta Colombo',
    iban: 'IT60X0542811101000000123456',
    amount: '5',
    currency: '',
    date: '',
    isUrgent: false,
    note: 'Rent',
  },
  faults: [],
  problem: null,
  snapshot: {
    productId: 'p',
    amount: '5.00',
    currency: 'EUR',
    payeeName: 'Marta Colombo',
    iban: 'IT60X0542811101000000123456',
    date: '2026-11-30',
    isUrgent: false,
    note: 'Rent',
    type: 'SEPA',
    fee: { amount: '0.50', currency: 'EUR' },
    total: { amount: '5.50', currency: 'EUR' },
    equivalent: null,
    bankName: null,
    branchName: null,
    bankAddress: null,
    messages: [],
  },
  step: null,
  approach: 'redirect',
  bankUrl: null,
  result: { cro: '1', messages: [], executionStatus: null },
  receipt: 'stored',
  timeline: [
    entry(0, 'created', 'draft'),
    entry(1, 'check_answered', 'checked'),
    entry(2, 'edited', 'draft'),
    entry(3, 'check_answered', 'checked'),
    entry(4, 'came_back', 'returned'),
    entry(5, 'status_read', 'returned'),
    entry(6, 'status_read', 'authorized'),
    entry(7, 'execute_sent', 'executing'),
    entry(8, 'execute_accepted', 'accepted'),
  ],
  lookAgainInMs: null,
  repeatOf: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  movedAt: '2026-11-28T10:00:08.000Z',
  endedAt: '2026-11-28T10:00:08.000Z',
}

it('tells what happened to a transfer, the newest first; what says nothing is left out, a fee is that of the last check', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone="Europe/Rome">
      <Timeline view={view} />
    </NextIntlClientProvider>,
  )
  const told = [...html.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, words]) => words)
  expect(told).toEqual([
    'Accepted by the bank',
    'The order was sent to the bank',
    'You approved it at the bank',
    'You came back from the bank',
    'Checked by the bank, fee €\u00a00.50',
    'You changed it',
    'Checked by the bank',
    'You began it',
  ])
})
