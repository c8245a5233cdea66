/** The whole row takes the press; the box is the native one, in the accent. */
export const choiceRow =
  'flex cursor-pointer items-start gap-4 px-5 py-4 transition-colors duration-150 has-checked:bg-accent-wash'
export const choiceBox = 'mt-0.5 size-5 shrink-0 accent-accent'
