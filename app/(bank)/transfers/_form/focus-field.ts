import { fieldId } from './field'

/** Gives a field the focus: of several boxes the chosen one, or the first. */
export function focusField(field: string): void {
  const place = document.getElementById(fieldId(field))
  const box = place?.querySelector<HTMLElement>('input:checked') ?? place?.querySelector<HTMLElement>('input')
  const control = place instanceof HTMLFieldSetElement ? box : place
  control?.focus()
}
