import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classes } from './classes'
import { takeEarlyPress } from './early-press'

type Look = 'primary' | 'secondary' | 'quiet' | 'notice'

const shape =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center font-semibold transition-colors duration-150 ease-out'

export const buttonLooks: Record<Look, string> = {
  primary: `${shape} border border-transparent bg-accent text-on-accent hover:bg-accent-strong aria-disabled:border-line aria-disabled:bg-sunk aria-disabled:text-soft`,
  secondary: `${shape} border border-edge bg-card text-ink hover:bg-sunk aria-disabled:text-soft`,
  quiet:
    'inline-flex min-h-11 items-center gap-2 rounded-small font-semibold text-accent underline-offset-4 hover:underline aria-disabled:text-soft aria-disabled:no-underline md:min-h-8 forced-colors:underline',
  // In a notice's own colour, as part of its text.
  notice:
    'inline-flex min-h-11 items-center rounded-small font-semibold underline underline-offset-4 hover:no-underline aria-disabled:no-underline md:min-h-8',
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'ref'> & {
  look?: Look
  /** Keeps the focus and says that it waits, where `disabled` would drop both. */
  pending?: boolean
  children: ReactNode
}

/**
 * A native button. While `pending` it does nothing, whatever is pressed. Pressed before the scripts of the page run, by
 * Enter in a field of its form too, it is as if it had been pressed once they do (`early-press.ts`).
 */
export function Button({ look = 'primary', pending = false, className, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      ref={takeEarlyPress}
      data-early=""
      suppressHydrationWarning
      aria-disabled={pending || undefined}
      onClick={press}
      className={classes(buttonLooks[look], pending && 'cursor-default', className)}
    />
  )
}

type ButtonLinkProps = { href: string; className?: string; children: ReactNode }

/**
 * A link that is the main thing of a page outside the signed-in area. A plain one: it loads the page it
 * leads to, and the framework's own link would weigh on every public page.
 */
export function ButtonLink({ href, className, children }: ButtonLinkProps) {
  return (
    <a href={href} className={classes(buttonLooks.primary, className)}>
      {children}
    </a>
  )
}
