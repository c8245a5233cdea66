import type { Kit } from '@/sandbox/kit'
import { makeKit } from '@/sandbox/kit'
import { type MintRequest, mintProvider } from '@/sandbox/pki/mint-provider'
import { createCustomers } from '@/sandbox/state/customers'
import type { TestSandbox } from '@/tests/support/sandbox'

/** Mints a provider beside a running bank, as another process would, and gives its kit for that bank. */
export async function mintBeside(
  bank: TestSandbox,
  request: Partial<MintRequest> & { name: string },
): Promise<Kit> {
  const whole: MintRequest = { roles: ['PSP_AI', 'PSP_PI'], defects: [], ...request }
  const { keys, provider } = await mintProvider(bank.dataDir, whole, new Date())
  const { baseUrl, headerPrefix, controlUrl } = bank.kit
  const addresses = { baseUrl, headerPrefix, controlUrl, pagesUrl: bank.pagesUrl }
  return makeKit(keys, 'http://localhost:3000', createCustomers(), addresses, provider.organizationIdentifier)
}
