import type { Bank } from '../bank'
import type { Category } from '../state/consents'
import type { Customer } from '../state/customers'

/** A product of a category that a customer has approved for a provider, and the provider has not put into force yet. */
export type ApprovedLine = { tpp: string; category: Category; productId: string }

/** By request, newest first; of one provider when it is named. */
export function approvedOf({ resources }: Bank, { customerId }: Customer, tpp?: string): ApprovedLine[][] {
  return resources
    .approvedUnconfirmed(customerId)
    .filter((resource) => tpp === undefined || resource.tpp === tpp)
    .map(({ tpp, subject }) =>
      subject.kind !== 'consent-request'
        ? []
        : subject.categories.flatMap(({ name, products }) =>
            products.map((productId) => ({ tpp, category: name, productId })),
          ),
    )
}
