import { useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import type { OverviewAccount } from '@/lib/contracts/overview'
import { Card } from '@/lib/ui/card'
import { AccountRow } from './account-row'

type AccountListProps = { accounts: readonly OverviewAccount[]; open: readonly AuthorizationView[] }

export function AccountList({ accounts, open }: AccountListProps) {
  const t = useTranslations('accounts')
  const approvals = new Map(
    open.flatMap(({ kind, productId, authorizationId }) =>
      kind === 'inquiry' && productId !== null ? [[productId, authorizationId] as const] : [],
    ),
  )
  return (
    <Card>
      <ul aria-label={t('listLabel')} className="divide-y divide-line">
        {accounts.map((account) => (
          <AccountRow
            key={account.productId}
            account={account}
            approvalId={approvals.get(account.productId) ?? null}
          />
        ))}
      </ul>
    </Card>
  )
}
