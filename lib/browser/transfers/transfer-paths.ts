/** The addresses of transfers: apart from the others, so that they weigh on their own pages only. */
export const transferPaths = {
  begin: '/api/transfers',
  preparation: (productId: string) => `/api/transfers/preparation?${new URLSearchParams({ productId })}`,
  step: (id: string, step: TransferStep) => `/api/transfers/${id}/${step}`,
  listPage: '/transfers',
  page: (id: string) => `/transfers/${id}`,
} as const

/** What can be done with a transfer, as its addresses name it. */
export type TransferStep =
  | 'draft'
  | 'check'
  | 'step'
  | 'edit'
  | 'approve'
  | 'continue'
  | 'pay-now'
  | 'abandon'
