import { addDays, bankDayOf } from '../calendar/bank-day'
import { accessKey, ownerKey } from './book'
import type { BatchAccesses, Consents } from './consents'
import type { Desk } from './resource-desk'

/** Spec, "Limits" 1. */
const batchAccessesPerDay = 4

export function createConsents(desk: Desk): Consents {
  const { consents } = desk.book
  return {
    isGranted: (customerId, tpp, category, productId) =>
      consents.get(ownerKey({ customerId, tpp }))?.has(`${category} ${productId}`) ?? false,
    of: (customerId, tpp) => [...(consents.get(ownerKey({ customerId, tpp }))?.values() ?? [])],
    ofCustomer: (customerId) =>
      [...consents]
        .filter(([key]) => key.startsWith(`${customerId} `))
        .flatMap(([, records]) => [...records.values()]),
    revokeAtBank: (customerId, tpp, selection) =>
      desk.record({
        type: 'consent-revoked-at-bank',
        customerId,
        tpp,
        at: desk.now(),
        categories: selection,
      }),
  }
}

export function createBatchAccesses(desk: Desk): BatchAccesses {
  return {
    take: async (access, day) => {
      forgetEarlierDays(desk)
      if ((desk.book.accesses.get(accessKey(access, day)) ?? 0) >= batchAccessesPerDay) return false
      await desk.record({ type: 'batch-access', ...access, day })
      return true
    },
  }
}

/** Keys begin with their day. */
function forgetEarlierDays({ book: { accesses }, earliest }: Desk): void {
  const yesterday = addDays(bankDayOf(new Date(earliest())), -1)
  for (const key of accesses.keys()) if (key < yesterday) accesses.delete(key)
}
