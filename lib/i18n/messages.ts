import type { Locale } from '@/lib/domain/locale'
import en from './messages/en.json'
import it from './messages/it.json'

export type Messages = typeof en
export type Namespace = keyof Messages

/** English gives the type, so a key that Italian lacks does not compile. */
const catalogue: Record<Locale, Messages> = { en, it }

export function messagesOf(locale: Locale): Messages {
  return catalogue[locale]
}

/** The part of the catalogue that goes to the browser: only what its components say. */
export function pickMessages<Name extends Namespace>(
  messages: Messages,
  names: Name[],
): Pick<Messages, Name> {
  const picked: Partial<Pick<Messages, Name>> = {}
  for (const name of names) picked[name] = messages[name]
  return picked as Pick<Messages, Name>
}
