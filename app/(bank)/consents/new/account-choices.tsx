import { useTranslations } from 'next-intl'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { Exact } from '@/lib/ui/exact'
import { accountName, MaskedIban } from '../../_parts/account-label'
import { useCategoryName } from '../../_parts/category-name'
import { choiceBox, choiceRow } from './choice'

type AccountChoicesProps = { accounts: readonly SharingAccount[]; chosen: string | string[] | undefined }

/** The accounts, each with its present consents. */
export function AccountChoices({ accounts, chosen }: AccountChoicesProps) {
  const t = useTranslations('share')
  const nameOf = useCategoryName()
  return accounts.map((account) => (
    <label key={account.productId} className={choiceRow}>
      <input
        type="checkbox"
        name="account"
        value={account.productId}
        defaultChecked={[chosen].flat().includes(account.productId)}
        className={choiceBox}
      />
      <span className="min-w-0">
        <Exact className="block font-semibold [overflow-wrap:anywhere]">{accountName(account)}</Exact>
        <span className="block text-note text-soft">
          {account.type.description} · <MaskedIban iban={account.iban} />
        </span>
        {account.consents.length > 0 && (
          <span className="block text-note text-accent">
            {t('already', {
              categories: account.consents.map(({ category }) => nameOf(category)).join(', '),
            })}
          </span>
        )}
      </span>
    </label>
  ))
}
