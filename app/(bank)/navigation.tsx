import { useTranslations } from 'next-intl'
import { SettingsIcon, ShieldIcon, TransferIcon, WalletIcon } from '@/lib/ui/icons'
import { NavLink } from '@/lib/ui/nav-link'

/** The places of the signed-in area, in order. A page that exists gets its line here and nowhere else. */
const entries = [
  { href: '/accounts', words: 'accounts', Icon: WalletIcon },
  { href: '/transfers', words: 'transfers', Icon: TransferIcon },
  { href: '/consents', words: 'consents', Icon: ShieldIcon },
  { href: '/settings', words: 'settings', Icon: SettingsIcon },
] as const

/** Navigation in the rail: a desktop's. */
export function RailNavigation() {
  const t = useTranslations('shell')
  return (
    <nav aria-label={t('navigation')}>
      <ul className="space-y-0.5">
        {entries.map(({ href, words }) => (
          <li key={href}>
            <NavLink
              href={href}
              className="flex min-h-[2.6875rem] items-center rounded-card border border-transparent px-3 font-medium text-soft transition-colors duration-150 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-card aria-[current=page]:text-ink forced-colors:aria-[current=page]:underline"
            >
              {t(words)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Navigation in tabs at the bottom: a phone's. On a very low screen it gives the room back. With large letters, which make
 * the screen narrow in `rem`, the tabs stand in two rows.
 */
export function TabNavigation() {
  const t = useTranslations('shell')
  return (
    <nav
      aria-label={t('navigation')}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] @container md:hidden [@media(max-height:26rem)]:static"
    >
      <ul className="grid grid-cols-4 @max-[19rem]:grid-cols-2">
        {entries.map(({ href, words, Icon }) => (
          <li key={href}>
            <NavLink
              href={href}
              className="flex min-h-16 flex-col items-center justify-center gap-0.5 @max-[19rem]:min-h-11 @max-[19rem]:flex-row @max-[19rem]:gap-1.5 text-[0.75rem] text-soft outline-offset-[-3px] aria-[current=page]:font-semibold aria-[current=page]:text-accent forced-colors:aria-[current=page]:underline"
            >
              <Icon className="size-5.5 @max-[13rem]:hidden" />
              {t(words)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
