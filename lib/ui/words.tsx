'use client'

import type { MessageKeys, Messages, NamespaceKeys, NestedKeyOf, NestedValueOf } from 'next-intl'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

/*
 * Words for components that run in the browser. The server picks them from the catalogue and sends them
 * ready; here only `{name}` is filled in. next-intl's own browser part would do the same and more for
 * 12.8 kB gzip, which is more than a public page may weigh beyond the framework. Plurals and rich text are
 * therefore the server's.
 */

type Context = { locale: string; renderedAtMs: number; words: Partial<Messages> }

const WordsContext = createContext<Context>({ locale: 'en', renderedAtMs: 0, words: {} })

type WordsProviderProps = {
  locale: string
  /** When the server made the page, by its own clock. @see useServerNow */
  renderedAtMs: number
  words: Partial<Messages>
  children: ReactNode
}

/** Gives the components below it their language, and words beside those that a provider above gives. */
export function WordsProvider({ locale, renderedAtMs, words, children }: WordsProviderProps) {
  const above = useContext(WordsContext).words
  const value = useMemo(
    () => ({ locale, renderedAtMs, words: { ...above, ...words } }),
    [locale, renderedAtMs, above, words],
  )
  return <WordsContext value={value}>{children}</WordsContext>
}

export function useWordsContext(): Context {
  return useContext(WordsContext)
}

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>
type Keys<Name extends Namespace> = MessageKeys<
  NestedValueOf<Messages, Name>,
  NestedKeyOf<NestedValueOf<Messages, Name>>
>

/** The words of one namespace: `t('title')`, `t('heading', { bank })`. Keys are checked by the compiler. */
export function useWords<Name extends Namespace>(namespace: Name) {
  const { words } = useContext(WordsContext)
  return useMemo(() => wordsOf(words, namespace), [words, namespace])
}

/** The words of one namespace, outside of components. */
export function wordsOf<Name extends Namespace>(words: Partial<Messages>, namespace: Name) {
  return (key: Keys<Name>, values?: Record<string, string | number>): string =>
    fill(find(words, `${namespace}.${key}`), values)
}

/** Throws for words that no provider gives: a page with a hole in it must not go unnoticed. */
function find(words: unknown, path: string): string {
  let found = words
  for (const step of path.split('.')) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined
  }
  if (typeof found !== 'string') throw new Error(`No words for ${path}`)
  return found
}

/** Puts values in place of `{name}`; what has no value stays as it is written. */
export function fill(template: string, values: Record<string, string | number> = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
