import type { Watch } from '@/lib/browser/watch/authorizations'
import type { AuthorizationView } from '@/lib/contracts/authorizations'

/**
 * How a page follows its run: `continue` takes it further by what the bank says, `look` only sees what another tab or
 * our server does, `rest` when nothing more will happen.
 */
export function watchOf({ state, approach }: AuthorizationView): Watch {
  switch (state) {
    case 'preparing':
      return 'look'
    case 'at_bank':
      return approach === 'decoupled' ? 'continue' : 'look'
    case 'returned':
    case 'confirming':
    case 'unknown':
      return 'continue'
    default:
      return 'rest'
  }
}
