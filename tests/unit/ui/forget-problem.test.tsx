import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ForgetProblem } from '@/app/(bank)/settings/forget/forget-problem'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import { locales } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

it.each(locales)(
  'a press after the five minutes (%s): nothing was erased, and the way to sign in again',
  (locale) => {
    const words = messagesOf(locale)
    const html = renderToStaticMarkup(
      <WordsProvider locale={locale} renderedAtMs={0} words={words}>
        <ForgetProblem problem={new ProblemError('sign_in_needed', { reference: 'ABCD-EFGH' })} />
      </WordsProvider>,
    ).replaceAll('&#x27;', "'")
    expect(html).toContain(words.forgetForm.nothingErased)
    expect(html).toContain(words.problem.sign_in_needed.title)
    expect(html).toContain(words.problem.sign_in_needed.meaning)
    expect(html).toMatch(new RegExp(`<button[^>]*>${words.connect.signInAgain}</button>`))
  },
)
