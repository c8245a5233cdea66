/**
 * How often one customer may ask for each group of routes, in a minute. Pages ask by themselves too, and nobody who only
 * uses them may meet a limit, so each number is several times what the pages can ask in a minute:
 */
export const customerLimits = {
  /** An overview asks twice when it opens, an account once, and both again when the tab comes back to the front. */
  refresh: 60,
  /** A page of details asks once or twice when it opens. */
  details: 40,
  /** Each page of consents and of settings asks once when it opens. */
  sharing: 40,
  /** The form asks when it opens and when another account is chosen. */
  preparation: 40,
  /** Only presses; each starts or abandons something at the bank, and the customer then goes there. */
  consents: 12,
  /** Only presses; between two of them a customer reads and corrects the faults. */
  check: 12,
  /** Only presses: to approve, to pay, to change or to abandon a transfer. */
  decide: 20,
  /** Only forms that are opened and written in. How many drafts there may be at a time: `MOST_DRAFTS`. */
  begin: 12,
  /** The form keeps what is typed at most every 0.6 s (lib/browser/transfers/draft-sender.ts), so 100 times: this is for two tabs. */
  typing: 240,
  /**
   * A waiting page asks every 0.5 s for its first 10 s and every second after that (lib/flows/transfers/next-look.ts),
   * so about 75 times: this is for four tabs. The bank is asked at its own pace, however often the pages ask.
   */
  watch: 300,
  /** Reads of what is stored, and notes that a browser keeps for itself. No page asks for them by itself. */
  stored: 240,
  /** Only presses, each of which makes a file. */
  files: 30,
  /** Only presses: to sign out, or to have everything erased. */
  account: 20,
  /** A customer comes back from the bank once for each approval. */
  returns: 30,
} as const

/** Drafts of transfers that one customer may have at a time: more than anybody writes, and few enough to look through. */
export const MOST_DRAFTS = 50

export type LimitGroup = keyof typeof customerLimits

/**
 * The limit of each route, by its name in the log. `address`: there is no customer yet, and the sign-in limit of the
 * client's address counts it. `none`: the route neither reaches the bank nor writes.
 */
const limitOfRoute = {
  'accounts.list': 'refresh',
  'accounts.read': 'details',
  'authorizations.abandon': 'consents',
  'authorizations.continue': 'watch',
  'authorizations.read': 'watch',
  'bank.callback': 'address',
  'bank.connect': 'address',
  'consents.grant': 'consents',
  'consents.revoke': 'consents',
  'customer.read': 'details',
  forget: 'account',
  health: 'none',
  'movements.catch_up': 'refresh',
  'movements.export': 'files',
  'movements.list': 'stored',
  'movements.refresh': 'refresh',
  'overview.read': 'refresh',
  'preferences.save': 'none',
  'products.list': 'details',
  ready: 'none',
  'sca.callback': 'returns',
  'session.sign-out': 'account',
  'sharing.read': 'sharing',
  'sharing.seen': 'stored',
  'transfers.abandon': 'decide',
  'transfers.approve': 'decide',
  'transfers.begin': 'begin',
  'transfers.check': 'check',
  'transfers.continue': 'watch',
  'transfers.draft': 'typing',
  'transfers.edit': 'decide',
  'transfers.list': 'stored',
  'transfers.payNow': 'decide',
  'transfers.payees': 'stored',
  'transfers.preparation': 'preparation',
  'transfers.read': 'watch',
  'transfers.receipt': 'files',
  'transfers.step': 'check',
} as const satisfies Record<string, LimitGroup | 'address' | 'none'>

/** A route has a name only here, so that none is without a limit. */
export type RouteName = keyof typeof limitOfRoute

export const routeLimits: Readonly<Record<RouteName, LimitGroup | 'address' | 'none'>> = limitOfRoute
