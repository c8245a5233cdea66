import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SameCustomer } from '@/lib/browser/requests/same-customer'
import type { FieldFault, TransferDraft, TransferView } from '@/lib/contracts/transfers'
import { typedDay } from '@/lib/ui/format/typed'
import {
  bankToday,
  knownOverview,
  knownPayees,
  knownPreparation,
  publicFacts,
  transfer,
} from '@/lib/web/screens'
import { requireSession, type SignedIn } from '@/lib/web/session'
import { BackLink } from '../../_parts/back-link'
import { accountAtFirst, nothingTyped, payingAccounts } from '../_parts/from-accounts'
import { Writing } from '../_parts/writing'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('transferForm')
  return { title: t('title') }
}

type Address = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A new transfer, from an account or as a repeat of another one. It has no address before something is typed. */
export default async function NewTransferPage({ searchParams }: Address) {
  const session = await requireSession()
  const { from, repeat } = await searchParams
  const [overview, facts, today, payees, repeated, locale, t] = await Promise.all([
    knownOverview(session),
    publicFacts(),
    bankToday(),
    knownPayees(session),
    repeatedOne(session, repeat),
    getLocale(),
    getTranslations('transferState'),
  ])
  const accounts = payingAccounts(overview.accounts)
  const wished = repeated?.draft.productId ?? (typeof from === 'string' ? from : undefined)
  const draft: TransferDraft = {
    ...(repeated?.draft ?? nothingTyped),
    productId: accountAtFirst(wished, accounts),
    date: repeated === null ? '' : dayAgain(repeated, locale),
  }
  const query = new URLSearchParams(
    Object.entries({ from, repeat }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  return (
    <>
      <SameCustomer customer={session.customerId} />
      <BackLink href="/transfers">{t('back')}</BackLink>
      <Writing
        key={`${session.customerId} ${query}`}
        start={{
          customer: session.customerId,
          transferId: null,
          check: 0,
          formToken: crypto.randomUUID(),
          repeatOf: repeated?.transferId ?? null,
          draft,
        }}
        startPage={query.size === 0 ? '/transfers/new' : `/transfers/new?${query}`}
        accounts={accounts}
        payees={payees}
        preparation={await knownPreparation(session, draft.productId)}
        verdict={{ faults: repeated === null ? [] : dayRefused(repeated, draft), problem: null }}
        today={today}
        bank={facts.bankName}
        draftDays={facts.draftDays}
      />
    </>
  )
}

/**
 * What came to nothing is tried again for the day that it was meant for, and the form says when that is not possible any
 * more. What was accepted had its day.
 */
function dayAgain({ money, draft, snapshot }: TransferView, locale: string): string {
  if (money !== 'not_paid' || draft.date.trim() === '') return ''
  return snapshot === null ? draft.date : typedDay(snapshot.date, locale)
}

/** The day that was meant, where the bank would not have it any more. */
function dayRefused({ problem, snapshot }: TransferView, { date }: TransferDraft): FieldFault[] {
  if (problem?.code !== 'day_refused' || snapshot === null || date === '') return []
  return [{ field: 'date', code: 'refused', values: { day: snapshot.date }, bankWords: null }]
}

async function repeatedOne(
  session: SignedIn,
  id: string | string[] | undefined,
): Promise<TransferView | null> {
  return typeof id === 'string' ? transfer(session, id) : null
}
