/** Every address of our own that code in the browser asks for or goes to. */
export const paths = {
  home: '/',
  overview: '/api/overview',
  sharing: '/api/sharing',
  sharingSeen: '/api/sharing/seen',
  catchUp: '/api/movements/catch-up',
  grant: '/api/consents/grant',
  revoke: '/api/consents/revoke',
  connect: '/api/bank/connect',
  preferences: '/api/preferences',
  signOut: '/api/session/sign-out',
  authorization: (id: string) => `/api/authorizations/${id}`,
  continueAuthorization: (id: string) => `/api/authorizations/${id}/continue`,
  abandonAuthorization: (id: string) => `/api/authorizations/${id}/abandon`,
  authorizationPage: (id: string) => `/authorizations/${id}`,
} as const
