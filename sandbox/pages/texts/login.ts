import type { Language } from '../../api/language'

const en = {
  title: 'Log in',
  /** Why the customer is here. */
  leadOAuth: (application: string) => `${application} has sent you here to log in at your bank.`,
  leadSca: (application: string) =>
    `${application} has sent you here to decide about a request. Log in to see what it is.`,
  leadOwn: 'Your accounts, and what you have allowed to third parties.',
  username: 'Username',
  password: 'Password',
  button: 'Log in',
  wrong: 'Username or password is wrong. Please check both and try again.',
  locked: 'There were too many wrong passwords for this username. Try again in ten minutes.',
  otherCustomer:
    'This request belongs to another customer, so we cannot show it to you. Log in as the customer who started it.',
  demoTitle: 'Customers of the sandbox',
  demoLead: 'One click logs you in as one of them.',
  demoLeadOne: 'One click logs you in as the customer of this request.',
  demoButton: (name: string) => `Log in as ${name}`,
}

const it: typeof en = {
  title: 'Accedi',
  leadOAuth: (application) => `${application} ti ha inviato qui per accedere alla tua banca.`,
  leadSca: (application) =>
    `${application} ti ha inviato qui per decidere su una richiesta. Accedi per vedere di che cosa si tratta.`,
  leadOwn: 'I tuoi conti, e ciò che hai consentito a terzi.',
  username: 'Nome utente',
  password: 'Password',
  button: 'Accedi',
  wrong: 'Nome utente o password errati. Controllali e riprova.',
  locked: 'Troppe password errate per questo nome utente. Riprova fra dieci minuti.',
  otherCustomer:
    'Questa richiesta appartiene a un altro cliente, quindi non possiamo mostrartela. Accedi come il cliente che l’ha avviata.',
  demoTitle: 'Clienti della sandbox',
  demoLead: 'Con un clic accedi come uno di loro.',
  demoLeadOne: 'Con un clic accedi come il cliente di questa richiesta.',
  demoButton: (name) => `Accedi come ${name}`,
}

export const loginTexts: Record<Language, typeof en> = { en, it }
