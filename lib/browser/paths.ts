/** Every address of our own that code in the browser asks for or goes to. */
export const paths = {
  home: '/',
  overview: '/api/overview',
  sharing: '/api/sharing',
  sharingSeen: '/api/sharing/seen',
  catchUp: '/api/movements/catch-up',
  grant: '/api/consents/grant',
  revoke: '/api/consents/revoke',
  forget: '/api/forget',
  forgotten: '/forgotten',
  customer: '/api/customer',
  products: '/api/products',
  connect: '/api/bank/connect',
  preferences: '/api/preferences',
  signOut: '/api/session/sign-out',
  account: (id: string) => `/api/accounts/${id}`,
  authorization: (id: string) => `/api/authorizations/${id}`,
  continueAuthorization: (id: string) => `/api/authorizations/${id}/continue`,
  abandonAuthorization: (id: string) => `/api/authorizations/${id}/abandon`,
  refreshAccount: (productId: string) => `/api/accounts/${productId}/refresh`,
  transfers: '/api/transfers',
  preparation: (productId: string) => `/api/transfers/preparation?${new URLSearchParams({ productId })}`,
  transfer: (id: string) => `/api/transfers/${id}`,
  transferStep: (id: string, step: TransferStep) => `/api/transfers/${id}/${step}`,
  transfersPage: '/transfers',
  transferPage: (id: string) => `/transfers/${id}`,
  authorizationPage: (id: string) => `/authorizations/${id}`,
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
