import type { MovementKind } from '@/lib/domain/movements/kind-rules'
import { readableMovement } from '@/lib/domain/movements/readable'
import { visibleText } from './bank-text'
import { movementKind, movementTitle } from './movement'

type Texts = Parameters<typeof readableMovement>[0]

export type MovementWords = {
  /** The counterpart where the bank's text names one, else that text; null where there is none. */
  title: string | null
  isCounterpart: boolean
  kind: MovementKind | null
  /** What else the bank says: beside the counterpart, or as its own word for the kind. */
  rest: string | null
}

/** A movement in words that a person can read. Where no rule fits, the bank's own words stand as they are. */
export function movementWords(texts: Texts): MovementWords {
  const { counterpart, kind, rest } = readableMovement(texts)
  if (counterpart === null)
    return {
      title: movementTitle(texts),
      isCounterpart: false,
      kind,
      rest: kind === null ? movementKind(texts) : null,
    }
  return {
    title: visibleText(counterpart),
    isCounterpart: true,
    kind,
    rest: rest === null ? null : visibleText(rest),
  }
}
