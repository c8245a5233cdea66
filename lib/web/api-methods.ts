/** Every address of `/api`, as the app folder has it (`[name]` is an id), with what may be asked of it. */
const API: Record<string, readonly string[]> = {
  '/api/accounts/[productId]/movements/export': ['GET'],
  '/api/accounts/[productId]/movements': ['GET'],
  '/api/accounts/[productId]/refresh': ['POST'],
  '/api/accounts/[productId]': ['GET'],
  '/api/accounts': ['GET'],
  '/api/authorizations/[authorizationId]/abandon': ['POST'],
  '/api/authorizations/[authorizationId]/continue': ['POST'],
  '/api/authorizations/[authorizationId]': ['GET'],
  '/api/bank/callback': ['GET', 'HEAD', 'POST'],
  '/api/bank/connect': ['POST'],
  '/api/consents/grant': ['POST'],
  '/api/consents/revoke': ['POST'],
  '/api/customer': ['GET'],
  '/api/forget': ['POST'],
  '/api/health': ['GET', 'HEAD'],
  '/api/movements/catch-up': ['POST'],
  '/api/overview': ['GET'],
  '/api/preferences': ['POST'],
  '/api/products': ['GET'],
  '/api/ready': ['GET', 'HEAD'],
  '/api/sca/callback/[returnId]': ['GET', 'HEAD', 'POST'],
  '/api/session/sign-out': ['POST'],
  '/api/sharing': ['GET'],
  '/api/sharing/seen': ['POST'],
  '/api/transfers/[transferId]/abandon': ['POST'],
  '/api/transfers/[transferId]/approve': ['POST'],
  '/api/transfers/[transferId]/check': ['POST'],
  '/api/transfers/[transferId]/continue': ['POST'],
  '/api/transfers/[transferId]/draft': ['POST'],
  '/api/transfers/[transferId]/edit': ['POST'],
  '/api/transfers/[transferId]/pay-now': ['POST'],
  '/api/transfers/[transferId]/receipt': ['GET'],
  '/api/transfers/[transferId]': ['GET'],
  '/api/transfers/[transferId]/step': ['POST'],
  '/api/transfers/payees': ['GET'],
  '/api/transfers/preparation': ['GET'],
  '/api/transfers': ['GET', 'POST'],
}

const routes = Object.entries(API).map(([pattern, methods]) => ({ parts: pattern.split('/'), methods }))

export const apiAddresses: readonly string[] = Object.keys(API)

/** What may be asked of a path under `/api`; undefined where there is none. A name goes before an id, as in Next. */
export function apiMethodsAt(path: string): readonly string[] | undefined {
  const asked = path.split('/')
  const fitting = routes.filter(
    ({ parts }) =>
      parts.length === asked.length &&
      parts.every((part, place) => (part.startsWith('[') ? asked[place] !== '' : part === asked[place])),
  )
  return (API[path] === undefined ? fitting[0]?.methods : API[path]) ?? undefined
}
