import type { Language } from '../../api/language'

const en = {
  title: (application: string) => `Let ${application} know who you are?`,
  lead: (name: string) => `You are logged in as ${name}.`,
  asks: (application: string, provider: string) =>
    `${application} (${provider}) asks to know who you are and to list your accounts.`,
  shares: 'It will see',
  items: ['your customer number', 'the list of your accounts: type, name, currency and IBAN'],
  not: 'It will not see balances or movements, and it cannot make payments. For those it must ask you again.',
  allow: 'Allow',
  refuse: 'Refuse',
  answeredTitle: 'You have answered this already',
  answeredText: (application: string) =>
    `${application} has your answer. If it did not go on, start again there.`,
  toApplication: (application: string) => `Go to ${application}`,
}

const it: typeof en = {
  title: (application) => `Far sapere a ${application} chi sei?`,
  lead: (name) => `Hai effettuato l’accesso come ${name}.`,
  asks: (application, provider) =>
    `${application} (${provider}) chiede di sapere chi sei e di elencare i tuoi conti.`,
  shares: 'Vedrà',
  items: ['il tuo codice cliente', 'l’elenco dei tuoi conti: tipo, nome, valuta e IBAN'],
  not: 'Non vedrà saldi né movimenti e non potrà fare pagamenti. Per questi dovrà chiedertelo di nuovo.',
  allow: 'Consenti',
  refuse: 'Rifiuta',
  answeredTitle: 'Hai già risposto',
  answeredText: (application) =>
    `${application} ha la tua risposta. Se non è andata avanti, ricomincia da lì.`,
  toApplication: (application) => `Vai a ${application}`,
}

/** The page after an OAuth login. */
export const identityTexts: Record<Language, typeof en> = { en, it }
