import { useTranslations } from 'next-intl'
import { StateCard } from '@/lib/ui/state-card'

/** The bank answered, and there is nothing to list. */
export function NoAccounts({ bank }: { bank: string }) {
  const t = useTranslations('noAccounts')
  return <StateCard title={t('title')} meaning={t('meaning', { bank })} advice={t('advice')} />
}
