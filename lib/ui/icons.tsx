import type { ReactNode } from 'react'

/*
 * The few icons of the product, drawn on lucide's grid and in its line. Its React package would send 1 to
 * 2 kB gzip of machinery to every page, even for icons that only the server draws.
 */

type IconProps = { className: string }

export function WalletIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M4.5 9 6 5.2A1.9 1.9 0 0 1 7.8 4h8.4A1.9 1.9 0 0 1 18 5.2L19.5 9" />
      <rect x="3" y="9" width="18" height="11" rx="2.2" />
      <path d="M16.5 14.5H17" />
    </Icon>
  )
}

export function TransferIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M4 8h15M15.5 4.5 19 8l-3.5 3.5" />
      <path d="M20 16H5M8.5 12.5 5 16l3.5 3.5" />
    </Icon>
  )
}

export function ShieldIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M12 3.2 5 5.8v5.6c0 4.4 2.9 7.7 7 9.4 4.1-1.7 7-5 7-9.4V5.8Z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </Icon>
  )
}

export function SettingsIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
      <circle cx="16" cy="7" r="3" />
      <circle cx="8" cy="17" r="3" />
    </Icon>
  )
}

export function CopyIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <rect x="9" y="9" width="12" height="12" rx="2.5" />
      <path d="M5 15a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2" />
    </Icon>
  )
}

export function CheckIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m5 12.5 5 5L20 7" />
    </Icon>
  )
}

export function ChevronIcon({ className }: IconProps) {
  return (
    <Icon className={className}>
      <path d="m6 9 6 6 6-6" />
    </Icon>
  )
}

function Icon({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  )
}
