import { bankName } from '../../pki/key-set'
import { ownAbi } from '../../state/customers'

/** Where an account is held, as far as this bank can tell from an Italian IBAN. */
export type BankAddress = { bankName: string; branchName: string; address: string }

const unknown: BankAddress = { bankName: '', branchName: '', address: '' }

/** Banks that do not exist, by ABI. */
const banks: ReadonlyMap<string, BankAddress> = new Map([
  [ownAbi, { bankName, branchName: 'Sede di Milano', address: 'Via dei Venti 12, 20121 Milano MI' }],
  [
    '09991',
    {
      bankName: 'Banca Altrove',
      branchName: 'Filiale di Torino',
      address: 'Corso Lontano 3, 10122 Torino TO',
    },
  ],
  [
    '09992',
    {
      bankName: 'Cassa Rurale di Vallombra',
      branchName: 'Filiale di Vallombra',
      address: 'Piazza del Mercato 1, 38100 Vallombra TN',
    },
  ],
  [
    '09993',
    {
      bankName: 'Credito Lagunare',
      branchName: 'Filiale di Mestre',
      address: 'Via delle Barene 40, 30170 Venezia VE',
    },
  ],
])

export function bankOfAbi(abi: string | null): BankAddress {
  return banks.get(abi ?? '') ?? unknown
}
