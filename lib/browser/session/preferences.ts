'use client'

import { paths } from '../requests/paths'
import { postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'

type Language = 'en' | 'it'

/** Keeps the language that the customer chose, then calls `onKept`. */
export function useSetLanguage(onKept: () => void) {
  const { write, reset, pending, problem } = useWrite(
    (locale: Language) => postJson(paths.preferences, { locale }, readLanguage),
    () => {
      reset()
      onKept()
    },
  )
  return { setLanguage: write, pending, problem }
}

function readLanguage(body: unknown): Language | undefined {
  if (typeof body !== 'object' || body === null || !('locale' in body)) return undefined
  return body.locale === 'en' || body.locale === 'it' ? body.locale : undefined
}
