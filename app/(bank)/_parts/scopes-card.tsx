import type { ReactNode } from 'react'
import type { Scope } from '@/lib/contracts/authorizations'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { Card } from '@/lib/ui/card'
import { Exact } from '@/lib/ui/exact'
import { accountName, MaskedIban } from './account-label'
import { useCategoryName } from './category-name'

type ScopesCardProps = {
  scopes: readonly Scope[]
  accounts: readonly SharingAccount[]
  /** The text about one whole category. */
  note?: (category: string) => ReactNode
  /** The text about one account in it. */
  mark?: (category: string, productId: string) => ReactNode
}

/** Categories, and under each the accounts it is about. */
export function ScopesCard({ scopes, accounts, note, mark }: ScopesCardProps) {
  const nameOf = useCategoryName()
  const known = new Map(accounts.map((account) => [account.productId, account]))
  return (
    <Card>
      <ul className="divide-y divide-line">
        {scopes.map(({ category, productIds }) => (
          <li key={category} className="px-5 py-4">
            <p className="font-semibold">{nameOf(category)}</p>
            {note?.(category)}
            <ul className="mt-2 space-y-2">
              {productIds.map((productId) => (
                <AccountLine key={productId} productId={productId} account={known.get(productId)}>
                  {mark?.(category, productId)}
                </AccountLine>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type AccountLineProps = { productId: string; account: SharingAccount | undefined; children: ReactNode }

function AccountLine({ productId, account, children }: AccountLineProps) {
  return (
    <li className="flex items-baseline justify-between gap-4 text-note text-soft">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Exact className="text-ink">{account ? accountName(account) : productId}</Exact>
        {account && (
          <>
            {' · '}
            <MaskedIban iban={account.iban} />
          </>
        )}
      </span>
      {children && <span className="shrink-0 text-right font-medium">{children}</span>}
    </li>
  )
}
