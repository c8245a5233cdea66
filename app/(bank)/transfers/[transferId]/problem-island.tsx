'use client'

import type { TransferProblem } from '@/lib/contracts/transfers'
import { ProblemPlace } from '../_form/transfer-problem'

type ProblemIslandProps = {
  view: { transferId: string; problem: TransferProblem | null; draft: { productId: string } }
}

/** Why the last call to the bank did not do. */
export function ProblemIsland({ view }: ProblemIslandProps) {
  return (
    <ProblemPlace
      problem={view.problem}
      returnTo={`/transfers/${view.transferId}`}
      productId={view.draft.productId}
    />
  )
}
