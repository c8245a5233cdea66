export { approveTransfer } from './approve'
export { checkTransfer } from './check'
export { beginTransfer, keepDraft, removeOldDrafts } from './drafts'
export { listTransfers, listWaitingTransfers, recentPayees } from './history'
export { prepareTransferForm, readKnownPreparation } from './preparation'
export { abandonTransfer, editTransfer } from './presses'
export {
  continueTransfer,
  endStaleTransfers,
  liveTransfers,
  payNow,
  readReceipt,
  readTransfer,
  settleTransfer,
} from './progress'
export { addTransferStep, keepTransferStep } from './step'
