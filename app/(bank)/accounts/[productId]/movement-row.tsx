import { useTranslations } from 'next-intl'
import type { Movement } from '@/lib/contracts/movements'
import { movementWords } from '@/lib/ui/format/movement-words'
import {
  MovementAmount,
  MovementDetails,
  MovementTile,
  MovementTitle,
  movementRowShape,
  secondLine,
  useMovementParts,
} from '../movement-parts'

type MovementRowProps = { movement: Movement; today: string; href: string }

/** One movement, in few nodes: there are fifty on a page. The whole row leads to all that the bank sent of it. */
export function MovementRow({ movement, today, href }: MovementRowProps) {
  const t = useTranslations('movements')
  const words = movementWords(movement)
  const { kind, rest, value } = useMovementParts(movement, words, today)
  return (
    <li>
      <a
        href={href}
        data-in-place="push"
        className={`${movementRowShape} min-h-12 py-1 md:min-h-13 md:py-1.5`}
      >
        <MovementTile title={words.title} />
        <MovementTitle words={words} />
        <MovementAmount movement={movement} />
        <MovementDetails parts={[kind, rest, value]} className="line-clamp-1" />
        {movement.odd.length > 0 && (
          <span className={`${secondLine} col-span-2 text-note text-warning`}>{t('odd')}</span>
        )}
        {movement.status === 'pending' && <span className="sr-only">{t('pending')}</span>}
      </a>
    </li>
  )
}
