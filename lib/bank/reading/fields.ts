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

/** Flattens the bank's answer into fields, unknown ones included. Blank values are left out. */
export function readDetails(value: unknown, maxFields = MAX_FIELDS): Details {
  const found = new FoundFields(maxFields)
  found.add('', value)
  return { fields: found.fields, isComplete: found.isComplete }
}

/** Gathers fields; written for speed, because a page of movements may have tens of thousands. */
export class FoundFields {
  readonly fields: DetailField[] = []
  isComplete = true
  readonly #maxFields: number

  constructor(maxFields: number) {
    this.#maxFields = maxFields
  }

  add(path: string, value: unknown, depth = 0): void {
    if (typeof value === 'string') {
      const text = value.trim()
      if (text !== '') this.#push(path, 'text', text)
    } else if (typeof value === 'number') this.#push(path, 'number', String(value))
    else if (typeof value === 'boolean') this.#push(path, 'boolean', String(value))
    else if (typeof value === 'object' && value !== null) this.#addInner(path, value, depth)
  }

  addNamed(outer: string, name: string, value: unknown, depth = 1): void {
    const short = this.#cut(name, MAX_NAME_LENGTH)
    this.add(outer === '' ? short : `${outer}.${short}`, value, depth)
  }

  #addInner(path: string, value: object, depth: number): void {
    if (depth >= MAX_DEPTH) {
      this.isComplete = false
      return
    }
    for (const name in value) {
      // Nothing more would be kept: the rest, perhaps a million entries, need not be looked at.
      if (this.fields.length >= this.#maxFields && !this.isComplete) return
      this.addNamed(path, name, Reflect.get(value, name), depth + 1)
    }
  }

  #push(path: string, kind: DetailField['kind'], value: string): void {
    if (this.fields.length >= this.#maxFields) this.isComplete = false
    else this.fields.push({ path, kind, value: this.#cut(value, MAX_TEXT_LENGTH) })
  }

  #cut(text: string, length: number): string {
    if (text.length <= length) return text
    this.isComplete = false
    return text.slice(0, length)
  }
}
