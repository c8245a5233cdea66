/**
 * A text of which nothing but the length may be read: a reader that refuses what is too long takes no time for it, however
 * long it is.
 */
export function unreadText(length: number): string {
  const text = new Proxy(
    {},
    {
      get(_target, name) {
        if (name === 'length') return length
        throw new Error(`the text is read: ${String(name)}`)
      },
    },
  )
  return text as unknown as string
}
