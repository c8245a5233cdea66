/** What a movement is, in the customer's words. */
export type MovementKind =
  | 'card'
  | 'transferIn'
  | 'transferOut'
  | 'directDebit'
  | 'cash'
  | 'fee'
  | 'salary'
  | 'tax'

export type KindRules = {
  kind: MovementKind
  /** The sign that the amount needs; a movement with another sign is not of this kind. */
  sign: 'in' | 'out' | 'any'
  /** Phrases that say the kind, at the start of one of the bank's texts. */
  openings: readonly string[]
  /** Phrases right before the name. */
  before: readonly string[]
  /** Phrases that mean a name only where they begin what follows the kind. */
  first?: readonly string[]
  /**
   * When a text without such a phrase may begin with the name: always, only when a company form (S.p.A.) ends the name,
   * or never.
   */
  leads: 'always' | 'company' | 'never'
}

const transferOpenings = [
  'BONIFICO SEPA',
  'BONIFICO ISTANTANEO',
  'BONIFICO ESTERO',
  'BONIFICO',
  'BON. SEPA',
  'BON.',
] as const

/** One table for each kind. A longer phrase wins over a shorter one, whichever table it stands in. */
export const kindRules: readonly KindRules[] = [
  {
    kind: 'card',
    sign: 'any',
    openings: [
      'PAGAMENTO POS',
      'PAGAMENTO CARTA ESTERO',
      'PAGAMENTO CON CARTA',
      'PAGAMENTO CARTA',
      'PAGAMENTO CONTACTLESS',
      'PAGAMENTO PAGOBANCOMAT',
      'PAGOBANCOMAT',
      'ACQUISTO POS',
      'ACQUISTO CON CARTA',
      'ACQUISTO CARTA',
      'ACQUISTO ONLINE',
      'STORNO PAGAMENTO POS',
      'POS ESTERO',
      'POS',
    ],
    before: ['PRESSO', 'C/O', 'ESERCENTE'],
    leads: 'always',
  },
  {
    kind: 'transferIn',
    sign: 'in',
    openings: [
      'BONIFICO A VOSTRO FAVORE',
      'BONIFICO DISPOSTO DA',
      'BONIFICO ORDINATO DA',
      'BONIFICO A VS FAVORE',
      'BONIFICO IN ENTRATA',
      'BONIFICO RICEVUTO',
      'BONIFICO ISTANTANEO RICEVUTO',
      "BONIFICO DALL'ESTERO",
      'ACCREDITO BONIFICO',
      ...transferOpenings,
    ],
    before: ['DISPOSTO DA', 'ORDINATO DA', 'ORDINANTE', 'MITTENTE', 'ORD.'],
    first: ['DA', 'FROM', 'BY ORDER OF'],
    leads: 'company',
  },
  {
    kind: 'transferOut',
    sign: 'out',
    openings: [
      'BONIFICO DISPOSTO',
      'BONIFICO IN USCITA',
      'BONIFICO INVIATO',
      'BONIFICO ISTANTANEO DISPOSTO',
      "BONIFICO VERSO L'ESTERO",
      'ADDEBITO BONIFICO',
      'DISPOSIZIONE DI BONIFICO',
      ...transferOpenings,
    ],
    before: ['A FAVORE DI', 'BENEFICIARIO', 'BENEF.'],
    first: ['TO'],
    leads: 'company',
  },
  {
    kind: 'directDebit',
    sign: 'out',
    openings: [
      'ADDEBITO DIRETTO SDD CORE',
      'ADDEBITO DIRETTO SDD',
      'ADDEBITO DIRETTO',
      'ADDEBITO SDD',
      'ADDEBITO SEPA DD',
      'SDD CORE',
      'SDD B2B',
      'SDD',
      'ADDEBITO RID',
    ],
    before: ['A FAVORE DI', 'CREDITORE', 'AZIENDA CREDITRICE'],
    leads: 'always',
  },
  {
    kind: 'cash',
    sign: 'any',
    openings: [
      'PRELIEVO BANCOMAT',
      'PRELIEVO CONTANTI',
      'PRELIEVO ATM',
      'PRELIEVO',
      'PRELEVAMENTO BANCOMAT',
      'PRELEVAMENTO',
      'VERSAMENTO CONTANTI',
      'VERSAMENTO CONTANTE',
    ],
    before: [],
    leads: 'never',
  },
  {
    kind: 'fee',
    sign: 'out',
    openings: [
      'COMMISSIONI E SPESE',
      'COMMISSIONI',
      'COMMISSIONE',
      'CANONE MENSILE',
      'CANONE CONTO',
      'CANONE CARTA',
      'SPESE TENUTA CONTO',
      'SPESE DI TENUTA CONTO',
      'SPESE INVIO',
    ],
    before: [],
    leads: 'never',
  },
  {
    kind: 'salary',
    sign: 'in',
    openings: [
      'ACCREDITO STIPENDIO',
      'ACCREDITO EMOLUMENTI',
      'BONIFICO STIPENDIO',
      'BONIFICO PER STIPENDIO',
      'STIPENDIO',
      'EMOLUMENTI',
    ],
    before: ['DATORE DI LAVORO', 'DISPOSTO DA', 'ORDINANTE'],
    first: ['DA'],
    leads: 'company',
  },
  {
    kind: 'tax',
    sign: 'out',
    openings: [
      'PAGAMENTO F24',
      'PAGAMENTO DELEGA F24',
      'DELEGA F24',
      'F24',
      'IMPOSTA DI BOLLO',
      'IMPOSTE',
      'RITENUTA FISCALE',
    ],
    before: [],
    leads: 'never',
  },
]

