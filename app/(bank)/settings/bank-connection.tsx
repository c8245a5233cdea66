import { useTranslations } from 'next-intl'
import type { AccountList } from '@/lib/contracts/accounts'
import { Card } from '@/lib/ui/card'
import { ConnectButton } from '../../_parts/connect-button'
import { ConnectionState } from './connection-state'

type BankConnectionProps = {
  bank: string
  customerNumber: string
  /** Our own id of the customer. */
  customer: string
  atLoad: AccountList['connection']
  isSharing: boolean
}

/** Which bank, as whom, and whether it still takes our token; reconnecting is always possible. */
export function BankConnection(props: BankConnectionProps) {
  const { bank, customerNumber, customer, atLoad, isSharing } = props
  const t = useTranslations('settings.bank')
  return (
    <Card className="divide-y divide-line">
      <div className="px-5 py-4">
        <p className="font-semibold">{bank}</p>
        <dl className="mt-0.5 text-note text-soft">
          <div className="flex flex-wrap gap-x-2">
            <dt>{t('customer')}</dt>
            <dd className="text-ink tabular-nums">{customerNumber}</dd>
          </div>
          <div>
            <dt className="sr-only">{t('state')}</dt>
            <dd>
              <ConnectionState customer={customer} atLoad={atLoad} isSharing={isSharing} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="px-5 py-4">
        <ConnectButton words="reconnect" returnTo="/settings" look="secondary" />
      </div>
    </Card>
  )
}
