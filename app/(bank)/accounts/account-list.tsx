import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { OverviewAccount } from '@/lib/contracts/overview'
import type { BalanceTrend } from '@/lib/domain/money/balance-trend'
import { Card } from '@/lib/ui/card'
import { AccountRow } from './account-row'

type AccountListProps = {
  accounts: readonly OverviewAccount[]
  open: readonly AuthorizationView[]
  /** By product. */
  trends: ReadonlyMap<string, BalanceTrend>
}

export function AccountList({ accounts, open, trends }: AccountListProps) {
  const t = useTranslations('accounts')
  const approvals = new Map(
    open.flatMap(({ kind, productId, authorizationId }) =>
      kind === 'inquiry' && productId !== null ? [[productId, authorizationId] as const] : [],
    ),
  )
  return (
    <Card className="@container">
      <ul aria-label={t('listLabel')} className="divide-y divide-line">
        {accounts.map((account) => (
          <AccountRow
            key={account.productId}
            account={account}
            approvalId={approvals.get(account.productId) ?? null}
            trend={trends.get(account.productId)}
          />
        ))}
      </ul>
    </Card>
  )
}
