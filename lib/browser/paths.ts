/** Every address of our own that code in the browser asks for or goes to. */
export const paths = {
  home: '/',
  accounts: '/api/accounts',
  connect: '/api/bank/connect',
  preferences: '/api/preferences',
  signOut: '/api/session/sign-out',
} as const
