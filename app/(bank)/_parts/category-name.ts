import { useTranslations } from 'next-intl'
import { isConsentCategory } from '@/lib/domain/consent/consent'

/** Names categories for the reader; one that we do not know keeps the bank's name. On the server. */
export function useCategoryName(): (category: string) => string {
  const t = useTranslations('categories')
  return (category) => (isConsentCategory(category) ? t(`${category}.name`) : category)
}
