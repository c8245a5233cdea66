import { useTranslations } from 'next-intl'
import type { ConsentCategory } from '@/lib/domain/consent/consent'
import { choiceBox, choiceRow } from './choice'

type CategoryChoicesProps = { categories: readonly ConsentCategory[]; chosen: string | string[] | undefined }

/** What may be allowed, each with what it means, why, what becomes of the data, how long, how to stop. */
export function CategoryChoices({ categories, chosen }: CategoryChoicesProps) {
  return categories.map((category) => (
    <CategoryChoice key={category} category={category} isChosen={[chosen].flat().includes(category)} />
  ))
}

function CategoryChoice({ category, isChosen }: { category: ConsentCategory; isChosen: boolean }) {
  const t = useTranslations('share')
  const words = useTranslations('categories')
  const facts = [
    [t('why'), words(`${category}.why`)],
    [t('kept'), words(`${category}.kept`)],
    [t('until'), t('untilMeaning')],
    [t('stop'), t('stopMeaning')],
  ]
  return (
    <div className="has-checked:bg-accent-wash">
      <label className={choiceRow}>
        <input
          type="checkbox"
          name="category"
          value={category}
          defaultChecked={isChosen}
          aria-labelledby={`name-${category}`}
          aria-describedby={`what-${category} about-${category}`}
          className={choiceBox}
        />
        <span className="min-w-0">
          <span id={`name-${category}`} className="block font-semibold">
            {words(`${category}.name`)}
          </span>
          <span id={`what-${category}`} className="block text-note text-soft">
            {words(`${category}.what`)}
          </span>
        </span>
      </label>
      <dl
        id={`about-${category}`}
        className="grid gap-x-4 gap-y-1 pr-5 pb-4 pl-14 text-note sm:grid-cols-[8.5rem_1fr] sm:gap-y-1.5"
      >
        {facts.map(([term, meaning]) => (
          <div key={term} className="contents">
            <dt className="font-medium max-sm:mt-1">{term}</dt>
            <dd className="text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
