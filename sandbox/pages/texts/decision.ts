import type { Language } from '../../api/language'

const en = {
  lead: (name: string, time: string) => `You are logged in as ${name}. You can decide until ${time}.`,
  code: 'One-time code',
  codeHint: 'Six digits, needed to approve. In this sandbox your code is in the box “Sandbox” on this page.',
  codeWrong: (left: number) =>
    left === 1 ? 'The code is wrong. One attempt is left.' : `The code is wrong. ${left} attempts are left.`,
  approve: 'Approve',
  refuse: 'Refuse',
  demoCode: 'Your one-time code:',
  demoCodeWhy: 'A real bank would send it to you and never show it here.',
  expire: 'Let it expire',
  expireWhy: 'Ends the request as if its time had run out.',
  approvedTitle: 'You have approved this request',
  approvedText: (application: string) => `${application} may now go on.`,
  finishedText: 'It has been carried out.',
  refusedTitle: 'This request was refused',
  refusedText: 'Nothing was done.',
  wrongCodesText: 'There were three wrong codes. Nothing was done.',
  wrongPasswordsText: 'There were five wrong passwords. Nothing was done.',
  expiredTitle: 'The time for this request is over',
  expiredText: 'Nothing was done.',
  back: (application: string) => `Back to ${application}`,
  decoupledText: (application: string) =>
    `${application} learns the outcome from us. You may close this window.`,
  recordedTitle: 'Your decision is recorded',
  recordedText: 'You may close this window.',
}

const it: typeof en = {
  lead: (name, time) => `Hai effettuato l’accesso come ${name}. Puoi decidere fino alle ${time}.`,
  code: 'Codice monouso',
  codeHint:
    'Sei cifre, necessarie per autorizzare. In questa sandbox il tuo codice è nel riquadro «Sandbox» di questa pagina.',
  codeWrong: (left) =>
    left === 1 ? 'Il codice è errato. Resta un tentativo.' : `Il codice è errato. Restano ${left} tentativi.`,
  approve: 'Autorizza',
  refuse: 'Rifiuta',
  demoCode: 'Il tuo codice monouso:',
  demoCodeWhy: 'Una vera banca te lo invierebbe e non lo mostrerebbe mai qui.',
  expire: 'Lascia scadere',
  expireWhy: 'Chiude la richiesta come se il tempo fosse finito.',
  approvedTitle: 'Hai autorizzato questa richiesta',
  approvedText: (application) => `${application} può ora proseguire.`,
  finishedText: 'È stata eseguita.',
  refusedTitle: 'Questa richiesta è stata rifiutata',
  refusedText: 'Non è stato fatto nulla.',
  wrongCodesText: 'Ci sono stati tre codici errati. Non è stato fatto nulla.',
  wrongPasswordsText: 'Ci sono state cinque password errate. Non è stato fatto nulla.',
  expiredTitle: 'Il tempo per questa richiesta è finito',
  expiredText: 'Non è stato fatto nulla.',
  back: (application) => `Torna a ${application}`,
  decoupledText: (application) => `Comunichiamo l’esito a ${application}. Puoi chiudere questa finestra.`,
  recordedTitle: 'La tua decisione è registrata',
  recordedText: 'Puoi chiudere questa finestra.',
}

/** Approve, refuse, and what became of it. */
export const decisionTexts: Record<Language, typeof en> = { en, it }
