import type { Language } from '../../api/language'
import type { Category } from '../../state/consents'

type CategoryText = { title: string; asked: string }

const enCategories: Record<Category, CategoryText> = {
  ACCOUNT_INFO: {
    title: 'See your data, balances and movements',
    asked:
      'It sees your personal details and, for these accounts, details, balances and movements. It may also look while you are away.',
  },
  FUNDS_AVAILABILITY: {
    title: 'Ask whether an amount is available',
    asked: 'It may ask whether an amount is available on these accounts. It does not see the balance.',
  },
  PAYMENTS: {
    title: 'Prepare payments',
    asked:
      'It may prepare payments from these accounts. Each one waits for your approval here, with your code.',
  },
}

const itCategories: Record<Category, CategoryText> = {
  ACCOUNT_INFO: {
    title: 'Vedere i tuoi dati, saldi e movimenti',
    asked:
      'Vede i tuoi dati personali e, di questi conti, dettagli, saldi e movimenti. Può consultarli anche in tua assenza.',
  },
  FUNDS_AVAILABILITY: {
    title: 'Chiedere se un importo è disponibile',
    asked: 'Può chiedere se un importo è disponibile su questi conti. Non vede il saldo.',
  },
  PAYMENTS: {
    title: 'Preparare pagamenti',
    asked:
      'Può preparare pagamenti da questi conti. Ognuno attende la tua autorizzazione qui, con il tuo codice.',
  },
}

const en = {
  categories: enCategories,
  consentTitle: (application: string) => `Give ${application} access?`,
  consentAsks: (application: string, provider: string) =>
    `${application} (${provider}) asks for your consent to the following.`,
  consentEnd:
    'The consent has no end date. You can take it back at any time: here, under “Third parties”, or in the application.',
  consentNext: (application: string) =>
    `It takes effect when ${application} confirms it after your approval, not before.`,
  revokeTitle: (application: string) => `End access of ${application}?`,
  revokeAsks: (application: string, provider: string) =>
    `${application} (${provider}) passes on your wish to take back the following.`,
  revokeNext: (application: string) =>
    `The access ends when ${application} confirms this after your approval. You can also end it at once here, under “Third parties”.`,
  inquiryTitle: (application: string) => `Let ${application} see older movements?`,
  inquiryAsks: (application: string, provider: string) =>
    `${application} (${provider}) wants to read movements that are older than 90 days, of this account:`,
  inquiryNext: (application: string) => `After your approval ${application} may read them for a short while.`,
  paymentAsks: (application: string, provider: string) =>
    `${application} (${provider}) asks to make this payment for you.`,
  paymentNext: (application: string) =>
    `Your code approves exactly this. After your approval ${application} may carry it out, once.`,
}

const it: typeof en = {
  categories: itCategories,
  consentTitle: (application) => `Dare accesso a ${application}?`,
  consentAsks: (application, provider) =>
    `${application} (${provider}) chiede il tuo consenso a quanto segue.`,
  consentEnd:
    'Il consenso non ha scadenza. Puoi revocarlo in ogni momento: qui, alla voce «Terze parti», o nell’applicazione.',
  consentNext: (application) =>
    `Ha effetto quando ${application} lo conferma dopo la tua autorizzazione, non prima.`,
  revokeTitle: (application) => `Togliere l’accesso a ${application}?`,
  revokeAsks: (application, provider) =>
    `${application} (${provider}) ci trasmette la tua volontà di revocare quanto segue.`,
  revokeNext: (application) =>
    `L’accesso termina quando ${application} lo conferma dopo la tua autorizzazione. Puoi anche toglierlo subito qui, alla voce «Terze parti».`,
  inquiryTitle: (application) => `Mostrare a ${application} i movimenti meno recenti?`,
  inquiryAsks: (application, provider) =>
    `${application} (${provider}) vuole leggere i movimenti di oltre 90 giorni fa di questo conto:`,
  inquiryNext: (application) => `Dopo la tua autorizzazione ${application} potrà leggerli per breve tempo.`,
  paymentAsks: (application, provider) =>
    `${application} (${provider}) chiede di eseguire per te questo pagamento.`,
  paymentNext: (application) =>
    `Il tuo codice autorizza esattamente questo. Dopo la tua autorizzazione ${application} potrà eseguirlo, una volta sola.`,
}

/** What a provider asks for, in the customer's words. */
export const subjectTexts: Record<Language, typeof en> = { en, it }
