import { useTranslations } from 'next-intl'
import { NarrowLoading } from '../../../_parts/narrow-loading'

export default function AccountDetailsLoading() {
  const t = useTranslations('accountDetails')
  return <NarrowLoading title={t('title')} note={t('opening')} />
}
