import { bankLimits } from '../bank-limits'

/*
 * What `verify<N>` asks for. The spec gives its address and no field of it, and each bank may ask for something else. So
 * the bank's own messages decide, and this client shows a form only when it knows every field that they name.
 */

/** Each field that the customer can be asked for, by the bank's name. `longest` in characters of the SEPA set. */
const FIELDS = [
  { name: 'beneficiaryAddress', longest: 70 },
  { name: 'beneficiaryTown', longest: 35 },
] as const

export type StepField = (typeof FIELDS)[number]

/** The words for the customer are `transferRun.field.NAME` in lib/i18n/messages. */
export type StepFieldName = StepField['name']

export function isStepFieldName(name: string): name is StepFieldName {
  return FIELDS.some((field) => field.name === name)
}

/**
 * The field that a message names: `detail` is one word with a letter in it, so neither a sentence nor a date. A word that
 * is no field makes the transfer stop, which is better than a form that leaves out what the bank asked for.
 */
export function fieldNamedBy({ detail }: { detail: string }): string | undefined {
  const word = detail.trim().replace(/^data\./, '')
  return /^\S+$/.test(word) && /\p{L}/u.test(word) ? word : undefined
}

/**
 * The fields of the next step, by the messages of the answer that leads to it.
 * @returns undefined when they name no field, one that this client does not know, or are as many as are kept: more may
 * have been named
 */
export function askedFields(messages: readonly { detail: string }[]): readonly StepField[] | undefined {
  if (messages.length >= bankLimits.messages) return undefined
  const named = new Set(messages.flatMap((message) => fieldNamedBy(message) ?? []))
  const known = FIELDS.filter(({ name }) => named.has(name))
  return named.size > 0 && known.length === named.size ? known : undefined
}
