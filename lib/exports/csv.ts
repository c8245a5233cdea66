import type { ExportSource } from '@/lib/contracts/exports'
import type { Movement } from '@/lib/contracts/movements'
import { fileAmount } from './amounts'
import { keptText, safeText } from './csv-text'
import { furtherFields } from './texts'

/*
 * CSV (RFC 4180) of everything that is stored, pending and odd movements too. Two forms: one for programs, and one that
 * a spreadsheet set to Italian opens with a double click.
 */

type Form = {
  separator: string
  start: string
  headings: readonly string[]
  status: Record<Movement['status'], string>
  /** Of a text that no spreadsheet calculates with. */
  text: (safe: string) => string
  amount: (decimal: string) => string
  /** Of `YYYY-MM-DD`. */
  day: (day: string) => string
  moment: (instant: string) => string
}

const international: Form = {
  separator: ',',
  start: '',
  headings: [
    'Status',
    'Booking date',
    'Value date',
    'Amount',
    'Currency',
    'Description',
    'Details',
    'Type',
    'Bank reference',
    'Bank index',
    'Movement id',
    'Odd fields',
    'Other fields',
    'Account',
    'IBAN',
    'Account id',
    'Read at',
    'Complete from',
    'Complete to',
  ],
  status: { booked: 'booked', pending: 'pending' },
  // Programs take a cell as it is.
  text: (safe) => safe,
  amount: (decimal) => decimal,
  day: (day) => day,
  moment: (instant) => instant,
}

const inRome = new Intl.DateTimeFormat('it', {
  timeZone: 'Europe/Rome',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const italian: Form = {
  separator: ';',
  // The mark by which a spreadsheet knows UTF-8.
  start: '\ufeff',
  headings: [
    'Stato',
    'Data contabile',
    'Data valuta',
    'Importo',
    'Divisa',
    'Descrizione',
    'Dettagli',
    'Causale',
    'Riferimento banca',
    'Indice banca',
    'Codice movimento',
    'Campi anomali',
    'Altri campi',
    'Conto',
    'IBAN',
    'Codice conto',
    'Letto il',
    'Completo dal',
    'Completo al',
  ],
  status: { booked: 'contabilizzato', pending: 'da contabilizzare' },
  text: keptText,
  amount: (decimal) => decimal.replace('.', ','),
  day: (day) => day.split('-').reverse().join('/'),
  moment: (instant) => inRome.format(new Date(instant)).replace(', ', ' '),
}

export async function* csvOf(
  source: ExportSource,
  kind: 'italian' | 'international',
): AsyncGenerator<string, void, undefined> {
  const form = kind === 'italian' ? italian : international
  yield form.start + rowOf(form, form.headings)
  const text = textsOf(form)
  const { account, covered, movementsReadAt } = source
  const ends = [
    text(account.nickname),
    text(account.iban),
    text(account.productId),
    movementsReadAt === null ? '' : form.moment(movementsReadAt),
    covered === null ? '' : form.day(covered.from),
    covered === null ? '' : form.day(covered.to),
  ]
  for await (const movement of source.movements()) yield rowOf(form, [...cellsOf(form, movement), ...ends])
}

function cellsOf(form: Form, movement: Movement): string[] {
  const text = textsOf(form)
  const { amount, currency } = movement
  return [
    form.status[movement.status],
    movement.bookingDate === null ? '' : form.day(movement.bookingDate),
    movement.valueDate === null ? '' : form.day(movement.valueDate),
    // A number: its minus is no formula.
    amount === null ? '' : form.amount(fileAmount(amount, currency)),
    text(currency),
    text(movement.shortDescription),
    text(movement.extendedDescription),
    text(movement.codeDescription),
    text(movement.moneyTransferId),
    text(movement.index),
    movement.movementId,
    text(movement.odd.join(' ')),
    text(furtherFields(movement)),
  ]
}

function textsOf(form: Form): (text: string | null) => string {
  return (text) => form.text(safeText(text))
}

function rowOf({ separator }: Form, cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`
}

/** RFC 4180, 2.5 to 2.7. */
function quoted(cell: string, separator: string): string {
  const needsQuotes = cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
