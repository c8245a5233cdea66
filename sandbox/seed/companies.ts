import type { CustomerSeed } from './customer-seed'

/* Nobody real: the tax codes are of an office that does not exist; for the rest see persons.ts. */

export const companies: readonly CustomerSeed[] = [
  {
    customerId: '70010005',
    username: 'officine',
    password: 'Tornio-1958',
    oneTimeCode: '195800',
    name: 'Officine Möbius S.r.l.',
    kind: 'company',
    taxCode: '01958111104',
    address: {
      street: "Strada dell'Industria 1958",
      postalCode: '36016',
      town: 'Thiene',
      province: 'VI',
      country: 'IT',
    },
    email: 'amministrazione@officine-moebius.example',
    phone: '+39 005 550 1005',
    customerSince: '2005-06-06',
    story: {
      en: 'Business customer with foreign currency',
      it: 'Cliente azienda con conti in valuta',
    },
    accounts: [
      {
        type: 'business',
        nickname: 'Operativo – Officine Möbius S.r.l.',
        openedOn: '2005-06-06',
        history: 'business',
      },
      { type: 'business', nickname: 'Stipendi & contributi', openedOn: '2011-01-10', history: 'payroll' },
      {
        type: 'foreign',
        nickname: 'USD incassi export',
        currency: 'USD',
        openedOn: '2014-04-07',
        history: 'export',
      },
      {
        type: 'foreign',
        nickname: 'GBP fornitori',
        currency: 'GBP',
        openedOn: '2014-04-07',
        history: 'imports',
      },
    ],
  },
  {
    customerId: '70010007',
    username: 'zenobia',
    password: 'Basilico-10',
    oneTimeCode: '100100',
    name: 'Trattoria Zenobia di Ferrabò & C. S.n.c.',
    kind: 'company',
    taxCode: '02007111103',
    address: {
      street: 'Vico Dritto di Ponticello 41r',
      postalCode: '16121',
      town: 'Genova',
      province: 'GE',
      country: 'IT',
    },
    email: 'conti@trattoria-zenobia.example',
    phone: '+39 005 550 1007',
    customerSince: '2016-10-03',
    story: { en: '10,000 movements on an account', it: '10.000 movimenti su un conto' },
    accounts: [
      { type: 'business', nickname: 'Cassa della trattoria', openedOn: '2016-10-03', history: 'till' },
      { type: 'savings', nickname: 'IVA da parte', openedOn: '2017-01-09', history: 'savings' },
    ],
  },
  {
    customerId: '70010008',
    username: 'ovunque',
    password: 'Bazar-100000',
    oneTimeCode: '800800',
    name: 'Mercatino Ovunque S.p.A.',
    kind: 'company',
    taxCode: '02019111109',
    address: {
      street: 'Viale delle Spedizioni 100',
      postalCode: '29122',
      town: 'Piacenza',
      province: 'PC',
      country: 'IT',
    },
    email: 'tesoreria@mercatino-ovunque.example',
    phone: '+39 005 550 1008',
    customerSince: '2019-02-18',
    story: {
      en: '100,000 movements on an account, very large balances',
      it: '100.000 movimenti su un conto, saldi molto grandi',
    },
    accounts: [
      { type: 'business', nickname: 'Incassi online', openedOn: '2019-02-18', history: 'marketplace' },
      { type: 'business', nickname: 'Tesoreria', openedOn: '2019-02-18', history: 'treasury' },
    ],
  },
]
