import PDFDocument from 'pdfkit'
import type { Language } from '../api/language'
import { bankTimeOf } from '../calendar/bank-day'
import { writtenDay } from '../calendar/written'
import { bankName } from '../pki/key-set'
import type { OperationSummary } from './definition'

const margin = 56
const labelWidth = 150
const ink = '#1c2733'
const grey = '#5b6774'

const words: Readonly<Record<Language, { executed: string; footer: string }>> = {
  en: { executed: 'Ordered', footer: `${bankName} is a sandbox bank: this document has no value.` },
  it: { executed: 'Disposto', footer: `${bankName} è una banca di prova: questo documento non ha valore.` },
}

/**
 * The document as a PDF of one page or more. The same bytes for the same operation and language: the time in it is that
 * of execution, and pdfkit makes the file id from it.
 */
export function printDocument(summary: OperationSummary, at: Date, language: Language): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    info: { Title: printable(summary.title), Author: bankName, CreationDate: at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  write(document, summary, at, language)
  document.end()
  return whole
}

function write(
  paper: PDFKit.PDFDocument,
  { title, rows }: OperationSummary,
  at: Date,
  language: Language,
): void {
  paper.font('Times-Bold').fontSize(22).fillColor(ink).text(bankName)
  paper.moveDown(1.5)
  paper.font('Helvetica-Bold').fontSize(15).text(printable(title))
  const [day, time] = bankTimeOf(at)
  paper
    .font('Helvetica')
    .fontSize(10)
    .fillColor(grey)
    .text(`${words[language].executed}: ${writtenDay(day, language)}, ${time}`)
  paper.moveDown(1.5)
  for (const { label, value, emphasis } of rows) {
    const top = paper.y
    paper
      .font('Helvetica')
      .fontSize(10)
      .fillColor(grey)
      .text(printable(label), margin, top, { width: labelWidth })
    const labelBottom = paper.y
    paper
      .font(emphasis ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(11)
      .fillColor(ink)
    paper.text(printable(value), margin + labelWidth + 12, top)
    paper.y = Math.max(paper.y, labelBottom) + 8
  }
  paper.moveDown(2)
  paper.font('Helvetica').fontSize(8).fillColor(grey).text(words[language].footer, margin)
}

/** Beyond Latin-1, what the built-in fonts have (WinAnsiEncoding). */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/** The built-in fonts draw WinAnsi characters alone: of others the letter without its accent, else a question mark. */
function printable(text: string): string {
  return [...text.normalize('NFC')].map((char) => (isDrawn(char) ? char : plain(char))).join('')
}

function isDrawn(char: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(char) || beyondLatin1.includes(char)
}

function plain(char: string): string {
  const [base = ''] = char.normalize('NFKD')
  return isDrawn(base) ? base : '?'
}
