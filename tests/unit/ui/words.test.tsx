import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { messagesOf, pickMessages } from '@/lib/i18n/messages'
import { fill, useWords, WordsProvider } from '@/lib/ui/words'

function Speaker() {
  const copy = useWords('copy')
  const age = useWords('age')
  return `${copy('copied')}, ${age('updated', { age: 'ieri' })}`
}

describe('words for the browser', () => {
  it('come from the nearest provider, added to those of the providers above', () => {
    const italian = messagesOf('it')
    const html = renderToStaticMarkup(
      <WordsProvider locale="it" renderedAtMs={0} words={pickMessages(italian, ['copy'])}>
        <WordsProvider locale="it" renderedAtMs={0} words={pickMessages(italian, ['age'])}>
          <Speaker />
        </WordsProvider>
      </WordsProvider>,
    )
    expect(html).toBe('Copiato, Aggiornato ieri')
  })

  it('that were not sent are an error, not a hole in the page', () => {
    const onlyCopy = pickMessages(messagesOf('en'), ['copy'])
    const page = (
      <WordsProvider locale="en" renderedAtMs={0} words={onlyCopy}>
        <Speaker />
      </WordsProvider>
    )
    expect(() => renderToStaticMarkup(page)).toThrow('No words for age.updated')
  })

  it('take values as text: a value is not looked into again', () => {
    expect(fill('{a} and {b}', { a: '{b}', b: 2 })).toBe('{b} and 2')
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}')
  })
})
