'use client'

import { useCatchUp } from '@/lib/browser/catch-up'

/** Reads movements behind the page for as long as it stands in it; there is nothing to see. */
export function CatchUp() {
  useCatchUp()
  return null
}
