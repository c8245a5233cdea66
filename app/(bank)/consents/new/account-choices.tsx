import { useLocale, useTranslations } from 'next-intl'
import type { SharingAccount } from '@/lib/contracts/sharing'
import { Exact } from '@/lib/ui/exact'
import { formatMoment } from '@/lib/ui/format/moment'
import { accountName, MaskedIban } from '../../_parts/account-label'
import { useCategoryName } from '../../_parts/category-name'
import { choiceBox, choiceRow } from './choice'

type AccountChoicesProps = { accounts: readonly SharingAccount[]; chosen: string | string[] | undefined }

/** The accounts, each with its present consents. One that the bank called closed is chosen by hand only. */
export function AccountChoices({ accounts, chosen }: AccountChoicesProps) {
  const t = useTranslations('share')
  const locale = useLocale()
  const nameOf = useCategoryName()
  return accounts.map((account) => (
    <label key={account.productId} className={choiceRow}>
      <input
        type="checkbox"
        name="account"
        value={account.productId}
        defaultChecked={account.refusedAsClosedAt === null && [chosen].flat().includes(account.productId)}
        data-by-hand={account.refusedAsClosedAt === null ? undefined : ''}
        className={choiceBox}
      />
      <span className="min-w-0">
        <Exact className="block font-semibold [overflow-wrap:anywhere]">{accountName(account)}</Exact>
        <span className="block text-note text-soft">
          {account.type.description} · <MaskedIban iban={account.iban} />
        </span>
        {account.refusedAsClosedAt !== null && (
          <span className="block text-note text-warning">
            {t('refusedAsClosed', { day: formatMoment(account.refusedAsClosedAt, 'day', locale) })}
          </span>
        )}
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
