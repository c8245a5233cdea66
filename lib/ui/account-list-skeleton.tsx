import { accountRowShape } from './account-row-shape'
import { Card } from './card'
import { classes } from './classes'
import { Skeleton } from './skeleton'

const rows = ['first', 'second', 'third']

/** Three rows of the height that the real ones will have, so that nothing jumps. */
export function AccountListSkeleton() {
  return (
    <Card>
      <ul aria-hidden="true" className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row} className={classes(accountRowShape, 'gap-4')}>
            <div className="flex-1 space-y-2.5 py-1">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3 w-48 max-w-full" />
            </div>
            <Skeleton className="h-4 w-10" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
