import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classes } from '@/lib/ui/classes'
import { PageHeading } from '@/lib/ui/page-heading'

/** Written, checked by the bank, reviewed, approved at the bank. */
const steps = [1, 2, 3, 4] as const

type WizardFrameProps = {
  /** How far it has come; `done` beyond the last, null where there is no way on. */
  step: (typeof steps)[number] | 'done' | null
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One column with the way that a transfer takes above its heading. */
export function WizardFrame({ step, title, lead, children }: WizardFrameProps) {
  const t = useTranslations('transferState')
  const reached = step === 'done' ? steps.length : step
  return (
    <div className="mx-auto max-w-[35rem] pt-8 md:pt-12">
      {reached !== null && (
        <div aria-hidden="true" className="mb-6 flex gap-1.5 print:hidden">
          {steps.map((one) => (
            <span
              key={one}
              className={classes('h-1 flex-1 rounded-full', one <= reached ? 'bg-accent' : 'bg-line')}
            />
          ))}
        </div>
      )}
      {typeof step === 'number' && (
        <p className="mb-1 text-note text-soft">{t('step', { step, steps: steps.length })}</p>
      )}
      <PageHeading className="text-title font-[650] tracking-[-0.02em] text-balance">{title}</PageHeading>
      {lead && <p className="mt-1.5 text-soft">{lead}</p>}
      <div className="mt-6 space-y-6">{children}</div>
    </div>
  )
}
