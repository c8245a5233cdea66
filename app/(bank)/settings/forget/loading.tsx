import { useTranslations } from 'next-intl'
import { NarrowLoading } from '../../_parts/narrow-loading'

export default function ForgetLoading() {
  const t = useTranslations('forget')
  return <NarrowLoading title={t('title')} note={t('opening')} />
}
