import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { FilterField, FilterProblem, MovementAddress } from '@/lib/contracts/movement-address'

type FilterFieldsProps = { address: MovementAddress }

// 16 px on a phone, whose browser makes the page larger for anything smaller.
const control =
  'mt-1 h-12 w-full rounded-control border border-edge bg-card px-3 text-[1rem] md:text-body aria-invalid:border-error'

/** Every filter but the text. What was typed stands in them, also where it cannot be used, with what is wrong. */
export function FilterFields({ address }: FilterFieldsProps) {
  const t = useTranslations('movementFilters')
  const { typed, problems } = address
  const propsOf = (field: FilterField) => ({
    id: `filter-${field}`,
    name: field,
    defaultValue: typed[field] ?? '',
    'aria-invalid': problems[field] !== undefined || undefined,
    'aria-describedby': problems[field] && `filter-${field}-problem`,
    className: control,
  })
  const field = (name: FilterField, input: ReactNode) => {
    const problem = problems[name]
    return (
      <Field name={name} problem={problem && t(`problem.${problem}`)}>
        {input}
      </Field>
    )
  }
  return (
    // A new key when the address has other filters: Back must not leave old values in the fields.
    <div
      key={JSON.stringify({ ...typed, text: undefined, trend: undefined })}
      className="grid gap-x-3 gap-y-4 min-[22.5rem]:grid-cols-2"
    >
      {field('from', <input {...propsOf('from')} type={dayType(problems.from)} />)}
      {field('to', <input {...propsOf('to')} type={dayType(problems.to)} />)}
      {field('minAmount', <input {...propsOf('minAmount')} inputMode="decimal" autoComplete="off" />)}
      {field('maxAmount', <input {...propsOf('maxAmount')} inputMode="decimal" autoComplete="off" />)}
      {field(
        'direction',
        <select {...propsOf('direction')}>
          <option value="">{t('any')}</option>
          <option value="in">{t('in')}</option>
          <option value="out">{t('out')}</option>
        </select>,
      )}
      {field(
        'status',
        <select {...propsOf('status')}>
          <option value="">{t('any')}</option>
          <option value="booked">{t('booked')}</option>
          <option value="pending">{t('pending')}</option>
        </select>,
      )}
    </div>
  )
}

/** A field for dates takes nothing else: what is no date could not be shown in it and would be lost. */
function dayType(problem: FilterProblem | undefined): 'date' | 'text' {
  return problem === 'day' ? 'text' : 'date'
}

function Field(props: { name: FilterField; problem: string | undefined; children: ReactNode }) {
  const { name, problem, children } = props
  const t = useTranslations('movementFilters')
  return (
    <div className="min-w-0">
      <label htmlFor={`filter-${name}`} className="text-note font-semibold">
        {t(`field.${name}`)}
      </label>
      {children}
      {problem && (
        <p id={`filter-${name}-problem`} className="mt-1 text-note text-error">
          {problem}
        </p>
      )}
    </div>
  )
}
