import { useLocale, useTranslations } from 'next-intl'
import type { Account } from '@/lib/contracts/accounts'
import type { Movement } from '@/lib/contracts/movements'
import { addDays } from '@/lib/domain/days/bank-day'
import { Card } from '@/lib/ui/card'
import { formatDay } from '@/lib/ui/format/day'
import { movementWords } from '@/lib/ui/format/movement-words'
import { PageLink } from '@/lib/ui/page-link'
import { accountName } from '../_parts/account-label'
import {
  MovementAmount,
  MovementDetails,
  MovementTile,
  MovementTitle,
  movementRowShape,
  useMovementParts,
} from './movement-parts'

type Latest = Movement & { productId: string }

type LatestMovementsProps = {
  /** The newest first. */
  movements: readonly Latest[]
  accounts: readonly Account[]
  today: string
}

/** The newest movements over all accounts, as far as they are known; each leads to its own. */
export function LatestMovements({ movements, accounts, today }: LatestMovementsProps) {
  const t = useTranslations('latest')
  const names = new Map(accounts.map((account) => [account.productId, accountName(account)]))
  const nameOf = ({ productId }: Latest) => names.get(productId) ?? productId
  const [newest] = movements
  if (newest === undefined) return null
  return (
    <section aria-labelledby="latest-title" className="pt-3">
      <div className="mb-1 flex items-center justify-between gap-4 px-0.5 text-note font-semibold">
        <h2 id="latest-title" className="text-soft">
          {t('title')}
        </h2>
        <PageLink
          href={`/accounts/${newest.productId}`}
          aria-label={t('seeAllOf', { name: nameOf(newest) })}
          className="inline-flex min-h-11 items-center rounded-small text-accent underline-offset-4 hover:underline md:min-h-8"
        >
          {t('seeAll')}
        </PageLink>
      </div>
      <Card>
        <ul className="divide-y divide-line">
          {movements.map((movement) => (
            <LatestMovement
              key={movement.movementId}
              movement={movement}
              account={nameOf(movement)}
              today={today}
            />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function LatestMovement({ movement, account, today }: { movement: Latest; account: string; today: string }) {
  const t = useTranslations('latest')
  const locale = useLocale()
  const words = movementWords(movement)
  const day = movement.day ?? movement.valueDate
  const { kind, rest } = useMovementParts({ day, valueDate: movement.valueDate }, words, today)
  const dayName = day && nameOfDay(day, today, t, locale)
  const pending = movement.status === 'pending' ? t('pending') : null
  return (
    <li>
      <PageLink
        href={`/accounts/${movement.productId}?movement=${movement.movementId}`}
        className={`${movementRowShape} min-h-16 py-2.5`}
      >
        <MovementTile title={words.title} />
        <MovementTitle words={words} />
        <MovementAmount movement={movement} />
        <MovementDetails parts={[kind, dayName, pending, account, rest]} className="line-clamp-3" />
      </PageLink>
    </li>
  )
}

function nameOfDay(
  day: string,
  today: string,
  t: ReturnType<typeof useTranslations<'latest'>>,
  locale: string,
): string {
  if (day === today) return t('today')
  if (day === addDays(today, -1)) return t('yesterday')
  return formatDay(day, 'short', locale, today)
}
