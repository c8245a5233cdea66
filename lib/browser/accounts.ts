'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Account, AccountList } from '@/lib/contracts/accounts'
import { paths } from './paths'
import type { ProblemError } from './problem-error'
import { getJson } from './request'
import { startOver } from './same-customer'

/** A list younger than this is not asked of the bank again only because the tab comes to the front. */
const freshForMs = 30_000

/** The key names the customer: what one customer was shown is never in the cache of the next. */
const accountsQuery = (customer: string) =>
  queryOptions<AccountList, ProblemError>({
    queryKey: ['accounts', customer],
    queryFn: async ({ signal }) => {
      const list = await getJson(paths.accounts, readAccountList, signal)
      return list.customer === customer ? list : startOver()
    },
    staleTime: freshForMs,
    refetchOnMount: 'always',
  })

/**
 * The customer's accounts: what the server knew when it made the page at once, then what the bank says.
 * Nothing is asked while the bank does not take our token; the customer has to reconnect first.
 */
export function useAccounts(known: AccountList) {
  const neverRead = known.readAt === null
  return useQuery({
    ...accountsQuery(known.customer),
    enabled: known.connection === 'live',
    initialData: neverRead ? undefined : known,
    initialDataUpdatedAt: known.readAt === null ? undefined : Date.parse(known.readAt),
  })
}

/** Whether the bank still takes our token, as the last answer told; as `known` says until there is one. */
export function useConnectionState(
  known: Pick<AccountList, 'customer' | 'connection'>,
): AccountList['connection'] {
  const { data, error } = useQuery({ ...accountsQuery(known.customer), enabled: false })
  if (error?.code === 'connection_expired') return 'expired'
  return data?.connection ?? known.connection
}

/** Checks the body of GET /api/accounts. */
export function readAccountList(body: unknown): AccountList | undefined {
  if (!isObject(body)) return undefined
  const { customer, accounts, readAt, connection } = body
  if (typeof customer !== 'string') return undefined
  if (!Array.isArray(accounts) || !accounts.every(isAccount)) return undefined
  if (readAt !== null && (typeof readAt !== 'string' || Number.isNaN(Date.parse(readAt)))) return undefined
  if (connection !== 'live' && connection !== 'expired') return undefined
  return { customer, accounts, readAt, connection }
}

function isAccount(value: unknown): value is Account {
  if (!isObject(value) || !isObject(value.type)) return false
  const texts = [value.productId, value.nickname, value.currency, value.iban]
  return [...texts, value.type.code, value.type.description].every((text) => typeof text === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
