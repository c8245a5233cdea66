import { useTranslations } from 'next-intl'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { consentCategories } from '@/lib/domain/consent/consent'
import { Card } from '@/lib/ui/card'
import { Exact } from '@/lib/ui/exact'
import { ChevronIcon } from '@/lib/ui/icons'
import { PageLink } from '@/lib/ui/page-link'
import { accountName, MaskedIban } from '../_parts/account-label'
import { useCategoryName } from '../_parts/category-name'
import { ConsentCell, isClosed } from './consent-cell'
import { takeBackPage } from './take-back-link'

type ConsentMatrixProps = { accounts: readonly SharingAccount[]; offered: readonly string[] }

const link =
  'inline-flex min-h-11 items-center rounded-small text-note font-semibold text-accent underline-offset-4 hover:underline md:min-h-8'

/** Account by category: a table where there is room; on a phone one line an account, which opens. */
export function ConsentMatrix({ accounts, offered }: ConsentMatrixProps) {
  const categories = categoriesOf(accounts, offered)
  return (
    <>
      <Card className="hidden overflow-x-auto md:block">
        <MatrixTable accounts={accounts} categories={categories} offered={offered} />
      </Card>
      <Card className="md:hidden">
        <ul className="divide-y divide-line">
          {accounts.map((account) => (
            <li key={account.productId}>
              <AccountEntry
                account={account}
                categories={categories}
                offered={offered}
                isOpen={accounts.length === 1}
              />
            </li>
          ))}
        </ul>
      </Card>
      <WholeCategories
        categories={categories.filter((category) => countShared(accounts, category) > 1)}
        className="mt-4 md:hidden"
      />
    </>
  )
}

function countShared(accounts: readonly SharingAccount[], category: string): number {
  return accounts.filter(({ consents }) => consents.some((consent) => consent.category === category)).length
}

/** What the heads of the table offer, where there is no table. */
function WholeCategories({ categories, className }: { categories: readonly string[]; className: string }) {
  const t = useTranslations('consents')
  const nameOf = useCategoryName()
  if (categories.length === 0) return null
  return (
    <div className={className}>
      <p className="px-0.5 text-note text-soft">{t('takeBackOneCategory')}</p>
      <ul>
        {categories.map((category) => (
          <li key={category}>
            <PageLink
              href={takeBackPage({ category })}
              aria-label={t('takeBackCategory', { category: nameOf(category) })}
              className={link}
            >
              {nameOf(category)}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The categories that may be asked for, and any others that the bank lists. */
function categoriesOf(accounts: readonly SharingAccount[], offered: readonly string[]): string[] {
  const listed = accounts.flatMap(({ consents }) => consents.map(({ category }) => category))
  const all = new Set([...offered, ...listed])
  const known = consentCategories.filter((category) => all.has(category))
  return [...known, ...[...all].filter((category) => !known.some((name) => name === category))]
}

type PartProps = { categories: readonly string[]; offered: readonly string[] }

function MatrixTable({ accounts, categories, offered }: PartProps & { accounts: readonly SharingAccount[] }) {
  const t = useTranslations('consents')
  const nameOf = useCategoryName()
  return (
    <table className="w-full text-left align-top">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="px-5 py-3 text-note font-semibold text-soft">
            {t('account')}
          </th>
          {categories.map((category) => (
            <th key={category} scope="col" className="px-3 py-3 align-top text-note font-semibold">
              <span className="block">{nameOf(category)}</span>
              {countShared(accounts, category) > 0 && (
                <PageLink
                  href={takeBackPage({ category })}
                  aria-label={t('takeBackCategory', { category: nameOf(category) })}
                  className={link}
                >
                  {t('takeBack')}
                </PageLink>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {accounts.map((account) => (
          <tr key={account.productId}>
            <th scope="row" className="px-5 py-3.5 font-normal">
              <AccountTitle account={account} />
            </th>
            {categories.map((category) => (
              <td key={category} className="px-3 py-3.5 align-top">
                <ConsentCell account={account} category={category} isOffered={offered.includes(category)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type AccountEntryProps = PartProps & { account: SharingAccount; isOpen: boolean }

/** One line that says what is shared of an account, and opens on each category with what can be done about it. */
function AccountEntry({ account, categories, offered, isOpen }: AccountEntryProps) {
  const nameOf = useCategoryName()
  if (account.consents.length === 0) return <NothingShared account={account} />
  const shared = categories.filter((category) => account.consents.some((one) => one.category === category))
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-16 cursor-pointer items-center gap-3 px-5 py-3 outline-offset-[-2px]">
        <span className="min-w-0 flex-1">
          <AccountNames account={account} />
          <span className="block text-note text-accent">{shared.map(nameOf).join(' · ')}</span>
        </span>
        <ChevronIcon className="size-5 shrink-0 text-soft transition-transform duration-150 group-open:rotate-180 print:hidden" />
      </summary>
      <dl className="divide-y divide-line border-t border-line">
        {categories.map((category) => (
          <div key={category} className="flex flex-wrap items-start justify-between gap-x-4 px-5 py-2.5">
            <dt className="min-w-24 flex-1 pt-0.5 text-note text-soft @max-[19rem]/page:basis-full">
              {nameOf(category)}
            </dt>
            <dd className="ml-auto min-w-0 text-right">
              <ConsentCell account={account} category={category} isOffered={offered.includes(category)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line px-5">
        <TakeBackWhole account={account} />
      </p>
    </details>
  )
}

/** There is one thing to do, so the line does not open. */
function NothingShared({ account }: { account: SharingAccount }) {
  const t = useTranslations('consents')
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-3 px-5 py-3">
      <p className="min-w-0 flex-1 basis-40">
        <AccountNames account={account} />
        <span className="block text-note text-faint">{t('notShared')}</span>
      </p>
      {account.isListed && !isClosed(account) && (
        <PageLink
          href={`/consents/new?${new URLSearchParams({ account: account.productId })}`}
          aria-label={t('shareAccount', { name: accountName(account) })}
          className={link}
        >
          {t('share')}
        </PageLink>
      )}
    </div>
  )
}

function AccountTitle({ account }: { account: SharingAccount }) {
  return (
    <>
      <AccountNames account={account} />
      {account.consents.length > 0 && <TakeBackWhole account={account} />}
    </>
  )
}

function AccountNames({ account }: { account: SharingAccount }) {
  const t = useTranslations('consents')
  return (
    <>
      <Exact className="block font-semibold [overflow-wrap:anywhere]">{accountName(account)}</Exact>
      <span className="block text-note text-soft">
        <MaskedIban iban={account.iban} />
        {isClosed(account) && <span>{` · ${t('closed')}`}</span>}
        {!account.isListed && !isClosed(account) && <span>{` · ${t('notListed')}`}</span>}
      </span>
    </>
  )
}

function TakeBackWhole({ account }: { account: SharingAccount }) {
  const t = useTranslations('consents')
  return (
    <PageLink
      href={takeBackPage({ account: account.productId })}
      aria-label={t('takeBackAccount', { name: accountName(account) })}
      className={link}
    >
      {t('takeBackWhole')}
    </PageLink>
  )
}
