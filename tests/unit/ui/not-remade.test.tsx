import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { MadeAt } from '@/app/(bank)/made-at'
import { NotRemadeNotice } from '@/app/(bank)/not-remade'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/accounts' }))

it.each([
  ['en', 'These figures are from 29 Nov 2026, 11:05.'],
  ['it', 'Data e ora di questi dati: 29 nov 2026, 11:05.'],
] as const)('says beside its button when our server made the page: %s', (locale, sentence) => {
  const notice = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messagesOf(locale)} timeZone="Europe/Rome">
      <WordsProvider locale={locale} renderedAtMs={0} words={messagesOf(locale)}>
        <NotRemadeNotice since={<MadeAt at={new Date('2026-11-29T10:05:40Z')} />} />
      </WordsProvider>
    </NextIntlClientProvider>,
  )
  const [, beside = ''] = notice.split('<button')
  expect(beside).toContain(messagesOf(locale).notRemade.load)
  expect(beside).toContain(sentence)
})
