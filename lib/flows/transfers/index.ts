export { approveTransfer } from './approve'
export { checkTransfer } from './check'
export { beginTransfer, keepDraft, removeOldDrafts } from './drafts'
export { abandonTransfer, editTransfer } from './edit-or-abandon'
export { listTransfers, listWaitingTransfers, recentPayees } from './history'
export { prepareTransferForm, readKnownPreparation } from './preparation'
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
