import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { FreshenStatus } from '@/app/(bank)/_parts/freshen'
import { DetailsStatus } from '@/app/(bank)/_parts/freshen-details'
import { announcedBetween, type Shown } from '@/app/(bank)/accounts/[productId]/use-account-announcement'
import { announcedAfter } from '@/app/(bank)/accounts/use-announcement'
import { ProblemError } from '@/lib/browser/requests/problem-error'
import { readAccountNews } from '@/lib/browser/watch/account'
import { readAsked } from '@/lib/browser/watch/details'
import { missingIn } from '@/lib/browser/watch/overview'
import type { Locale } from '@/lib/domain/locale'
import { messagesOf } from '@/lib/i18n/messages'
import { WordsProvider, wordsOf } from '@/lib/ui/words'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

type Sentences = { en: string | undefined; it: string | undefined }
const both = (en?: string, it?: string): Sentences => ({ en, it })
const inBoth = (say: (locale: Locale) => string | undefined): Sentences => ({ en: say('en'), it: say('it') })

const readings = {
  fresh: { kind: 'fresh' },
  kept: { kind: 'kept', problem: 'bank_unreachable' },
  incomplete: { kind: 'kept', problem: 'bank_list_incomplete' },
  overtaken: { kind: 'kept', problem: null },
  closed: { kind: 'closed', closedAt: '2026-11-28T10:00:00.000Z' },
  not_shared: { kind: 'not_shared' },
  sca_required: { kind: 'sca_required', authorizationId: 'a1' },
}

const unreachable = both('Your bank does not answer', 'La tua banca non risponde')
const incomplete = both("Your bank's list is not complete", "L'elenco della banca non è completo")
const approval = both('Your bank wants your approval first.', 'La banca vuole prima la tua approvazione.')
const offline = both('You seem to be offline', 'Sembra che tu sia senza rete')

