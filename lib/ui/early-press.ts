/*
 * A page can be seen before its scripts run. What is pressed then would be lost, or, in a form, be sent by the browser
 * itself, which nobody answers. `data-early` marks the buttons that are not at work yet.
 */

/** Runs before anything else on the page. Where a button is not at work yet, the press waits with it. */
export const holdEarlyPresses = `addEventListener('click', (event) => {
  const button = event.target.closest?.('button[data-early]')
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  button.dataset.early = 'pressed'
}, true)`

/** As the `ref` of such a button: from now on it is at work, and what was pressed before is done. */
export function takeEarlyPress(button: HTMLButtonElement | null): void {
  if (button === null) return
  const isPressed = button.dataset.early === 'pressed'
  delete button.dataset.early
  if (isPressed) queueMicrotask(() => button.click())
}
