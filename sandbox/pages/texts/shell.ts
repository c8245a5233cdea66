import type { Language } from '../../api/language'

const en = {
  sandbox: 'Not a real bank. Nothing here moves money.',
  language: 'Language',
  footer: 'Banca Zefiro does not exist. It answers test programs only.',
  loggedInAs: (name: string) => `Logged in as ${name}`,
  logOut: 'Log out',
  myBank: 'Your bank',
  /** Before the title of a page that came back because of a mistake. */
  errorTitle: (title: string) => `Error: ${title}`,
  demoBox: 'Sandbox',
}

const it: typeof en = {
  sandbox: 'Non è una vera banca. Qui non si muove denaro.',
  language: 'Lingua',
  footer: 'Banca Zefiro non esiste. Risponde soltanto a programmi di prova.',
  loggedInAs: (name) => `Accesso effettuato come ${name}`,
  logOut: 'Esci',
  myBank: 'La tua banca',
  errorTitle: (title) => `Errore: ${title}`,
  demoBox: 'Sandbox',
}

/** What stands around every page. */
export const shellTexts: Record<Language, typeof en> = { en, it }