describe('the page of an account', () => {
  const upToDate = both('This account is up to date.', 'Il conto è aggiornato.')
  const changed = both('Movements have changed.', 'I movimenti sono cambiati.')
  const closed = both(
    'Your bank says that this account is closed.',
    'La banca dice che questo conto è chiuso.',
  )
  const notShared = both('This account is no longer shared.', 'Questo conto non è più condiviso.')
  const older = both('Older movements have come in.', 'Sono arrivati movimenti più vecchi.')

  const idle: Shown = {
    outcome: null,
    refused: undefined,
    pending: false,
    isReading: false,
    isIncomplete: false,
    isApprovalWanted: false,
    found: '42',
  }

  function between(before: Partial<Shown>, now: Partial<Shown>): Sentences {
    return inBoth((locale) => {
      const words = messagesOf(locale)
      const say = { account: wordsOf(words, 'account'), problem: wordsOf(words, 'problem') }
      return announcedBetween({ ...idle, ...before }, { ...idle, ...now }, say)
    })
  }

  type Answer = {
    movements: keyof typeof readings
    balance?: keyof typeof readings
    added?: number
    wasAsked?: boolean
  }

  /** As useAccountRefresh tells it. */
  function afterAnswer(
    { movements, balance, added = 0, wasAsked = true }: Answer,
    page: Partial<Shown> = {},
  ) {
    const body = {
      reading: readings[movements],
      balance: balance ? readings[balance] : null,
      changes: { added },
    }
    const news = readAccountNews(body)
    if (news === undefined) throw new Error('no answer')
    return inBoth((locale) => {
      const { problem } = messagesOf(locale)
      const refused = news.problem === null ? undefined : problem[news.problem].title
      const now = { outcome: { ...news, wasAsked }, refused, ...page }
      return between({ pending: true }, now)[locale]
    })
  }

  it.each<[Answer, Sentences]>([
    [{ movements: 'fresh' }, upToDate],
    [{ movements: 'overtaken', balance: 'fresh' }, upToDate],
    [{ movements: 'fresh', balance: 'fresh', added: 2 }, changed],
    [{ movements: 'kept' }, unreachable],
    [{ movements: 'incomplete' }, incomplete],
    [{ movements: 'closed' }, closed],
    [{ movements: 'not_shared' }, notShared],
    [{ movements: 'sca_required' }, approval],
    // One of the two readings is not fresh.
    [{ movements: 'fresh', balance: 'kept' }, unreachable],
    [{ movements: 'fresh', balance: 'sca_required' }, approval],
    [{ movements: 'fresh', balance: 'closed', added: 1 }, closed],
    [{ movements: 'incomplete', balance: 'fresh', added: 30 }, incomplete],
    [{ movements: 'sca_required', balance: 'kept' }, unreachable],
    [{ movements: 'sca_required', balance: 'fresh' }, approval],
  ])('says how it ended to a customer who asked: %j', (answer, sentence) => {
    expect(afterAnswer(answer)).toEqual(sentence)
  })

  it('says what went wrong although the number of movements changes in the same moment', () => {
    for (const movements of ['kept', 'incomplete', 'closed', 'not_shared', 'sca_required'] as const) {
      const alone = afterAnswer({ movements })
      expect(afterAnswer({ movements, added: 1 }, { found: '43' })).toEqual(alone)
    }
    expect(afterAnswer({ movements: 'fresh', added: 1 }, { found: '43' })).toEqual(both('43', '43'))
  })

  it('does not say "up to date" while an approval is wanted or a list is incomplete from before', () => {
    expect(afterAnswer({ movements: 'fresh' }, { isApprovalWanted: true })).toEqual(approval)
    expect(afterAnswer({ movements: 'fresh' }, { isIncomplete: true })).toEqual(incomplete)
  })

  it('says only changes to a customer who did not ask', () => {
    for (const movements of Object.keys(readings) as (keyof typeof readings)[])
      expect(afterAnswer({ movements, wasAsked: false })).toEqual(both())
    expect(afterAnswer({ movements: 'fresh', wasAsked: false, added: 1 })).toEqual(changed)
  })

  it('says what went wrong on the way to our server, and nothing while an answer is awaited', () => {
    const lost = inBoth((locale) => {
      const refused = messagesOf(locale).problem.offline.title
      return between({ pending: true }, { refused })[locale]
    })
    expect(lost).toEqual(offline)
    expect(between({}, { pending: true })).toEqual(both('', ''))
    expect(between({}, {})).toEqual(both())
  })

  it('says that a list is incomplete when its older movements have come in only in part', () => {
    expect(between({ isReading: true }, {})).toEqual(older)
    expect(between({ isReading: true }, { isIncomplete: true })).toEqual(incomplete)
    expect(between({ isReading: true }, { isIncomplete: true, found: '93' })).toEqual(incomplete)
    const approved = { isIncomplete: true, isApprovalWanted: true }
    expect(between({ isReading: true }, approved)).toEqual(incomplete)
  })
})

describe('the page of all accounts', () => {
  const upToDate = both('Your accounts are up to date.', 'I tuoi conti sono aggiornati.')
  const changed = both('Your accounts have changed.', 'I tuoi conti sono cambiati.')
  const some = both('Not all accounts are up to date.', 'Non tutti i conti sono aggiornati.')
  const wanted = both(
    'Your bank wants your approval before it says more of an account.',
    'La banca vuole la tua approvazione prima di dire altro su un conto.',
  )
  const closed = both('Your accounts are closed.', 'I tuoi conti sono chiusi.')
  const someClosed = both(
    'Your bank has answered. At least one account is closed.',
    'La banca ha risposto. Almeno un conto è chiuso.',
  )
  const ended = (
    kinds: readonly (keyof typeof readings)[],
    {
      isAwaited = true,
      isChanged = false,
      isAnswered = true,
      title,
    }: { isAwaited?: boolean; isChanged?: boolean; isAnswered?: boolean; title?: string } = {},
  ) =>
    inBoth((locale) => {
      const missing = missingIn(kinds.map((kind) => ({ reading: readings[kind] })))
      const answer = { isAnswered, isAwaited, isChanged, missing, title }
      return announcedAfter(answer, wordsOf(messagesOf(locale), 'accounts'))
    })

  it.each<[(keyof typeof readings)[], Sentences]>([
    [['fresh', 'overtaken', 'not_shared'], upToDate],
    [['kept'], some],
    [['incomplete'], some],
    [['closed'], closed],
    [['sca_required'], wanted],
    [['fresh', 'kept'], some],
    [['fresh', 'closed'], someClosed],
    [['closed', 'not_shared'], closed],
    [['kept', 'closed'], some],
    [['fresh', 'kept', 'closed', 'sca_required'], wanted],
  ])('says how it ended to a customer who waited: %j', (kinds, sentence) => {
    expect(ended(kinds)).toEqual(sentence)
    if (sentence !== upToDate) expect(ended(kinds, { isChanged: true })).toEqual(sentence)
  })

  it('says only changes to a customer who did not ask, and the failure of the whole before all else', () => {
    expect(ended(['fresh'], { isChanged: true })).toEqual(changed)
    expect(ended(['kept', 'closed'], { isAwaited: false, isChanged: true })).toEqual(changed)
    expect(ended(['sca_required'], { isAwaited: false })).toEqual(both())
    expect(ended(['fresh', 'sca_required'], { title: 'x', isChanged: true })).toEqual(both('x', 'x'))
    expect(ended(['fresh'], { title: 'x', isAwaited: false, isChanged: true })).toEqual(both())
  })

  it('says nothing of accounts when no answer has come, but what stood in its way', () => {
    expect(ended([], { isAnswered: false })).toEqual(both())
    expect(ended([], { isAnswered: false, title: 'x' })).toEqual(both('x', 'x'))
  })
})

