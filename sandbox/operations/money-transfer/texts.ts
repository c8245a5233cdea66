import type { Language } from '../../api/language'
import type { addressFields, TransferType } from './order'

type Texts = {
  title: string
  titleUrgent: string
  receipt: string
  amount: string
  beneficiary: string
  iban: string
  beneficiaryAddress: string
  executionDate: string
  fee: string
  total: string
  totalWithoutRate: (fee: string) => string
  fromAccount: string
  description: string
  type: string
  types: Record<TransferType, string>
  cro: string
  debited: string
  accepted: string
  needed: Record<ReturnType<typeof addressFields>[number], string>
  willBeExecuted: string
  currencies: Record<string, string>
}

export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Bank transfer',
    titleUrgent: 'Urgent bank transfer',
    receipt: 'Bank transfer order',
    amount: 'Amount',
    beneficiary: 'Beneficiary',
    iban: 'IBAN of the beneficiary',
    beneficiaryAddress: 'Address of the beneficiary',
    executionDate: 'Execution date',
    fee: 'Fee',
    total: 'Total to be debited',
    totalWithoutRate: (fee) => `The amount at the exchange rate of execution, plus ${fee}`,
    fromAccount: 'From account',
    description: 'Description',
    type: 'Type',
    types: { SEPA: 'SEPA credit transfer', SWIFT: 'Transfer abroad (SWIFT)' },
    cro: 'Reference (CRO)',
    debited: 'Debited',
    accepted: 'The transfer has been accepted',
    needed: {
      beneficiaryAddress: 'The address of the beneficiary is needed',
      beneficiaryTown: 'The town of the beneficiary is needed',
      beneficiaryTaxCode: 'The tax code of the beneficiary is needed',
    },
    willBeExecuted: 'The transfer is carried out on the date in the detail',
    currencies: {
      EUR: 'Euro',
      USD: 'US dollar',
      GBP: 'Pound sterling',
      CHF: 'Swiss franc',
      JPY: 'Japanese yen',
    },
  },
  it: {
    title: 'Bonifico',
    titleUrgent: 'Bonifico urgente',
    receipt: 'Disposizione di bonifico',
    amount: 'Importo',
    beneficiary: 'Beneficiario',
    iban: 'IBAN del beneficiario',
    beneficiaryAddress: 'Indirizzo del beneficiario',
    executionDate: 'Data di esecuzione',
    fee: 'Commissioni',
    total: 'Totale da addebitare',
    totalWithoutRate: (fee) => `L’importo al cambio del momento di esecuzione, più ${fee}`,
    fromAccount: 'Dal conto',
    description: 'Causale',
    type: 'Tipo',
    types: { SEPA: 'Bonifico SEPA', SWIFT: 'Bonifico estero (SWIFT)' },
    cro: 'Riferimento (CRO)',
    debited: 'Addebitato',
    accepted: 'Il bonifico è stato accettato',
    needed: {
      beneficiaryAddress: 'Serve l’indirizzo del beneficiario',
      beneficiaryTown: 'Serve la città del beneficiario',
      beneficiaryTaxCode: 'Serve il codice fiscale del beneficiario',
    },
    willBeExecuted: 'Il bonifico è eseguito nella data indicata nel dettaglio',
    currencies: {
      EUR: 'Euro',
      USD: 'Dollaro USA',
      GBP: 'Sterlina britannica',
      CHF: 'Franco svizzero',
      JPY: 'Yen giapponese',
    },
  },
}
