import { expect, it } from 'vitest'
import { namesPayee } from '@/lib/domain/transfers/payee-named'

const iban = 'IT60X0542811101000000123456'
const holder = ['Mario', 'Rossi', 'Via Garibaldi 4']

it.each<[string, string, string[]]>([
  ['Anna Bianchi', 'after "a favore di"', ['BONIFICO A FAVORE DI ANNA BIANCHI AFFITTO']],
  ['Anna Bianchi', 'with other blanks and no mark', ['BONIFICO', 'Bonifico   Anna-Bianchi']],
  ['Anna Bianchi', 'after the orderer', ['BONIFICO ORD. MARIO ROSSI BENEF. ANNA BIANCHI']],
  ['Anna Bianchi', 'after "da voi disposto a"', ['BONIFICO DA VOI DISPOSTO A ANNA BIANCHI']],
  ['Leonardo da Vinci', 'with a mark inside the name', ['BONIFICO BENEF. LEONARDO DA VINCI']],
  ['Anna Bianchi', 'in a field of the payee', ['BONIFICO', 'beneficiary.name ANNA BIANCHI']],
  ['Sa', 'short, with the IBAN', [`BONIFICO SA ${iban}`]],
  [
    'Mario Rossi',
    'the holder, with the IBAN in groups',
    ['BONIFICO ORD. MARIO ROSSI', 'IT60 X054 2811 1010 0000 0123 456'],
  ],
])('a movement names the payee %s: %s', (name, _, texts) => {
  expect(namesPayee(texts, { name, iban }, holder)).toBe(true)
})

it.each<[string, string, string]>([
  ['Anna Bianchi', 'as the orderer', 'BONIFICO A FAVORE ENEL ENERGIA SPA - ORD. ANNA BIANCHI'],
  ['Anna Bianchi', 'as the orderer in full', 'BONIFICO ENEL ORDINANTE: ANNA BIANCHI'],
  ['Anna Bianchi', 'as the one it comes from', 'BONIFICO DA ANNA BIANCHI'],
  ['Anna Bianchi', 'as the one it is paid for', 'BONIFICO A FAVORE ENEL PER CONTO DI ANNA BIANCHI'],
  ['Anna Bianchi', 'in the reason', 'BONIFICO A FAVORE ENEL CAUSALE BOLLETTA ANNA BIANCHI'],
  ['Anna Bianchi', 'in the field of another', 'debtor.name ANNA BIANCHI'],
  ['Rossi Mario', 'who holds the account', 'BONIFICO A FAVORE DI ROSSI MARIO'],
  ['Sa', 'with a name shorter than four letters', 'BONIFICO A FAVORE ROSSI SA GENEVE'],
  ['An 12', 'with two letters and figures', 'BONIFICO A FAVORE AN 12'],
  ['Anna Bianchi', 'as a part of another word', 'BONIFICO A FAVORE SUSANNA BIANCHINI'],
])('without the IBAN a movement does not prove a payment to %s, named %s', (name, _, text) => {
  expect(namesPayee(['BONIFICO', text], { name, iban }, holder)).toBe(false)
})
