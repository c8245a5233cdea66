import { useTranslations } from 'next-intl'
import { Card, Section } from '@/lib/ui/card'

/** That nothing is shared yet, and what that means. */
export function SharingNote() {
  const t = useTranslations('sharing')
  return (
    <Section id="sharing" title={t('label')}>
      <Card className="px-4.5 py-4">
        <p className="font-semibold">{t('title')}</p>
        <p className="mt-0.5 text-note text-soft">{t('body')}</p>
      </Card>
    </Section>
  )
}
