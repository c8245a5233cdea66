import type { ExportFormat, ExportSource } from '@/lib/contracts/exports'
import { bankDay } from '@/lib/domain/days/bank-day'
import { clean } from './texts'

const endings: Record<ExportFormat, string> = { 'csv-it': 'csv', csv: 'csv', camt053: 'xml', ofx: 'ofx' }

/** What no file system must meet: separators, wildcards, controls, marks that turn the direction of writing. */
const unsafe = /[/\\:*?"<>|%\p{Control}\p{Format}]/gu
const ibanLike = /[A-Z]{2}\d{2}[A-Z0-9]{8,}/i

/**
 * `Conto corrente 2026-08-31 2026-11-28.csv`: whose account and which days. Some banks name an account by its IBAN,
 * which is not for a file name that is shown, synchronised and sent.
 */
export function fileNameOf(
  { account, asked, covered, writtenAt }: ExportSource,
  format: ExportFormat,
): string {
  const name = clean(account.nickname)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  const isIban = ibanLike.test(name.replace(/[\s.-]/g, ''))
  const short = isIban ? '' : [...name].slice(0, 60).join('').trim()
  const today = bankDay(new Date(writtenAt))
  const days = [asked.from ?? covered?.from ?? today, asked.to ?? covered?.to ?? today]
  return `${[short || 'Sportello', ...new Set(days)].join(' ')}.${endings[format]}`
}

/** RFC 6266: a name in ASCII for old programs, the true one for all others. */
export function contentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
  // RFC 5987 lets fewer characters stand than encodeURIComponent does.
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, percent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}
