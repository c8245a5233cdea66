import { classes } from './classes'

/** A place kept for something that is on its way. Say in words, beside it, what is awaited. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('wait-pulse block rounded-small bg-sunk', className)} />
}
