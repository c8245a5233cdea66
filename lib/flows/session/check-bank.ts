import { BankApiError } from '@/lib/bank'
import type { FlowDeps } from '../deps'

/**
 * One call with a token that cannot exist: a bank that takes our certificate and our signature answers
 * 401, signed. So mutual TLS, the request's signature and the trust in the bank's seal are seen to work
 * before a customer needs them (case TLS-3).
 */
export async function checkBank(
  deps: FlowDeps,
): Promise<{ outcome: 'understood' } | { outcome: 'failed'; cause: unknown }> {
  try {
    await deps.bank.getCustomerId({ accessToken: deps.newId(), transactionId: deps.newId() })
    return { outcome: 'understood' }
  } catch (error) {
    if (error instanceof BankApiError && error.status === 401) return { outcome: 'understood' }
    return { outcome: 'failed', cause: error }
  }
}
