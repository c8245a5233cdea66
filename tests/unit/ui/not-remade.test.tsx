import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { NotRemadeNotice } from '@/app/(bank)/not-remade'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/accounts' }))

it.each([
  ['en', 'These figures are from 29 Nov 2026, 11:05.'],
  ['it', 'Data e ora di questi dati: 29 nov 2026, 11:05.'],
] as const)('says beside its button when our server made the page: %s', (locale, sentence) => {
  const notice = renderToStaticMarkup(
    <WordsProvider
      locale={locale}
      renderedAtMs={Date.parse('2026-11-29T10:05:40Z')}
      words={messagesOf(locale)}
    >
      <NotRemadeNotice />
    </WordsProvider>,
  )
  const [, beside = ''] = notice.split('<button')
  expect(beside).toContain(messagesOf(locale).notRemade.load)
  expect(beside).toContain(sentence)
})
