import type { Habit, History, Pattern } from './history'

const groceries: Habit = {
  kind: 'card',
  texts: ['{groceries} CARTA *{card} DEL {date}', 'CARTA *{card} DEL {date} PRESSO {groceries}'],
  cents: [-11_840, -780],
  when: { times: [3, 5] },
}
const shopping: Habit = {
  kind: 'card',
  texts: ['{shops} CARTA *{card} DEL {date}', 'CARTA *{card} DEL {date} PRESSO {shops} NR. AUT. {d6}'],
  cents: [-8_900, -450],
  when: { times: [1, 2] },
}
const awaited: Pattern = {
  kind: 'card',
  texts: ['{shops} CARTA *{card} DEL {date} IN ATTESA DI CONTABILIZZAZIONE'],
  cents: [-6_400, -1_250],
}
const cash: Habit = {
  kind: 'cash',
  texts: ['SPORTELLO AUTOMATICO {d4} CARTA *{card} DEL {date}'],
  cents: [-25_000, -2_000],
  step: 1_000,
  when: { times: [1, 2] },
}
const utilities: Habit = {
  kind: 'directDebit',
  texts: ['{utilities} MANDATO {d9} SCADENZA {date}'],
  cents: [-14_500, -2_490],
  when: { times: [1, 3] },
}
const toPeople: Habit = {
  kind: 'transferOut',
  texts: ['A FAVORE DI {people} - {reasons}', 'BENEFICIARIO {people} CAUSALE {reasons} RIF. {d9}'],
  cents: [-20_000, -1_500],
  step: 500,
  when: { times: [0, 1] },
}
const fromPeople: Habit = {
  kind: 'transferIn',
  texts: ['DA {people} - {reasons}', 'ORDINANTE {people} CAUSALE {reasons}'],
  cents: [1_500, 18_000],
  step: 500,
  when: { times: [0, 1] },
}
const monthlyFee: Habit = {
  kind: 'monthlyFee',
  texts: ['CANONE DI {month}'],
  cents: [-450, -450],
  when: { day: 1 },
}
const stampDuty: Habit = {
  kind: 'stampDuty',
  texts: ['IMPOSTA DI BOLLO SU ESTRATTO CONTO TRIMESTRALE AL {date}'],
  cents: [-855, -855],
  when: { day: 28, months: [3, 6, 9, 12] },
}
const propertyTax: Habit = {
  kind: 'taxes',
  texts: ['DELEGA F24 PROT. {d9} IMU COMUNE'],
  cents: [-31_200, -31_200],
  when: { day: 16, months: [6, 12] },
}
/** As long as a bank lets a description become, and then some. */
const longLetter: Habit = {
  kind: 'transferOut',
  texts: [
    "BENEFICIARIO STUDIO TECNICO ASSOCIATO GEOMETRI VALLEROTONDA & DALL'ÒCA CAUSALE SALDO FATTURA N. {d4}/E DEL {date} PER RILIEVO, ACCATASTAMENTO, PRATICA EDILIZIA <CILA>, ASSISTENZA AL CANTIERE, VERIFICA DELLE DISTANZE DAI CONFINI, AGGIORNAMENTO DELLE TABELLE MILLESIMALI, NONCHÉ PER L'ESECUZIONE DEL SOPRALLUOGO CONGIUNTO CON L'AMMINISTRATORE E LA REDAZIONE DELLA RELAZIONE PAESAGGISTICA SEMPLIFICATA COME DA PREVENTIVO N. {d6} ACCETTATO E CONTROFIRMATO; RIFERIMENTO_INTERNO_SENZA_SPAZI_{d9}{d9}{d9}{d9}",
  ],
  cents: [-48_000, -22_000],
  when: { day: 11, months: [2, 10] },
}
const everyday = [groceries, shopping, cash, utilities, toPeople, fromPeople, monthlyFee, stampDuty]
const salary: Habit = {
  kind: 'salary',
  texts: ['EMOLUMENTI {month} LAVORI IN CORSO S.R.L.'],
  cents: [195_000, 245_000],
  steady: true,
  when: { day: 27 },
}
const thirteenth: Habit = {
  kind: 'salary',
  texts: ['TREDICESIMA MENSILITÀ LAVORI IN CORSO S.R.L.'],
  cents: [172_000, 198_000],
  when: { day: 18, months: [12] },
}
const rent: Habit = {
  kind: 'transferOut',
  texts: ["A FAVORE DI IMMOBILIARE L'ARCO CAUSALE AFFITTO {month}"],
  cents: [-92_000, -74_000],
  step: 1_000,
  steady: true,
  when: { day: 5 },
}
const creditCard: Habit = {
  kind: 'directDebit',
  texts: ['CARTA DI CREDITO ESTRATTO CONTO DI {month}'],
  cents: [-60_000, -35_000],
  when: { day: 15 },
}
const mortgage: Habit = {
  kind: 'mortgage',
  texts: ['RATA MUTUO IPOTECARIO N. {d9} {month}'],
  cents: [-74_318, -74_318],
  when: { day: 10 },
}
const putAside: Habit = {
  kind: 'ownTransfer',
  texts: ['A CONTO DI RISPARMIO - ACCANTONAMENTO {month}'],
  cents: [-25_000, -15_000],
  step: 5_000,
  steady: true,
  when: { day: 28 },
}

