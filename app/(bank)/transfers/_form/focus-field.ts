import { fieldId } from './field'

/** Gives a field the focus: of several boxes the chosen one, or the first. */
export function focusField(field: string): void {
  const place = document.getElementById(fieldId(field))
  // One that is only shown takes no focus.
  const [box] = ['input:checked:enabled', 'input:enabled'].flatMap(
    (boxes) => place?.querySelector<HTMLElement>(boxes) ?? [],
  )
  const control = place instanceof HTMLFieldSetElement ? box : place
  control?.focus()
}
