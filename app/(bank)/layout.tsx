import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FrameCustomerProvider } from '@/lib/browser/requests/same-customer'
import { pickMessages } from '@/lib/i18n/messages'
import { Wordmark } from '@/lib/ui/mark'
import { PageLink } from '@/lib/ui/page-link'
import { WordsProvider } from '@/lib/ui/words'
import { knownAccounts, publicFacts } from '@/lib/web/screens'
import { requireSession } from '@/lib/web/session'
import { NeedsScript } from '../_parts/needs-script'
import { OfflineNotice } from '../_parts/offline-notice'
import { SignOutButton } from '../_parts/sign-out-button'
import { ConnectionLine } from './connection-line'
import { MadeAt } from './made-at'
import { RailNavigation, TabNavigation } from './navigation'
import { NotRemade } from './not-remade'
import { ReloadOnRestore } from './reload-on-restore'

/** The signed-in area: a rail beside the page on a desktop, tabs under it on a phone. */
export default async function BankLayout({ children }: { children: ReactNode }) {
  const madeAt = new Date()
  const session = await requireSession()
  const [facts, known, locale, messages, t] = await Promise.all([
    publicFacts(),
    knownAccounts(session),
    getLocale(),
    getMessages(),
    getTranslations('frame'),
  ])
  const connectionLine = (
    <ConnectionLine bank={facts.bankName} customer={known.customer} atLoad={known.connection} />
  )
  return (
    <WordsProvider
      locale={locale}
      renderedAtMs={madeAt.getTime()}
      words={pickMessages(messages, ['accounts', 'age', 'connection', 'notRemade', 'signOut'])}
    >
      <FrameCustomerProvider value={session.customerId}>
        <ReloadOnRestore />
        <div data-frame="" className="@container/page mx-auto max-w-[80rem] md:flex">
          <header className="sticky top-0 hidden h-dvh w-[14.5rem] shrink-0 flex-col overflow-y-auto px-5 pt-[1.3rem] pb-9 md:flex print:hidden">
            <PageLink
              href="/accounts"
              aria-label={t('home')}
              className="mb-3.5 inline-flex min-h-11 items-center self-start rounded-small px-3"
            >
              <Wordmark />
            </PageLink>
            <RailNavigation />
            <div className="mt-auto space-y-1 px-3 pt-8">
              {connectionLine}
              <SignOutButton look="quiet" words="short" className="text-note" />
            </div>
          </header>
          <div className="flex min-h-dvh min-w-0 flex-1 flex-col px-4 pb-[6rem] md:px-9 md:pb-0">
            <main id="content" tabIndex={-1} className="flex-1">
              <NeedsScript className="mt-6" />
              <OfflineNotice />
              <NotRemade since={<MadeAt at={madeAt} />} />
              {children}
            </main>
            <footer className="print:hidden mt-14 border-t border-line pt-4 pb-6 text-note text-soft">
              <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 md:hidden">
                {connectionLine}
                <SignOutButton look="quiet" words="short" className="text-note" />
              </div>
              <p>Sportello · {t('legal')}</p>
            </footer>
          </div>
        </div>
        <TabNavigation />
      </FrameCustomerProvider>
    </WordsProvider>
  )
}