const living: readonly Habit[] = [
  ...everyday,
  salary,
  thirteenth,
  rent,
  creditCard,
  putAside,
  propertyTax,
  longLetter,
]

/** Current accounts of people. */
export const household: History = {
  balance: [320_000, 980_000],
  habits: living,
  pending: { count: 2, pattern: awaited },
}
/** Two people pay in, the house is paid from it. */
export const family: History = {
  balance: [210_000, 640_000],
  habits: [
    groceries,
    utilities,
    mortgage,
    monthlyFee,
    stampDuty,
    {
      kind: 'transferIn',
      texts: ['DA GIULIA PECCOZ LÉVÊQUE - CASA {month}', 'DA RÉMY OSTORERO - SPESE DI CASA E BAMBINI'],
      cents: [65_000, 65_000],
      when: { times: [2, 2] },
    },
    {
      kind: 'notice',
      texts: ['COMUNE - MENSA SCOLASTICA AVVISO {d9}{d9}'],
      cents: [-9_600, -6_400],
      when: { day: 20, months: [1, 3, 5, 10, 12] },
    },
  ],
  pending: { count: 1, pattern: awaited },
}
export const condominium: History = {
  balance: [480_000, 920_000],
  habits: [
    {
      kind: 'transferIn',
      texts: ['DA {people} - RATA CONDOMINIALE {month} INTERNO {d2}', 'CONDOMINIO VIA PO 14 QUOTA {people}'],
      cents: [9_500, 18_500],
      step: 500,
      when: { times: [6, 8] },
    },
    {
      kind: 'transferOut',
      texts: [
        "PULIZIE SCALE L'ORDINE S.A.S. FATT. {d4}",
        'ASCENSORI SALISCENDI & C. MANUTENZIONE FATT. {d4}',
      ],
      cents: [-46_000, -18_000],
      when: { times: [2, 3] },
    },
    {
      ...utilities,
      texts: [
        'ENERGIA AURORA S.P.A. LUCE SCALE MANDATO {d9}',
        'ACQUEDOTTO DELLE VALLI BOLLETTA MANDATO {d9}',
      ],
    },
    stampDuty,
    monthlyFee,
  ],
}
export const pension: History = {
  balance: [650_000, 1_150_000],
  habits: [
    ...everyday,
    putAside,
    propertyTax,
    { ...rent, cents: [-65_000, -65_000] },
    {
      kind: 'pension',
      texts: ['PENSIONE {month} CAT. VO N. {d9}'],
      cents: [168_420, 168_420],
      when: { day: 1 },
    },
  ],
  pending: { count: 1, pattern: awaited },
}
export const overdrawn: History = {
  balance: [-48_730, -48_730],
  mayOverdraw: true,
  habits: [
    ...everyday,
    { ...salary, cents: [105_000, 105_000] },
    { ...rent, cents: [-42_000, -42_000] },
    {
      kind: 'interestOwed',
      texts: ['COMPETENZE DI SCONFINAMENTO AL {date}'],
      cents: [-1_480, -320],
      when: { day: 28, months: [3, 6, 9, 12] },
    },
  ],
}
/** Lived like any other until it was closed. */
export const ended: History = { balance: [80_000, 240_000], endedDaysAgo: 40, habits: living }
export const unused: History = { balance: [0, 0] }
