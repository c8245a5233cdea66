import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF whose content is compressed and in a built-in font: strings in hexadecimal, one byte a character, read
 * as Latin-1 (a dash is `\\x96`). A line of the result is what one operator shows.
 */
export function pdfText(pdf: Buffer): string[] {
  const lines: string[] = []
  const raw = pdf.toString('latin1')
  for (const [, stream = ''] of raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    let content: string
    try {
      content = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      continue
    }
    for (const [, shown = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits = '']) => digits).join('')
      lines.push(Buffer.from(hex, 'hex').toString('latin1'))
    }
  }
  return lines
}
