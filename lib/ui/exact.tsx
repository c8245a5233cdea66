import { Fragment, type ReactNode } from 'react'

/*
 * A browser that translates the page puts elements of its own in place of the texts in it, and what React changes later
 * is not on the page any more. So what must be right to the letter is kept from translation, and its element is replaced
 * whole when the value changes: the value is its key.
 */

type ExactProps = { children: string; className?: string }

/** A figure, an account number, a reference or a name. */
export function Exact({ children, className }: ExactProps) {
  return (
    <span key={children} translate="no" className={className}>
      <Groups>{children}</Groups>
    </span>
  )
}

/** A long figure may go on in the next line after a group of digits, and nowhere else. */
export function Groups({ children }: { children: string }): ReactNode {
  if (!/\d[.,]\d{3}[.,]\d{3}/.test(children)) return children
  return children.split(/(?<=\d[.,])(?=\d{3}(?!\d))/).map((group, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: replaced whole with the figure.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {group}
    </Fragment>
  ))
}

type PhraseProps = {
  children: string
  /** What in it is exact, as it is written there, in its order. */
  exact: readonly string[]
}

/** Words that may be translated, around values that may not; replaced whole when any of it changes. */
export function Phrase({ children, exact }: PhraseProps) {
  return <span key={children}>{partsOf(children, exact)}</span>
}

function partsOf(text: string, exact: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = []
  let rest = text
  for (const [place, value] of exact.entries()) {
    const at = value === '' ? -1 : rest.indexOf(value)
    if (at < 0) continue
    parts.push(
      <Fragment key={place}>
        {rest.slice(0, at)}
        <Exact>{value}</Exact>
      </Fragment>,
    )
    rest = rest.slice(at + value.length)
  }
  return [...parts, rest]
}
