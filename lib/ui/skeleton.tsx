import { classes } from './classes'

/** A place kept for something that is on its way. Say in words, beside it, what is awaited. */
export function Skeleton({ className }: { className?: string }) {
  const isRounded = className?.includes('rounded-')
  return (
    <span
      aria-hidden="true"
      className={classes('wait-pulse block bg-sunk', !isRounded && 'rounded-small', className)}
    />
  )
}
