import { ProtocolFault } from '../errors'
import { type BankSettings, isPageUrl } from '../settings'

export type BrowserRules = Pick<BankSettings, 'browserOrigins' | 'loopbackPagesAllowed'>

/**
 * The customer's browser goes only to https and, when any are configured, only to the origins of the bank's login pages.
 * @throws ProtocolFault redirect_refused
 */
export function browserUrl(url: URL, rules: BrowserRules): string {
  if (!isPageUrl(url, rules.loopbackPagesAllowed)) throw new ProtocolFault('redirect_refused', 'not https')
  if (rules.browserOrigins.length > 0 && !rules.browserOrigins.includes(url.origin)) {
    throw new ProtocolFault('redirect_refused', 'another origin')
  }
  return url.href
}
