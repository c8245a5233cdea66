import { useTranslations } from 'next-intl'
import { Notice } from '@/lib/ui/notice'

/** Somebody was signed in here and came back from the bank as somebody else: said, not left to be noticed. */
export function AnotherCustomer({ bank, number }: { bank: string; number: string }) {
  const t = useTranslations('anotherCustomer')
  return (
    <Notice tone="warning" title={t('title')} className="mt-8">
      {t('meaning', { bank, number })}
    </Notice>
  )
}
