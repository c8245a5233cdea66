import { useTranslations } from 'next-intl'
import { Age } from '@/lib/ui/age'
import { Card } from '@/lib/ui/card'
import { MomentOnPaper } from '@/lib/ui/moment-on-paper'
import { SignOutButton } from '../../_parts/sign-out-button'
import { SignOutEverywhere } from './sign-out-everywhere'
import { SignOutPlace } from './sign-out-place'

export type Place = { placeId: string; current: boolean; label: string | null; lastSeenAt: string }

/** Where the customer is signed in: each place can be signed out alone, and all of them together. */
export function Places({ id, places }: { id: string; places: Place[] }) {
  const t = useTranslations('settings.places')
  return (
    <Card>
      <ul className="divide-y divide-line">
        {places.map((place) => (
          <li key={place.placeId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
            <div className="min-w-0 flex-1 basis-40 @max-[19rem]/page:min-w-full">
              <p className="font-semibold [overflow-wrap:anywhere]">{place.label ?? t('unknown')}</p>
              <p className="text-note text-soft">
                <Age instant={place.lastSeenAt} words="lastUsed" />
                <MomentOnPaper instant={place.lastSeenAt} words="lastUsed" />
              </p>
            </div>
            {place.current && (
              <p className="rounded-control bg-accent-wash px-2.5 py-1 text-note font-medium text-accent">
                {t('current')}
              </p>
            )}
            {place.current ? (
              <SignOutButton look="secondary" words="here" />
            ) : (
              <SignOutPlace placeId={place.placeId} label={place.label ?? t('unknown')} listId={id} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 border-t border-line px-5 py-4">
        <SignOutEverywhere />
      </div>
    </Card>
  )
}