/** What the one part with role=status holds, in both languages. */
function spoken(part: ReactNode): Sentences {
  return inBoth((locale) => {
    const html = renderToStaticMarkup(
      <WordsProvider locale={locale} renderedAtMs={0} words={messagesOf(locale)}>
        {part}
      </WordsProvider>,
    )
    const [, words] = html.match(/^<p role="status"[^>]*>(.*)<\/p>$/) ?? []
    return words?.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'")
  })
}

const asking = both('Asking your bank…', 'Chiedo alla tua banca…')
const bankSays = both('This is what your bank says now.', 'È quello che la banca dice ora.')

describe('the pages of details', () => {
  it.each<[keyof typeof readings, Sentences]>([
    ['fresh', bankSays],
    ['overtaken', bankSays],
    ['kept', unreachable],
    ['incomplete', incomplete],
    ['closed', both('This account is closed', 'Questo conto è chiuso')],
    ['not_shared', both('This is not shared.', 'Questo non è condiviso.')],
    ['sca_required', both('Your bank wants your approval first', 'La banca vuole prima la tua approvazione')],
  ])('say how it ended: %s', (kind, sentence) => {
    const asked = readAsked({ reading: readings[kind] }) ?? null
    expect(spoken(<DetailsStatus asked={asked} pending={false} />)).toEqual(sentence)
    expect(spoken(<DetailsStatus asked={asked} pending />)).toEqual(asking)
  })

  it('say what went wrong on the way to our server, and nothing before the bank was asked', () => {
    const lost = { kind: 'problem', problem: new ProblemError('offline') } as const
    expect(spoken(<DetailsStatus asked={lost} pending={false} />)).toEqual(offline)
    expect(spoken(<DetailsStatus asked={null} pending={false} />)).toEqual(both('', ''))
  })
})

describe('the pages of what is shared', () => {
  const inPart = both(
    'Your bank has answered, and a part of it could not be read.',
    'La banca ha risposto, ma una parte non è leggibile.',
  )
  it.each<[string, { problem: ProblemError | null; isWhole: boolean }, Sentences]>([
    ['fresh', { problem: null, isWhole: true }, bankSays],
    ['incomplete', { problem: null, isWhole: false }, inPart],
    ['kept', { problem: new ProblemError('bank_unreachable'), isWhole: true }, unreachable],
    [
      'kept, incomplete before',
      { problem: new ProblemError('bank_unreachable'), isWhole: false },
      unreachable,
    ],
    ['not reached', { problem: new ProblemError('offline'), isWhole: true }, offline],
  ])('say how it ended: %s', (_, state, sentence) => {
    expect(spoken(<FreshenStatus {...state} pending={false} />)).toEqual(sentence)
    expect(spoken(<FreshenStatus {...state} pending />)).toEqual(asking)
  })
})
