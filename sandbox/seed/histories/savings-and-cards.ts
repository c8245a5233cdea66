import type { Habit, History } from './history'

const interest: readonly Habit[] = [
  {
    kind: 'interest',
    texts: ['LIQUIDAZIONE INTERESSI AL {date}'],
    cents: [1_850, 6_420],
    when: { day: 30, months: [3, 6, 9, 12] },
  },
  {
    kind: 'withholding',
    texts: ['RITENUTA SU INTERESSI AL {date}'],
    cents: [-1_640, -480],
    when: { day: 30, months: [3, 6, 9, 12] },
  },
  {
    kind: 'stampDuty',
    texts: ['IMPOSTA DI BOLLO RENDICONTO AL {date}'],
    cents: [-855, -855],
    when: { day: 30, months: [3, 6, 9, 12] },
  },
]

export const savings: History = {
  balance: [420_000, 2_650_000],
  habits: [
    ...interest,
    {
      kind: 'ownTransfer',
      texts: ['DA CONTO CORRENTE - ACCANTONAMENTO {month}'],
      cents: [15_000, 40_000],
      step: 5_000,
      steady: true,
      when: { day: 28 },
    },
    {
      kind: 'ownTransfer',
      texts: ['A CONTO CORRENTE - PRELIEVO DAI RISPARMI'],
      cents: [-120_000, -20_000],
      step: 10_000,
      when: { day: 3, months: [7, 12] },
    },
  ],
}

export const deposit: History = {
  balance: [1_000_000, 3_000_000],
  habits: [
    {
      kind: 'interest',
      texts: ['CEDOLA TRIMESTRALE DEPOSITO VINCOLATO AL {date}'],
      cents: [8_120, 13_900],
      steady: true,
      when: { day: 15, months: [2, 5, 8, 11] },
    },
    {
      kind: 'withholding',
      texts: ['RITENUTA SU CEDOLA AL {date}'],
      cents: [-3_614, -2_111],
      steady: true,
      when: { day: 15, months: [2, 5, 8, 11] },
    },
  ],
}

export const card: History = {
  balance: [12_000, 86_000],
  habits: [
    {
      kind: 'topUp',
      texts: ['RICARICA DA CONTO CORRENTE', 'RICARICA CARTA *{card} DA INTERNET BANKING'],
      cents: [15_000, 25_000],
      step: 5_000,
      when: { day: 2 },
    },
    {
      kind: 'card',
      texts: ['{online} CARTA *{card} DEL {date}', 'CARTA *{card} DEL {date} PRESSO {shops}'],
      cents: [-6_990, -299],
      when: { times: [4, 6] },
    },
    {
      kind: 'cardAbroad',
      texts: ['{abroad} CARTA *{card} DEL {date}'],
      cents: [-9_400, -850],
      when: { times: [0, 2] },
    },
    { kind: 'monthlyFee', texts: ['CANONE CARTA {month}'], cents: [-100, -100], when: { day: 1 } },
  ],
  pending: {
    count: 1,
    pattern: {
      kind: 'card',
      texts: ['{online} CARTA *{card} DEL {date} IN ATTESA DI CONTABILIZZAZIONE'],
      cents: [-3_900, -690],
    },
  },
}

/** A person's account in another currency. */
export const foreign: History = {
  balance: [380_000, 1_240_000],
  habits: [
    {
      kind: 'foreignIn',
      texts: ['FROM {exporters} REF {d9} CONSULTING {date}', 'FROM {people} - APARTMENT SHARE'],
      cents: [22_000, 95_000],
      when: { times: [1, 2] },
    },
    {
      kind: 'foreignOut',
      texts: ['TO {people} - {reasons}', 'TO LAKESIDE COLLEGE - TUITION REF {d6}'],
      cents: [-88_000, -14_000],
      when: { times: [1, 2] },
    },
    {
      kind: 'exchange',
      texts: ['DA CONTO IN EURO CAMBIO DEL {date}'],
      cents: [10_000, 60_000],
      step: 10_000,
      when: { times: [0, 1] },
    },
    {
      kind: 'cardAbroad',
      texts: ['{abroad} CARTA *{card} DEL {date}'],
      cents: [-14_000, -1_100],
      when: { times: [1, 3] },
    },
    { kind: 'fee', texts: ['SPESE BONIFICI ESTERI {month}'], cents: [-1_200, -1_200], when: { day: 2 } },
  ],
}
