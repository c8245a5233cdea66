'use client'

import { usePiece } from '@/lib/ui/use-piece'

const load = () => import('./language-switch')

/** For the page of an address that does not exist: the framework sends what stands in it with every page. */
export function LateLanguageSwitch() {
  const [loaded] = usePiece(load)
  return typeof loaded === 'object' && <loaded.piece.LanguageSwitch />
}
