'use client'

import type { Account } from '@/lib/contracts/accounts'
import { accountRowShape } from './account-row-shape'
import { classes } from './classes'
import { CopyButton } from './copy-button'
import { maskIban, spokenIbanEnd } from './format/iban'
import { useWords } from './words'

/** One account: its name; its type and masked IBAN; its currency, and that its balance is not shared. */
export function AccountRow({ account }: { account: Account }) {
  const t = useWords('accounts')
  const copy = useWords('copy')
  const name = account.nickname.trim() || account.type.description
  return (
    <li className={classes(accountRowShape, 'gap-x-4')}>
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center text-note text-soft max-sm:flex-col max-sm:items-start">
          <span className="[overflow-wrap:anywhere]">{account.type.description}</span>
          <span aria-hidden="true" className="whitespace-pre max-sm:hidden">
            {' · '}
          </span>
          {account.iban ? (
            <span className="inline-flex items-center whitespace-nowrap tabular-nums">
              <span aria-hidden="true">{maskIban(account.iban)}</span>
              <span className="sr-only">{t('ibanSpoken', { end: spokenIbanEnd(account.iban) })}</span>
              <CopyButton
                value={account.iban}
                label={copy('iban', { name })}
                className="-my-3 -ml-1 md:-my-1.5 md:ml-0.5"
              />
            </span>
          ) : (
            <span>{t('noIban')}</span>
          )}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <p className="text-figure font-semibold tracking-[-0.01em]">{account.currency}</p>
        <p className="text-note text-faint">{t('notShared')}</p>
      </div>
    </li>
  )
}
