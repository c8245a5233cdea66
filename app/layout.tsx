import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pickMessages } from '@/lib/i18n/messages'
import { holdEarlyPresses } from '@/lib/ui/early-press'
import { SkipLink } from '@/lib/ui/skip-link'
import { WordsProvider } from '@/lib/ui/words'
import { inter, interExtended } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('meta')
  return {
    title: { default: t('title'), template: '%s · Sportello' },
    description: t('description'),
    applicationName: 'Sportello',
    icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
    // A telephone must not turn account numbers into telephone links.
    formatDetection: { telephone: false, email: false, address: false },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f5f1' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1514' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, messages, t, requested] = await Promise.all([
    getLocale(),
    getMessages(),
    getTranslations('frame'),
    headers(),
  ])
  return (
    <html lang={locale} className={`${inter.variable} ${interExtended.variable}`}>
      <body>
        {/* Browsers hide the nonce from scripts, so hydration would see another value than the server wrote. */}
        <script
          nonce={requested.get('x-nonce') ?? undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant.
          dangerouslySetInnerHTML={{ __html: holdEarlyPresses }}
          suppressHydrationWarning
        />
        <SkipLink>{t('skip')}</SkipLink>
        <WordsProvider
          locale={locale}
          renderedAtMs={Date.now()}
          words={pickMessages(messages, ['connect', 'copy', 'errors', 'language', 'problem'])}
        >
          {children}
        </WordsProvider>
      </body>
    </html>
  )
}
