import { type TransferDraft, transferFields } from '@/lib/contracts/transfers'
import { ProblemError, pauseAfter } from '../requests/problem-error'
import { postJson } from '../requests/request'
import { sendOnLeaving } from '../requests/send-on-leaving'
import { readTransferNews } from './transfer-news'
import { transferPaths } from './transfer-paths'

/** From the last key to the sending. */
const pauseMs = 600

export type Kept = 'saved' | 'saving' | 'failed'

type Settings = {
  /** Null for a form that our server does not know yet. */
  transferId: string | null
  /** The version that our server has. */
  draft: TransferDraft
  formToken: string
  repeatOf: string | null
  onBegun: (transferId: string) => void
  onKept: (kept: Kept, problem: ProblemError | null) => void
}

export type DraftSender = ReturnType<typeof createDraftSender>

/**
 * Keeps what is typed at our server: after a pause, one request at a time, the newest always last. The first one begins
 * the transfer; sent again because its answer was lost, it is the same to the letter, so that one transfer is begun.
 */
export function createDraftSender(settings: Settings) {
  const { formToken, repeatOf, onBegun, onKept } = settings
  let { transferId } = settings
  /** What our server surely has. */
  let kept: Partial<TransferDraft> = settings.draft
  let first: TransferDraft | undefined
  let newest: TransferDraft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let under: Promise<void> | undefined
  let round = 0
  let isFailing = false
  /** There are too many drafts: only a press tries again. */
  let isFull = false

  const beginning = (draft: TransferDraft) => {
    first ??= draft
    const token = round === 0 ? formToken : `${formToken}-${round}`
    return { formToken: token, draft: first, ...(repeatOf === null ? {} : { repeatOf }) }
  }

  /** Of another tab at the same draft the other fields may be newer. */
  const changesOf = (draft: TransferDraft): Partial<TransferDraft> =>
    Object.fromEntries(
      transferFields.flatMap((field) => (kept[field] === draft[field] ? [] : [[field, draft[field]]])),
    )

  const begin = async (draft: TransferDraft) => {
    const news = await postJson(transferPaths.begin, beginning(draft), readTransferNews).catch((error) => {
      // The same form began another transfer, in a page that the browser kept: this is a new one.
      if (!(error instanceof ProblemError) || error.code !== 'form_conflict') throw error
      round += 1
      return postJson(transferPaths.begin, beginning(draft), readTransferNews)
    })
    transferId = news.transferId
    kept = first ?? draft
    onBegun(transferId)
  }

  const sendNewest = async () => {
    while (newest !== undefined) {
      const draft = newest
      if (transferId === null) await begin(draft)
      const changes = changesOf(draft)
      if (transferId !== null && Object.keys(changes).length > 0) {
        // Until it answers it may have either.
        for (const field of transferFields) if (field in changes) kept = { ...kept, [field]: undefined }
        await postJson(transferPaths.step(transferId, 'draft'), { draft: changes }, readTransferNews)
      }
      kept = draft
      first = undefined
      if (newest === draft) newest = undefined
    }
  }

  /** Until all that was typed is kept. @throws ProblemError */
  const send = async () => {
    clearTimeout(timer)
    while (under !== undefined) await under.catch(() => undefined)
    if (newest === undefined) return
    onKept('saving', null)
    under = sendNewest()
    try {
      await under
      isFailing = false
      isFull = false
      onKept('saved', null)
    } catch (error) {
      const problem = error instanceof ProblemError ? error : new ProblemError('internal')
      isFailing = true
      isFull = problem.code === 'too_many_drafts'
      onKept('failed', problem)
      // The page says that it will be.
      if (problem.code === 'rate_limited')
        timer = setTimeout(() => void send().catch(() => undefined), pauseAfter(problem, pauseMs))
      throw problem
    } finally {
      under = undefined
    }
  }

  return {
    /** Something was typed. */
    take(draft: TransferDraft) {
      // An account that is chosen is no transfer yet.
      if (transferId === null && newest === undefined && !isWritten(draft)) return
      newest = draft
      if (!isFailing) onKept('saving', null)
      clearTimeout(timer)
      if (isFull) return
      // The first letter already makes it one that a closed page does not lose.
      const isFirst = transferId === null && first === undefined
      timer = setTimeout(() => void send().catch(() => undefined), isFirst ? 0 : pauseMs)
    },
    /** What could not be kept is tried again. */
    again() {
      if (isFailing) void send().catch(() => undefined)
    },
    /** The transfer, with all of this kept, begun where it was not yet. @throws ProblemError */
    async keep(draft: TransferDraft): Promise<string> {
      if (transferId === null) newest ??= draft
      await send()
      if (transferId === null) throw new ProblemError('internal')
      return transferId
    },
    /**
     * The page is left. What is not kept yet is sent once more; returned is what that will not do for: nothing is begun
     * by a document that goes, and where our server refused a moment ago it will again.
     */
    leave(isDocument: boolean): { transferId: string | null; draft: TransferDraft } | undefined {
      clearTimeout(timer)
      if (newest === undefined) return undefined
      const draft = newest
      if (transferId !== null)
        sendOnLeaving(transferPaths.step(transferId, 'draft'), { draft: changesOf(draft) })
      else if (!isDocument) sendOnLeaving(transferPaths.begin, beginning(draft))
      return transferId === null || isFailing ? { transferId, draft } : undefined
    },
  }
}

const isWritten = ({ payeeName, iban, amount, date, note }: TransferDraft) =>
  [payeeName, iban, amount, date, note].some((text) => text.trim() !== '')
