import type { Habit, History } from './history'

const costs: readonly Habit[] = [
  {
    kind: 'monthlyFee',
    texts: ['CANONE CONTO AZIENDALE E REMOTE BANKING {month}'],
    cents: [-2_500, -2_500],
    when: { day: 1 },
  },
  {
    kind: 'stampDuty',
    texts: ['IMPOSTA DI BOLLO TRIMESTRALE AL {date}'],
    cents: [-2_500, -2_500],
    when: { day: 28, months: [3, 6, 9, 12] },
  },
  {
    kind: 'fee',
    texts: ['COMMISSIONI SU BONIFICI E RI.BA. {month}'],
    cents: [-6_840, -1_220],
    when: { day: 2 },
  },
]
const taxes: Habit = {
  kind: 'taxes',
  texts: [
    'DELEGA F24 PROT. {d9} IVA E RITENUTE {month}',
    "DELEGA F24 PROT. {d9} CODICE 6031 - IVA & RITENUTE D'ACCONTO",
  ],
  cents: [-1_840_000, -720_000],
  when: { day: 16 },
}

/** Of a workshop with some twenty people. */
export const business: History = {
  balance: [184_000_000, 246_000_000],
  habits: [
    ...costs,
    taxes,
    {
      kind: 'transferIn',
      texts: [
        '{clients} SALDO FATT. {d4}/{year} RIF. <ORD-{d6}>',
        'ORDINANTE {clients} CAUSALE FATTURA N. {d4} DEL {date}',
      ],
      cents: [480_000, 3_900_000],
      when: { times: [4, 6] },
    },
    {
      kind: 'transferOut',
      texts: ['A FAVORE DI {suppliers} FATT. {d4} DEL {date}'],
      cents: [-980_000, -65_000],
      when: { times: [2, 4] },
    },
    {
      kind: 'invoice',
      texts: ['{suppliers} EFFETTO N. {d9} SCADENZA {date}'],
      cents: [-1_250_000, -140_000],
      when: { day: 30 },
    },
    {
      kind: 'directDebit',
      texts: [
        'ENERGIA AURORA S.P.A. MEDIA TENSIONE MANDATO {d9}',
        'LEASING TORNI & FRESE S.P.A. CANONE {month}',
      ],
      cents: [-740_000, -260_000],
      when: { times: [1, 2] },
    },
    {
      kind: 'card',
      texts: ['CARTA AZIENDALE *{card} DEL {date} {travel}'],
      cents: [-24_000, -1_800],
      when: { times: [0, 2] },
    },
    {
      kind: 'ownTransfer',
      texts: ['A CONTO STIPENDI & CONTRIBUTI {month}'],
      cents: [-3_850_000, -3_850_000],
      when: { day: 22 },
    },
    {
      kind: 'interest',
      texts: ['INTERESSI SU GIACENZE AL {date}'],
      cents: [42_000, 96_000],
      when: { day: 30, months: [12] },
    },
  ],
  pending: {
    count: 1,
    pattern: {
      kind: 'card',
      texts: ['CARTA AZIENDALE *{card} DEL {date} IN ATTESA DI CONTABILIZZAZIONE'],
      cents: [-18_000, -4_500],
    },
  },
}
export const payroll: History = {
  balance: [1_800_000, 3_200_000],
  habits: [
    ...costs,
    {
      kind: 'ownTransfer',
      texts: ['DA CONTO OPERATIVO {month}'],
      cents: [3_850_000, 3_850_000],
      when: { day: 22 },
    },
    {
      kind: 'salaryPaid',
      texts: ['{workers} EMOLUMENTI {month}', 'A FAVORE DI {workers} STIPENDIO {month}'],
      cents: [-264_000, -168_000],
      when: { times: [8, 10] },
    },
    {
      kind: 'taxes',
      texts: ['DELEGA F24 PROT. {d9} CONTRIBUTI INPS DM10 {month}'],
      cents: [-1_980_000, -1_720_000],
      when: { day: 16 },
    },
  ],
}
export const treasury: History = {
  balance: [41_287_654_321, 41_287_654_321],
  habits: [
    ...costs,
    { ...taxes, cents: [-64_000_000, -38_000_000] },
    {
      kind: 'transferIn',
      texts: [
        'CORRIERI RIUNITI S.P.A. RIMESSA CONTRASSEGNI {month}',
        'INCASSI CARTE RETE VENDITA {month} DISTINTA {d9}',
      ],
      cents: [380_000_000, 620_000_000],
      step: 10_000_000,
      when: { times: [1, 2] },
    },
    {
      kind: 'transferOut',
      texts: [
        'A FAVORE DI {suppliers} FATT. {d4}/{year}',
        'LOGISTICA ULTIMO MIGLIO & C. S.P.A. SPEDIZIONI {month}',
      ],
      cents: [-98_000_000, -2_400_000],
      when: { times: [6, 9] },
    },
    {
      kind: 'salaryPaid',
      texts: ['DISTINTA STIPENDI {month} N. {d6}'],
      cents: [-118_000_000, -112_000_000],
      when: { day: 27 },
    },
  ],
}
/** US dollars. */
export const exportSales: History = {
  balance: [14_200_000, 31_800_000],
  habits: [
    {
      kind: 'foreignIn',
      texts: ['{exporters} INV {d6} /ROC/PO-{d4}', 'BY ORDER OF {exporters} INVOICE {d6} LESS CHARGES'],
      cents: [640_000, 5_200_000],
      when: { times: [4, 7] },
    },
    {
      kind: 'exchange',
      texts: ['VENDITA USD CONTRO EUR CAMBIO DEL {date}'],
      cents: [-9_000_000, -6_000_000],
      step: 500_000,
      when: { times: [1, 3] },
    },
    {
      kind: 'foreignOut',
      texts: ['TO PRAIRIE TOOL & DIE LLC - WARRANTY CLAIM {d6}', 'TO OLD PIER FORWARDING INC. REF {d9}'],
      cents: [-380_000, -42_000],
      when: { times: [1, 2] },
    },
    { kind: 'fee', texts: ['COMMISSIONI INCASSI ESTERO {month}'], cents: [-7_500, -2_500], when: { day: 2 } },
  ],
}
/** Pounds sterling. */
export const imports: History = {
  balance: [3_600_000, 8_400_000],
  habits: [
    {
      kind: 'foreignOut',
      texts: ['TO {british} INV {d6}', 'TO {british} PROFORMA {d4} - 30% DEPOSIT'],
      cents: [-1_150_000, -85_000],
      when: { times: [4, 6] },
    },
    {
      kind: 'exchange',
      texts: ['ACQUISTO GBP CONTRO EUR CAMBIO DEL {date}'],
      cents: [1_200_000, 1_900_000],
      step: 50_000,
      when: { times: [1, 3] },
    },
    {
      kind: 'fee',
      texts: ['COMMISSIONI BONIFICI ESTERO {month}'],
      cents: [-6_000, -2_400],
      when: { day: 2 },
    },
  ],
}
/** Ten thousand movements. */
export const till: History = {
  balance: [3_400_000, 5_200_000],
  crowd: {
    count: 10_000,
    patterns: [
      {
        weight: 84,
        kind: 'takings',
        texts: ['POS {terminal} DEL {date} NR. OP. {d6}', 'TAVOLO {d2} POS {terminal} DEL {date}'],
        cents: [1_400, 18_600],
      },
      {
        weight: 4,
        kind: 'cashIn',
        texts: ['CASSA CONTINUA SACCHETTO {d6}'],
        cents: [30_000, 120_000],
        step: 1_000,
      },
      {
        weight: 7,
        kind: 'transferOut',
        texts: ['A FAVORE DI {food} FATT. {d4}/{year}'],
        cents: [-196_000, -22_000],
      },
      { weight: 2, kind: 'salaryPaid', texts: ['{workers} EMOLUMENTI {month}'], cents: [-168_000, -112_000] },
      { weight: 2, kind: 'directDebit', texts: ['{utilities} MANDATO {d9}'], cents: [-86_000, -18_000] },
      { weight: 1, kind: 'fee', texts: ['COMMISSIONI POS {month}'], cents: [-8_400, -1_900] },
    ],
  },
  pending: {
    count: 1,
    pattern: { kind: 'card', texts: ['CARTA AZIENDALE *{card} DEL {date} {food}'], cents: [-24_000, -9_000] },
  },
}
/** A hundred thousand movements. */
export const marketplace: History = {
  balance: [14_876_543_210, 14_876_543_210],
  crowd: {
    count: 100_000,
    patterns: [
      {
        weight: 70,
        kind: 'transferIn',
        texts: ['DA {people} ORDINE {d9}', 'ORDINE {d9} CLIENTE {people}'],
        cents: [1_290, 24_900],
      },
      {
        weight: 20,
        kind: 'transferOut',
        texts: ['A FAVORE DI {sellers} VENDITE {date} DISTINTA {d6}'],
        cents: [-68_000, -4_200],
      },
      { weight: 8, kind: 'refund', texts: ['RESO ORDINE {d9} {people}'], cents: [-12_900, -1_290] },
      { weight: 2, kind: 'fee', texts: ['COMMISSIONI INCASSI {date}'], cents: [-9_800, -140] },
    ],
  },
}
