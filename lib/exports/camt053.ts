import type { ExportSource } from '@/lib/contracts/exports'
import { addDecimals } from '@/lib/domain/money/decimal'
import { camtAmount } from './camt-amount'
import { balancesOf } from './camt-balances'
import { entryOf } from './camt-entry'
import { daysOf, noteOf, type Statement, statementsOf } from './left-out'
import { cut, oneLine } from './texts'
import { element, group } from './xml'

/*
 * ISO 20022 camt.053.001.08, BankToCustomerStatement: one statement for each currency, booked entries only (pending ones
 * belong into a camt.052). Element names and their order are the schema's.
 */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

export async function* camt053Of(source: ExportSource): AsyncGenerator<string, void, undefined> {
  const id = source.writtenAt.replace(/\D/g, '')
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">\n<BkToCstmrStmt>\n`
  yield `${group('GrpHdr', element('MsgId', id), element('CreDtTm', source.writtenAt))}\n`
  for (const statement of statementsOf(source)) yield* statementXml(source, statement, id)
  yield '</BkToCstmrStmt>\n</Document>\n'
}

async function* statementXml(
  source: ExportSource,
  statement: Statement,
  id: string,
): AsyncGenerator<string, void, undefined> {
  const { currency } = statement
  yield `<Stmt>\n${element('Id', `${id}-${currency}`)}${element('CreDtTm', source.writtenAt)}`
  yield `${periodXml(source, statement)}\n${accountXml(source, currency)}\n`
  yield balancesOf(source, statement).join('\n')
  yield `\n${summaryXml(statement)}\n`
  let tooLong = 0
  if (statement.group !== null) {
    for await (const movement of source.movements({ currency, status: 'booked' })) {
      const { amount } = movement
      if (amount === null) continue
      const written = camtAmount(amount, currency)
      if (written === null) tooLong += 1
      else yield `${entryOf(movement, currency, written)}\n`
    }
  }
  yield `${element('AddtlStmtInf', cut(noteOf(source, tooLong), 500))}\n</Stmt>\n`
}

/** By the bank's clock: a time without a zone is local time there. */
function periodXml(source: ExportSource, statement: Statement): string {
  const days = daysOf(source, statement)
  if (days === null) return ''
  return group('FrToDt', element('FrDtTm', `${days.from}T00:00:00`), element('ToDtTm', `${days.to}T23:59:59`))
}

function accountXml({ account }: ExportSource, currency: string): string {
  const iban = account.iban.replace(/\s/g, '').toUpperCase()
  const id = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban)
    ? element('IBAN', iban)
    : group('Othr', element('Id', cut(account.productId, 34)))
  const name = cut(oneLine(account.nickname), 70)
  return group('Acct', group('Id', id), element('Ccy', currency), element('Nm', name))
}

/** Sums only where every amount is in them. */
function summaryXml({ group: found, currency }: Statement): string {
  if (found === null) return group('TxsSummry', group('TtlNtries', element('NbOfNtries', '0')))
  const [credit, debit] = [camtAmount(found.in, currency), camtAmount(found.out, currency)]
  const net = camtAmount(addDecimals(found.in, found.out), currency)
  // As many digits before and behind the point as any of them has.
  const longest = `${found.largest.split('.')[0]}.${'1'.repeat(Math.max(1, found.places))}`
  const isExact = camtAmount(longest, currency) !== null
  if (!isExact || credit === null || debit === null || net === null) return ''
  const total = camtAmount(addDecimals(credit.digits, debit.digits), currency)
  if (total === null) return ''
  const count = String(found.movements - found.withoutAmount)
  return group(
    'TxsSummry',
    group(
      'TtlNtries',
      element('NbOfNtries', count),
      element('Sum', total.digits),
      group('TtlNetNtry', element('Amt', net.digits), element('CdtDbtInd', net.indicator)),
    ),
    group('TtlCdtNtries', element('NbOfNtries', String(found.movementsIn)), element('Sum', credit.digits)),
    group('TtlDbtNtries', element('NbOfNtries', String(found.movementsOut)), element('Sum', debit.digits)),
  )
}
