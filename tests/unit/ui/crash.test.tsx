import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Crash } from '@/app/_parts/crash'
import { messagesOf } from '@/lib/i18n/messages'
import { StoreError } from '@/lib/store'
import { WordsProvider } from '@/lib/ui/words'

it.each(['en', 'it'] as const)('a page that the database could not be had for says so (%s)', (locale) => {
  const words = messagesOf(locale)
  const pageOf = (error: Error) =>
    renderToStaticMarkup(
      <WordsProvider locale={locale} renderedAtMs={0} words={words}>
        <Crash error={error} />
      </WordsProvider>,
    )
  const unavailable = new StoreError('accounts.list', '57014')
  expect(pageOf(unavailable)).toContain(words.errors.unavailableTitle)
  expect(pageOf(unavailable)).toContain(unavailable.digest)
  expect(pageOf(new Error('of ours'))).toContain(words.errors.crashTitle)
})
