import type { Language } from '../api/language'

const en = {
  sandbox: 'Not a real bank. Nothing here moves money.',
  language: 'Language',
  footer: 'Banca Zefiro does not exist. It answers test programs only.',
  loginTitle: 'Log in',
  loginLead: (application: string) => `${application} has sent you here to log in at your bank.`,
  username: 'Username',
  password: 'Password',
  loginButton: 'Log in',
  loginWrong: 'Username or password is wrong. Please check both and try again.',
  demoTitle: 'Customers of the sandbox',
  demoLead: 'One click logs you in as one of them.',
  demoButton: (name: string) => `Log in as ${name}`,
  consentTitle: (application: string) => `Let ${application} know who you are?`,
  consentLead: (name: string) => `You are logged in as ${name}.`,
  consentAsks: (application: string, provider: string) =>
    `${application} (${provider}) asks to know who you are and to list your accounts.`,
  consentShares: 'It will see',
  consentItems: ['your customer number', 'the list of your accounts: type, name, currency and IBAN'],
  consentNot:
    'It will not see balances or movements, and it cannot make payments. For those it must ask you again.',
  allow: 'Allow',
  refuse: 'Refuse',
  expiredTitle: 'This page is no longer valid',
  expiredText:
    'Too much time has passed, the request was already answered, or the bank was restarted meanwhile. Go back to the application and start again.',
  lockedTitle: 'Too many wrong attempts',
  lockedText: 'Go back to the application and start again.',
  foreignTitle: 'This form was not sent from our page',
  foreignText: 'Nothing was done. Go back to the application and start again.',
  invalidTitle: 'The application sent you here with a faulty request',
  invalidText:
    'We cannot send you back, because the return address is not one that the application registered.',
  notFoundTitle: 'There is no such page',
  notFoundText: 'Go back to the application that sent you here.',
  failedTitle: 'Something went wrong on our side',
  failedText: 'Please go back to the application and start again.',
  homeTitle: 'Banca Zefiro sandbox',
  homeText:
    'This is the customers’ side of a bank made for tests. Applications send you here when there is something to decide.',
}

type Texts = typeof en

const it: Texts = {
  sandbox: 'Non è una vera banca. Qui non si muove denaro.',
  language: 'Lingua',
  footer: 'Banca Zefiro non esiste. Risponde soltanto a programmi di prova.',
  loginTitle: 'Accedi',
  loginLead: (application) => `${application} ti ha inviato qui per accedere alla tua banca.`,
  username: 'Nome utente',
  password: 'Password',
  loginButton: 'Accedi',
  loginWrong: 'Nome utente o password errati. Controllali e riprova.',
  demoTitle: 'Clienti della sandbox',
  demoLead: 'Con un clic accedi come uno di loro.',
  demoButton: (name) => `Accedi come ${name}`,
  consentTitle: (application) => `Far sapere a ${application} chi sei?`,
  consentLead: (name) => `Hai effettuato l’accesso come ${name}.`,
  consentAsks: (application, provider) =>
    `${application} (${provider}) chiede di sapere chi sei e di elencare i tuoi conti.`,
  consentShares: 'Vedrà',
  consentItems: ['il tuo codice cliente', 'l’elenco dei tuoi conti: tipo, nome, valuta e IBAN'],
  consentNot:
    'Non vedrà saldi né movimenti e non potrà fare pagamenti. Per questi dovrà chiedertelo di nuovo.',
  allow: 'Consenti',
  refuse: 'Rifiuta',
  expiredTitle: 'Questa pagina non è più valida',
  expiredText:
    'È passato troppo tempo, la richiesta ha già avuto risposta o, nel frattempo, la banca è stata riavviata. Torna all’applicazione e ricomincia.',
  lockedTitle: 'Troppi tentativi errati',
  lockedText: 'Torna all’applicazione e ricomincia.',
  foreignTitle: 'Questo modulo non è stato inviato dalla nostra pagina',
  foreignText: 'Non è stato fatto nulla. Torna all’applicazione e ricomincia.',
  invalidTitle: 'L’applicazione ti ha inviato qui con una richiesta errata',
  invalidText:
    'Non possiamo rimandarti indietro: l’indirizzo di ritorno non è tra quelli registrati dall’applicazione.',
  notFoundTitle: 'Questa pagina non esiste',
  notFoundText: 'Torna all’applicazione che ti ha inviato qui.',
  failedTitle: 'Qualcosa è andato storto da parte nostra',
  failedText: 'Torna all’applicazione e ricomincia.',
  homeTitle: 'Sandbox di Banca Zefiro',
  homeText:
    'Questo è il lato clienti di una banca fatta per le prove. Le applicazioni ti inviano qui quando c’è qualcosa da decidere.',
}

export const texts: Record<Language, Texts> = { en, it }
