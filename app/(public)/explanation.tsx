import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/lib/ui/card'

type ExplanationProps = { bank: string; environment: 'sandbox' | 'production' }

/** Below the fold: who sees what, how it works, how to stop, who stands behind it. */
export function Explanation({ bank, environment }: ExplanationProps) {
  const t = useTranslations('landing')
  return (
    <div className="mt-20 space-y-14 md:mt-28 md:space-y-20">
      <Chapter id="sees" title={t('sees.title')}>
        <WhoSeesWhat />
      </Chapter>
      <Chapter id="steps" title={t('steps.title')}>
        <Steps bank={bank} />
      </Chapter>
      <Chapter id="stop" title={t('stop.title')}>
        <p className="max-w-[42rem] text-lead text-soft">{t('stop.body')}</p>
      </Chapter>
      <Chapter id="who" title={t('who.title')}>
        <p className="max-w-[42rem] text-lead text-soft">
          {t('who.body')} {t(`who.${environment}`)}
        </p>
      </Chapter>
    </div>
  )
}

function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-14 gap-y-5 border-t border-line pt-6 lg:grid-cols-[13rem_1fr]"
    >
      <h2 id={id} className="text-figure font-semibold tracking-[-0.01em]">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

const rows = ['login', 'list', 'figures'] as const

/** A table where there is room; on a phone each row is a small block with its columns named. */
function WhoSeesWhat() {
  const t = useTranslations('landing.sees')
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-left max-sm:block">
        <thead className="border-b border-line text-note text-soft max-sm:hidden">
          <tr>
            <th scope="col" className="px-5 py-3 font-semibold">
              {t('what')}
            </th>
            <th scope="col" className="px-5 py-3 font-semibold whitespace-nowrap">
              {t('bank')}
            </th>
            <th scope="col" className="px-5 py-3 font-semibold">
              {t('us')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr key={row} className="align-top max-sm:block max-sm:px-5 max-sm:py-4">
              <th scope="row" className="font-semibold max-sm:block sm:w-1/2 sm:px-5 sm:py-4">
                {t(`${row}What`)}
              </th>
              <Cell column={t('bank')}>{t(`${row}Bank`)}</Cell>
              <Cell column={t('us')}>
                <span className={row === 'login' ? 'font-semibold text-accent' : undefined}>
                  {t(`${row}Us`)}
                </span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Cell({ column, children }: { column: string; children: ReactNode }) {
  return (
    <td className="text-soft max-sm:mt-1 max-sm:flex max-sm:gap-3 @max-[19rem]/page:block sm:px-5 sm:py-4">
      <span className="w-24 shrink-0 text-note leading-[1.7] @max-[19rem]/page:block @max-[19rem]/page:w-auto sm:hidden">
        {column}
      </span>
      <span>{children}</span>
    </td>
  )
}

const steps = ['one', 'two', 'three'] as const

function Steps({ bank }: { bank: string }) {
  const t = useTranslations('landing.steps')
  return (
    <ol className="grid gap-x-8 gap-y-7 md:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-4 md:block">
          <span
            aria-hidden="true"
            className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunk font-semibold text-soft"
          >
            {index + 1}
          </span>
          <div className="md:mt-3.5">
            <h3 className="font-semibold">{t(`${step}Title`)}</h3>
            <p className="mt-1 text-soft">{t(`${step}Body`, { bank })}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
