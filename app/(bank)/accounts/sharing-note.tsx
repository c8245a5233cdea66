import { useTranslations } from 'next-intl'
import { Card } from '@/lib/ui/card'

/** That nothing is shared yet, and what that means. */
export function SharingNote() {
  const t = useTranslations('sharing')
  return (
    <Card className="px-5 py-4.5">
      <h2 className="font-semibold">{t('title')}</h2>
      <p className="mt-1 text-note text-soft">{t('body')}</p>
    </Card>
  )
}
