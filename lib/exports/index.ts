import type { ExportFormat, ExportSource } from '@/lib/contracts/exports'
import { camt053Of } from './camt053'
import { csvOf } from './csv'
import { contentDisposition, fileNameOf } from './file-name'
import { ofxOf } from './ofx'

export type ExportFile = {
  contentType: string
  contentDisposition: string
  /** UTF-8, piece by piece. */
  text: AsyncGenerator<string, void, undefined>
}

const contentTypes: Record<ExportFormat, string> = {
  'csv-it': 'text/csv; charset=utf-8; header=present',
  csv: 'text/csv; charset=utf-8; header=present',
  camt053: 'application/xml; charset=utf-8',
  ofx: 'application/x-ofx; charset=utf-8',
}

export function exportFile(source: ExportSource, format: ExportFormat): ExportFile {
  return {
    contentType: contentTypes[format],
    contentDisposition: contentDisposition(fileNameOf(source, format)),
    text: textOf(source, format),
  }
}

function textOf(source: ExportSource, format: ExportFormat): ExportFile['text'] {
  switch (format) {
    case 'csv-it':
      return csvOf(source, 'italian')
    case 'csv':
      return csvOf(source, 'international')
    case 'camt053':
      return camt053Of(source)
    case 'ofx':
      return ofxOf(source)
  }
}
