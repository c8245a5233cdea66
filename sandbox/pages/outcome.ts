import type { Language } from '../api/language'
import type { Bank } from '../bank'
import { maxWrongCodes, type Resource } from '../state/resources'
import { askerOf } from './subject'
import { decisionTexts } from './texts/decision'

/** What became of a request that is no longer open. */
export function outcomeOf(
  bank: Bank,
  resource: Resource,
  language: Language,
): { title: string; sentences: readonly string[] } {
  const text = decisionTexts[language]
  const { application } = askerOf(bank, resource)
  switch (bank.resources.statusOf(resource)) {
    case 'AUTHORIZED': {
      const sentence = resource.finished ? text.finishedText : text.approvedText(application)
      return { title: text.approvedTitle, sentences: [sentence] }
    }
    case 'NOT_AUTHORIZED': {
      const sentence = resource.wrongCodes >= maxWrongCodes ? text.wrongCodesText : text.refusedText
      return { title: text.refusedTitle, sentences: [sentence] }
    }
    case 'EXPIRED':
      return { title: text.expiredTitle, sentences: [text.expiredText] }
    case 'PENDING':
      throw new Error('a request that is open has no outcome')
  }
}

/** Where the customer goes back to: the address that the provider gave, to the letter. Null when SCA never began. */
export function returnAddress(bank: Bank, resource: Resource): string | null {
  if (!resource.approach) return null
  const { redirectUri } = resource.approach
  if (bank.settings.callbackParameters === 'none') return redirectUri
  const isApproved = bank.resources.statusOf(resource) === 'AUTHORIZED'
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}status=${isApproved ? 'ok' : 'ko'}`
}

/** When the time for a decision runs out, in epoch milliseconds of business time. */
export function decidableUntil(bank: Bank, resource: Resource): number {
  return (resource.approach?.at ?? resource.createdAt) + bank.settings.authorizationSeconds * 1000
}
