import {
  actionsOf,
  type MoneyMeaning,
  moneyOf,
  type TransferAction,
} from '@/lib/domain/transfers/transfer-meaning'
import type { TransferStateName } from '@/lib/domain/transfers/transfer-state'
import { fieldNamedBy, isStepFieldName } from '@/lib/domain/transfers/transfer-steps'
import type {
  Transfer,
  TransferCheck,
  TransferDraft,
  TransferFault,
  TransferMessage,
  TransferProblem,
} from '@/lib/store'
import type { FlowDeps } from '../deps'
import { lookAgainInMs } from './next-look'
import { receiptOf } from './receipt'
import { sentValues, stepFieldsOf } from './step-draft'

type Money = { amount: string; currency: string }
type Message = { type: TransferMessage['type']; text: string; detail: string }
type FieldFault = Omit<TransferFault, 'field'> & { field: keyof TransferDraft }

/** As lib/contracts/transfers.ts has it. */
export type TransferShown = {
  transferId: string
  state: TransferStateName
  check: number
  actions: readonly TransferAction[]
  money: MoneyMeaning
  draft: TransferDraft
  faults: readonly FieldFault[]
  problem: TransferProblem | null
  snapshot: SnapshotShown | null
  step: StepShown | null
  approach: 'redirect' | 'decoupled' | null
  bankUrl: string | null
  result: { cro: string | null; messages: readonly Message[]; executionStatus: string | null } | null
  receipt: 'none' | 'pending' | 'stored' | 'missing'
  timeline: readonly { at: string; what: string; to: TransferStateName | null; actor: Actor }[]
  lookAgainInMs: number | null
  repeatOf: string | null
  createdAt: string
  movedAt: string
  endedAt: string | null
}

type Actor = 'customer' | 'system' | 'bank'

type SnapshotShown = {
  productId: string
  amount: string
  currency: string
  payeeName: string
  iban: string
  date: string
  isUrgent: boolean
  note: string
  further: readonly { name: string; value: string }[]
  type: string
  fee: Money | null
  total: Money | null
  equivalent: Money | null
  bankName: string | null
  branchName: string | null
  bankAddress: string | null
  messages: readonly Message[]
}

type StepShown = {
  number: number
  messages: readonly Message[]
  fields: readonly {
    name: string
    value: string
    longest: number
    fault: Omit<TransferFault, 'field'> | null
  }[]
}

/** A transfer as its customer sees it. Never calls the bank. */
export async function showTransfer(deps: FlowDeps, transfer: Transfer): Promise<TransferShown> {
  const { customerId, transferId, state, check } = transfer
  const [events, bankUrl] = await Promise.all([
    deps.store.transfers.events(customerId, transferId),
    deps.store.transfers.scaUrlOf(transfer),
  ])
  const now = deps.now()
  return {
    transferId,
    state: state.name,
    check: state.check,
    actions: actionsOf(state),
    money: moneyOf(state, transfer.executionStatus),
    draft: transfer.draft,
    faults: transfer.faults.flatMap(faultOf),
    problem: transfer.problem,
    snapshot: snapshotOf(transfer),
    step: stepOf(transfer),
    approach: check?.approach ?? null,
    bankUrl,
    result: resultOf(transfer),
    receipt: receiptOf(transfer, now),
    timeline: events.map(({ at, what, to, actor }) => ({
      at: at.toISOString(),
      what,
      to,
      actor: actorOf(actor),
    })),
    lookAgainInMs: lookAgainInMs(transfer, now),
    repeatOf: transfer.repeatOf,
    createdAt: transfer.createdAt.toISOString(),
    movedAt: transfer.movedAt.toISOString(),
    endedAt: transfer.endedAt?.toISOString() ?? null,
  }
}

/** Shows the order as sent and the check's result; without a valid check there is nothing to show. */
function snapshotOf(transfer: Transfer): SnapshotShown | null {
  const { state, check } = transfer
  if (check === null || check.verdict === null || state.name === 'draft' || state.name === 'checking')
    return null
  const { order, verdict } = check
  return {
    productId: order.productId,
    amount: order.amount,
    currency: order.currency,
    payeeName: order.beneficiaryName,
    iban: order.beneficiaryIban,
    date: order.executionDate,
    isUrgent: order.isUrgent,
    note: order.description,
    further: furtherOf(transfer),
    type: order.type,
    fee: verdict.commission,
    total: verdict.total,
    equivalent: verdict.equivalent,
    bankName: verdict.bankName,
    branchName: verdict.branchName,
    bankAddress: verdict.address,
    messages: verdict.messages.map(messageOf),
  }
}

const furtherOf = (transfer: Transfer) =>
  sentValues(transfer)
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))

function stepOf(transfer: Transfer): StepShown | null {
  const { state, check, stepDraft } = transfer
  const fields = stepFieldsOf(transfer)
  if (state.name !== 'incomplete' || fields === undefined) return null
  return {
    number: state.step,
    messages: messagesOf(check).map(withoutFieldName),
    fields: fields.map(({ name, longest }) => {
      const found = stepDraft?.faults.find(({ field }) => field === name)
      const fault = found && { code: found.code, values: found.values, bankWords: found.bankWords }
      return { name, longest, value: stepDraft?.values[name] ?? '', fault: fault ?? null }
    }),
  }
}

function resultOf({ cro, execution, executionStatus }: Transfer): TransferShown['result'] {
  if (execution === null && cro === null && executionStatus === null) return null
  return { cro, messages: execution?.messages.map(messageOf) ?? [], executionStatus }
}

const messagesOf = (check: TransferCheck | null) => check?.verdict?.messages.map(messageOf) ?? []

/** The form has words for the field; the bank's name of it would only puzzle the customer. */
function withoutFieldName(message: Message): Message {
  return isStepFieldName(fieldNamedBy(message) ?? '') ? { ...message, detail: '' } : message
}

function messageOf({ type, message, detail }: TransferMessage): Message {
  return { type, text: message, detail }
}

const fields: readonly (keyof TransferDraft)[] = [
  'productId',
  'payeeName',
  'iban',
  'amount',
  'currency',
  'date',
  'isUrgent',
  'note',
]

function faultOf({ field, ...fault }: TransferFault): FieldFault[] {
  const known = fields.find((name) => name === field)
  return known === undefined ? [] : [{ field: known, ...fault }]
}

const actorOf = (actor: string): Actor => (actor === 'customer' || actor === 'bank' ? actor : 'system')
