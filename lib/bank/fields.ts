/** One value of a payload whose shape the spec does not show, with where it stood, to be labelled and shown. */
export type DetailField = {
  /** Names from the outside in, joined with dots; places in a list count from 0: `address.lines.0`. */
  path: string
  kind: 'text' | 'number' | 'boolean'
  value: string
}

export type Details = {
  fields: readonly DetailField[]
  /** False when there was more than may be kept, or something was cut. */
  isComplete: boolean
}

const MAX_FIELDS = 300
const MAX_DEPTH = 6
const MAX_NAME_LENGTH = 64
const MAX_TEXT_LENGTH = 2000

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Not given: missing, null, or a text of nothing but blanks, as some serialisers and banks write it (case DAT-7). */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Flattens what the bank sent into fields, unknown ones included; what is blank is left out. */
export function readDetails(value: unknown, maxFields = MAX_FIELDS): Details {
  const found = { fields: [] as DetailField[], isComplete: true, maxFields }
  collect(value, '', 0, found)
  return { fields: found.fields, isComplete: found.isComplete }
}

type Found = { fields: DetailField[]; isComplete: boolean; maxFields: number }

function collect(value: unknown, path: string, depth: number, found: Found): void {
  if (isBlank(value)) return
  if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) {
      found.isComplete = false
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      if (found.fields.length >= found.maxFields && !isBlank(inner)) {
        found.isComplete = false
        return
      }
      const short = cut(name, MAX_NAME_LENGTH, found)
      collect(inner, path === '' ? short : `${path}.${short}`, depth + 1, found)
    }
    return
  }
  found.fields.push({ path, kind: kindOf(value), value: cut(String(value).trim(), MAX_TEXT_LENGTH, found) })
}

function kindOf(value: unknown): DetailField['kind'] {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

function cut(text: string, length: number, found: Found): string {
  if (text.length <= length) return text
  found.isComplete = false
  return text.slice(0, length)
}
