import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '@/tests/support/sandbox'
import { refusalOf, signIn } from './journey'
import { callBank, type RawCall } from './raw-client'

/** Endpoint 2 of the customer whose token a {@link Checking} has. */
export const accounts = '/private/customers/70010001/accounts'

/** A bank, a customer's token for it, and a short way to say what it makes of a call. */
export type Checking = {
  bank: TestSandbox
  token: string
  /** `200`, or status, code and detail of the refusal. Without changes it is a right call of endpoint 2. */
  outcome(call: Partial<RawCall>): Promise<string>
  /** Name and reason of the check that refused the last call, as the journal has it. */
  refusedBy(): string
}

export async function startChecking(options: TestSandboxOptions = {}): Promise<Checking> {
  const bank = await startTestSandbox(options)
  const token = (await signIn(bank.kit, 'niccolo')).accessToken
  return {
    bank,
    token,
    outcome: async (call) => {
      const answer = await callBank(bank.kit, { path: accounts, token, ...call })
      return answer.status === 200 ? '200' : refusalOf(answer)
    },
    refusedBy: () => {
      const check = bank.journal.entries().at(-1)?.checks.at(-1)
      return check?.verdict === 'refused' ? `${check.check}: ${check.reason ?? ''}` : 'none'
    },
  }
}
