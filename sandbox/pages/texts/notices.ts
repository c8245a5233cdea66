import type { Language } from '../../api/language'

const en = {
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
  closedTitle: 'You have been logged out',
  closedText: 'There were too many wrong codes. Nothing was changed. You can try again in ten minutes.',
  toMyBank: 'Go to your bank',
}

const it: typeof en = {
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
  closedTitle: 'Sei stato disconnesso',
  closedText: 'Troppi codici errati. Nulla è cambiato. Potrai riprovare fra dieci minuti.',
  toMyBank: 'Vai alla tua banca',
}

/** Pages that only tell something. */
export const noticeTexts: Record<Language, typeof en> = { en, it }
