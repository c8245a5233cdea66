import type { TransferFault } from '@/lib/store'
import { isShared, type KnownProduct, knownProducts, PAYING } from '../accounts/product-facts'
import type { FlowDeps, SignedInCustomer } from '../deps'

export type PayingAccount =
  | { kind: 'account'; product: KnownProduct }
  | { kind: 'fault'; fault: TransferFault }
  /** None was chosen. */
  | { kind: 'none' }

/** Ours to check before the bank is asked: an account that is the customer's, open, and shared for payments. */
export async function payingAccount(
  deps: FlowDeps,
  { customerId }: Pick<SignedInCustomer, 'customerId'>,
  productId: string,
): Promise<PayingAccount> {
  if (productId === '') return { kind: 'none' }
  const { products } = await knownProducts(deps, customerId, productId)
  const product = products.find(({ account }) => account.productId === productId)
  const fault = (code: string): PayingAccount => ({
    kind: 'fault',
    fault: { field: 'productId', code, values: {}, bankWords: null },
  })
  if (product === undefined) return fault('not_shared')
  if (product.state?.closedAt) return fault('closed')
  return isShared(product, PAYING) ? { kind: 'account', product } : fault('not_shared')
}
