'use client'

import { ProblemError } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { useWrite } from '../requests/use-write'
import { canRemake, useRemake } from '../watch/can-refresh'
import { readTransferNews, type TransferNews } from './transfer-news'
import { type TransferStep, transferPaths } from './transfer-paths'

/**
 * A press about one check of a transfer. Then the page renders again; `pending` lasts until it has. A press that came
 * too late changes nothing, and `problem` says so; the page renders again all the same.
 */
export function useTransferAction(
  transfer: { transferId: string; check: number },
  step: Exclude<TransferStep, 'draft' | 'check' | 'continue'>,
  onDone?: (news: TransferNews) => void,
) {
  const { remake, isRemaking } = useRemake()
  const { transferId, check } = transfer
  const show = (problem: ProblemError | null) => {
    if (canRemake(problem)) remake()
  }
  const { write, reset, pending, problem } = useWrite(
    (content: object = {}) =>
      postJson(transferPaths.step(transferId, step), { check, ...content }, readTransferNews).then(
        (news) => {
          show(null)
          return news
        },
        (error: unknown) => {
          show(error instanceof ProblemError ? error : null)
          throw error
        },
      ),
    (news) => {
      reset()
      onDone?.(news)
    },
  )
  return { act: write, pending: pending || isRemaking, problem }
}
