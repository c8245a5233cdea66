import { getTranslations } from 'next-intl/server'
import { Notice } from '@/lib/ui/notice'

/** For browsers that run no scripts: what can be read here can be read, and nothing can be done. */
export async function NeedsScript({ className }: { className?: string }) {
  const t = await getTranslations('frame')
  return (
    <noscript>
      <Notice tone="warning" title={t('needsScriptTitle')} className={className}>
        {t('needsScript')}
      </Notice>
    </noscript>
  )
}