/** Where a name ends: what follows is a reason, a reference or a status. */
export const nameEnds: readonly string[] = [
  'CAUSALE',
  'CAUS.',
  'CARTA DI CREDITO',
  'IN ATTESA DI CONTABILIZZAZIONE',
  'NR. AUT.',
  'NR. AUTORIZZAZIONE',
  'NR. OP.',
  'NR. OPERAZIONE',
  'COD. AUT.',
  'MANDATO',
  'ID MANDATO',
  'COD. MANDATO',
  'RIF.',
  'RIFERIMENTO',
  'REF',
  'INV',
  'INVOICE',
  'PROFORMA',
  'SCADENZA',
  'SALDO',
  'FATT.',
  'ACCONTO',
  'RIMBORSO',
  'FATTURA',
  'FORNITURA',
  'BOLLETTA',
  'RATA',
  'QUOTA',
  'CANONE',
  'EFFETTO',
  'CRO',
  'TRN',
  'IBAN',
  'BIC',
  'DATA',
  'VALUTA',
  'IMPORTO',
  'ORE',
  'NOTE',
  'PER',
  '-',
  '–',
  '/',
]

/** Words that end a name only before a number or a date: "DA MARTA COLOMBO ORDINE 628181171". */
export const numberedEnds: ReadonlySet<string> = new Set([
  ...['ORDINE', 'VENDITA', 'VENDITE', 'CONTRATTO', 'PRATICA', 'UTENZA', 'CLIENTE', 'DISTINTA', 'POLIZZA'],
  ...['PROTOCOLLO', 'PROT', 'DOCUMENTO', 'DOC', 'CODICE', 'COD', 'PRENOTAZIONE', 'ABBONAMENTO', 'TESSERA'],
  ...['AVVISO', 'OPERAZIONE', 'PREVENTIVO', 'COMMESSA', 'TERMINALE', 'POS'],
])

/** Words between "CARTA" and the card's number. */
export const cardWords: ReadonlySet<string> = new Set([
  ...['AZIENDALE', 'PREPAGATA', 'BUSINESS', 'BANCOMAT', 'PAGOBANCOMAT', 'VISA', 'MASTERCARD', 'MAESTRO'],
  ...['DI', 'DEBITO', 'CREDITO', 'N', 'NR'],
])

/** What is none of these kinds, although other texts of the bank may begin like one. */
export const otherOpenings: readonly string[] = [
  'INCASSO POS',
  'INCASSO CARTE',
  'INCASSI POS',
  'INCASSI CARTE',
]

/** Words that only say that the bank has not booked the movement: the page shows that already. */
export const statusWords = [
  'IN ATTESA DI CONTABILIZZAZIONE',
  'NON CONTABILIZZATO',
  'DA CONTABILIZZARE',
] as const

/** Words that introduce the reason, which then stands alone. */
export const reasonWords = ['CAUSALE', 'CAUS.', '-', '–'] as const

/** Words before a name that belong to the reason: which month or which payment of the year it is. */
export const wordsBeforeName: ReadonlySet<string> = new Set([
  ...['GENNAIO', 'FEBBRAIO', 'MARZO', 'APRILE', 'MAGGIO', 'GIUGNO', 'LUGLIO', 'AGOSTO', 'SETTEMBRE'],
  ...['OTTOBRE', 'NOVEMBRE', 'DICEMBRE', 'TREDICESIMA', 'QUATTORDICESIMA', 'MENSILITÀ', "MENSILITA'", 'MESE'],
])
