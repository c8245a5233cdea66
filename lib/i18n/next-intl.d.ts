import type { Locale } from '@/lib/domain/locale'
import type { Messages } from './messages'

// Makes every key, namespace and locale checked by the compiler.
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
