import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Timeline } from '@/app/(bank)/transfers/[transferId]/timeline'
import { messagesOf } from '@/lib/i18n/messages'
import { acceptedTransfer } from '@/tests/support/transfer-view'

it('tells what happened to a transfer, the newest first; what says nothing is left out, a fee is that of the last check', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messagesOf('en')} timeZone="Europe/Rome">
      <Timeline view={acceptedTransfer} />
    </NextIntlClientProvider>,
  )
  const told = [...html.matchAll(/<span class="font-medium">(.*?)<time/g)].map(([, words = '']) =>
    words.replace(/<[^>]*>/g, ''),
  )
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
