import { useTranslations } from 'next-intl'
import type { Account } from '@/lib/contracts/accounts'
import { visibleText } from '@/lib/ui/format/bank-text'
import { maskIban, spokenIbanEnd } from '@/lib/ui/format/iban'

/** What the customer calls an account; its type when they gave it no name. */
export function accountName({ nickname, type, productId }: Account): string {
  return visibleText(nickname.trim() || type.description || productId)
}

/** The IBAN as far as it is needed to know the account again, for eyes and for ears. */
export function MaskedIban({ iban }: { iban: string }) {
  const t = useTranslations('share')
  if (!iban) return <>{t('noIban')}</>
  return (
    <span key={iban} translate="no" className="whitespace-nowrap tabular-nums">
      <span aria-hidden="true">{maskIban(iban)}</span>
      <span translate="yes" className="sr-only">
        {t('ibanSpoken', { end: spokenIbanEnd(iban) })}
      </span>
    </span>
  )
}
