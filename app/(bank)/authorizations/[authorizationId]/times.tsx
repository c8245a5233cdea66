import { useLocale, useTranslations } from 'next-intl'
import type { AuthorizationView } from '@/lib/contracts/authorizations'
import { Card, Section } from '@/lib/ui/card'
import { formatMoment } from '@/lib/ui/format/moment'

/** What happened, with times; the newest first. */
export function Times({ run }: { run: AuthorizationView }) {
  const t = useTranslations('authorization')
  const locale = useLocale()
  const { kind } = run
  const moments = [
    { words: t('endedAt'), at: run.endedAt },
    { words: t('listAt'), at: run.state === 'done' && kind !== 'inquiry' ? run.sharedReadAt : null },
    { words: t(`askedAt.${kind}`), at: run.createdAt },
  ]
  // The list of the bank may have been read again since.
  const events = moments
    .flatMap(({ words, at }) => (at === null ? [] : [{ words, at }]))
    .sort((one, other) => other.at.localeCompare(one.at))
  return (
    <Section id="happened" title={t('whatHappened')}>
      <Card>
        <ul className="divide-y divide-line">
          {events.map(({ words, at }) => (
            <li key={words} className="flex flex-wrap justify-between gap-x-4 px-5 py-3 text-note">
              <span className="font-medium">{words}</span>
              <time dateTime={at} className="text-soft tabular-nums">
                {formatMoment(at, 'second', locale)}
              </time>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
