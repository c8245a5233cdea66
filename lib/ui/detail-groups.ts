import { visibleText } from './format/bank-text'

/** The place of a field, also while it is awaited. */
export const detailRowShape = 'grid gap-x-5 px-5 py-3 sm:min-h-13 sm:grid-cols-[11rem_1fr] sm:items-center'

type Field = { path: string; kind: 'text' | 'number' | 'boolean'; value: string }

export type DetailRow = {
  /** The bank's name for it; `position` counts from 1 where it is one of a list. */
  name: string
  position: number | null
  kind: Field['kind']
  value: string
}

export type DetailGroup = {
  /** Names from the outside in; empty for what stands in no group. */
  names: { name: string; position: number | null }[]
  rows: DetailRow[]
}

/** What a bank puts around the whole of an answer says nothing to the reader. */
const wrappings = ['customer', 'product', 'account', 'data', 'details']

/** The bank's fields by where they stood, in its order: first what stands in no group. */
export function detailGroups(fields: readonly Field[]): DetailGroup[] {
  const inner = withoutWrapping(fields.map((field) => ({ ...field, steps: stepsOf(field.path) })))
  const groups = new Map<string, DetailGroup>()
  groups.set('', { names: [], rows: [] })
  for (const { steps, kind, value } of inner) {
    const last = steps.at(-1)
    if (last === undefined) continue
    const names = steps.slice(0, -1)
    const key = JSON.stringify(names)
    const group = groups.get(names.length === 0 ? '' : key) ?? { names, rows: [] }
    groups.set(names.length === 0 ? '' : key, group)
    group.rows.push({ ...last, kind, value: visibleText(value) })
  }
  return [...groups.values()].filter(({ rows }) => rows.length > 0)
}

type Step = { name: string; position: number | null }
type Stepped = Field & { steps: Step[] }

/** `holders.0.name` is the name of the first of the holders. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  for (const part of path.split('.')) {
    const before = steps.at(-1)
    if (before !== undefined && before.position === null && /^\d{1,6}$/.test(part))
      before.position = Number(part) + 1
    else steps.push({ name: visibleText(part), position: null })
  }
  return steps
}

function withoutWrapping(fields: Stepped[]): Stepped[] {
  const outermost = fields[0]?.steps[0]
  const isWrapping =
    outermost !== undefined &&
    outermost.position === null &&
    wrappings.includes(outermost.name.toLowerCase()) &&
    fields.every(
      ({ steps }) => steps.length > 1 && steps[0]?.name === outermost.name && steps[0].position === null,
    )
  if (!isWrapping) return fields
  return withoutWrapping(fields.map((field) => ({ ...field, steps: field.steps.slice(1) })))
}
