import { cache } from 'react'
import type { AccountList } from '@/lib/contracts/accounts'
import { listSignedInPlaces, readKnownAccounts } from '@/lib/flows'
import { getServer } from '@/lib/server'
import type { SignedIn } from './session'

/** What screens read on the server. Nothing here calls the bank: a page shows before the bank answers. */

/** Layout and page both ask; the database is asked once per request. */
export const knownAccounts = cache(async (session: SignedIn): Promise<AccountList> => {
  const { flows } = await getServer()
  return readKnownAccounts(flows, session.customerId)
})

export async function signedInPlaces(
  session: SignedIn,
): Promise<{ current: boolean; label: string | null; lastSeenAt: string }[]> {
  const { flows } = await getServer()
  return listSignedInPlaces(flows, session)
}

export async function publicFacts(): Promise<{ environment: 'sandbox' | 'production'; bankName: string }> {
  const { config } = await getServer()
  return { environment: config.BANK_ENVIRONMENT, bankName: config.BANK_NAME }
}

export { isAnotherCustomer } from './another-customer'
