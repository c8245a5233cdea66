import type { TransferField } from '@/lib/contracts/transfers'

/** Which field the customer asked to change, from the press in the review to the form that takes its place. */
let wanted: TransferField | undefined

export function wantField(field: TransferField): void {
  wanted = field
}

export function takeWantedField(): TransferField | undefined {
  const taken = wanted
  wanted = undefined
  return taken
}
