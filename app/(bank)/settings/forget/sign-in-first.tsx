'use client'

import { Notice } from '@/lib/ui/notice'
import { useWords } from '@/lib/ui/words'
import { ConnectButton } from '../../../_parts/connect-button'

/** In the place of what erases, while the last sign-in at the bank is too long ago. The sign-in leads back to this page. */
export function SignInFirst() {
  const t = useWords('forgetForm')
  return (
    <Notice
      tone="plain"
      title={t('signInTitle')}
      action={<ConnectButton words="signInAgain" returnTo="/settings/forget" look="notice" />}
    >
      {t('signInMeaning')}
    </Notice>
  )
}
