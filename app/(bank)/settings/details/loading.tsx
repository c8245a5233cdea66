import { useTranslations } from 'next-intl'
import { NarrowLoading } from '../../_parts/narrow-loading'

export default function CustomerDetailsLoading() {
  const t = useTranslations('customerDetails')
  return <NarrowLoading title={t('title')} note={t('opening')} />
}
