import { ProtocolFault } from './errors'
import { type BankSettings, isPageUrl } from './settings'

export type BrowserRules = Pick<BankSettings, 'browserOrigin' | 'loopbackPagesAllowed'>

/**
 * The customer's browser goes only to https and, when one is configured, only to the bank's login origin.
 * @throws ProtocolFault redirect_refused
 */
export function browserUrl(url: URL, rules: BrowserRules): string {
  if (!isPageUrl(url, rules.loopbackPagesAllowed)) throw new ProtocolFault('redirect_refused', 'not https')
  if (rules.browserOrigin !== undefined && url.origin !== rules.browserOrigin) {
    throw new ProtocolFault('redirect_refused', 'another origin')
  }
  return url.href
}
