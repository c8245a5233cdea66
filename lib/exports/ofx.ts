import type { ExportSource } from '@/lib/contracts/exports'
import type { Movement } from '@/lib/contracts/movements'
import { bankDay } from '@/lib/domain/days/bank-day'
import { fileAmount } from './amounts'
import { daysOf, noteOf, type Statement, statementsOf } from './left-out'
import { bankAccountXml } from './ofx-account'
import { cut, furtherFields, oneLine } from './texts'
import { element, group } from './xml'

/*
 * OFX 2.2: one statement for each currency, booked movements only. Names and their order are the specification's (11.4,
 * "Statement Download"). It wants a LEDGERBAL; where the bank gave no balance there is none, for every figure would be
 * invented, and no program was found that misses it.
 */

const HEADER = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
`

export async function* ofxOf(source: ExportSource): AsyncGenerator<string, void, undefined> {
  const status = group('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'))
  const serverTime = element('DTSERVER', `${source.writtenAt.replace(/\D/g, '').slice(0, 14)}[0:GMT]`)
  yield `${HEADER}<OFX>\n`
  yield lines(group('SIGNONMSGSRSV1', group('SONRS', status, serverTime, element('LANGUAGE', 'ENG'))))
  yield '<BANKMSGSRSV1>\n'
  for (const statement of statementsOf(source)) yield* statementXml(source, statement)
  yield '</BANKMSGSRSV1>\n</OFX>\n'
}

async function* statementXml(
  source: ExportSource,
  statement: Statement,
): AsyncGenerator<string, void, undefined> {
  const { currency } = statement
  const id = `${source.writtenAt.replace(/\D/g, '')}-${currency}`
  const note = element('MESSAGE', cut(noteOf(source), 255))
  const status = group('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'), note)
  yield lines(`<STMTTRNRS>${element('TRNUID', id)}${status}<STMTRS>`)
  yield lines(`${element('CURDEF', currency)}${bankAccountXml(source.account)}<BANKTRANLIST>`)
  const days = daysOf(source, statement) ?? { from: today(source), to: today(source) }
  yield lines(element('DTSTART', atNoon(days.from)) + element('DTEND', atNoon(days.to)))
  if (statement.group !== null) {
    for await (const movement of source.movements({ currency, status: 'booked' })) {
      const { amount } = movement
      if (amount !== null) yield lines(transactionXml(movement, fileAmount(amount, currency)))
    }
  }
  yield lines(`</BANKTRANLIST>${balancesXml(source, currency)}</STMTRS></STMTTRNRS>`)
}

/** One element to a line: there are programs that read OFX 2 as if it were the SGML of OFX 1. */
function lines(xml: string): string {
  // Between elements only: in texts both signs are escaped.
  return `${xml.replaceAll('><', '>\n<')}\n`
}

function today({ writtenAt }: ExportSource): string {
  return bankDay(new Date(writtenAt))
}

/**
 * OFX has no calendar dates: a day without a time is midnight in Greenwich, which is the day before in America. Noon is
 * the same day from there to Tokyo.
 */
function atNoon(day: string): string {
  return `${day.replaceAll('-', '')}120000[0:GMT]`
}

function transactionXml(movement: Movement, amount: string): string {
  const { day, valueDate, moneyTransferId, shortDescription, extendedDescription, codeDescription } = movement
  const name = oneLine(shortDescription ?? codeDescription ?? extendedDescription ?? '')
  const reference = oneLine(moneyTransferId ?? '')
  return group(
    'STMTTRN',
    element('TRNTYPE', typeOf(amount)),
    element('DTPOSTED', atNoon(day ?? '')),
    valueDate === null ? '' : element('DTAVAIL', atNoon(valueDate)),
    element('TRNAMT', amount),
    element('FITID', movement.movementId),
    [...reference].length <= 32 ? element('REFNUM', reference) : '',
    element('NAME', cut(name, 32) || '-'),
    element('MEMO', cut(memoOf(movement), 255)),
  )
}

function typeOf(amount: string): 'CREDIT' | 'DEBIT' | 'OTHER' {
  if (amount.startsWith('-')) return 'DEBIT'
  return /[1-9]/.test(amount) ? 'CREDIT' : 'OTHER'
}

/** All there is to read, the odd first, for what follows may be cut. */
function memoOf(movement: Movement): string {
  const { odd, shortDescription, extendedDescription, codeDescription } = movement
  const parts = [
    odd.length > 0 ? `Odd fields: ${odd.join(' ')}` : '',
    extendedDescription ?? '',
    [...oneLine(shortDescription ?? '')].length > 32 ? (shortDescription ?? '') : '',
    codeDescription ?? '',
    furtherFields(movement),
  ]
  return oneLine(parts.filter((part) => part !== '').join(' · '))
}

/** As the bank gave them, of the day it named. */
function balancesXml({ balance }: ExportSource, currency: string): string {
  if (balance === null) return ''
  const day = atNoon(balance.bankDate ?? bankDay(new Date(balance.readAt)))
  const xml = (name: string, money: { amount: string; currency: string } | null) =>
    money?.currency === currency
      ? group(name, element('BALAMT', fileAmount(money.amount, currency)), element('DTASOF', day))
      : ''
  return xml('LEDGERBAL', balance.accounting) + xml('AVAILBAL', balance.available)
}
