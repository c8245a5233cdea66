import { Card } from '@/lib/ui/card'

/** What the customer will do and see at the bank, in order. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <Card>
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4 px-4 py-3.5 sm:px-5">
            <span aria-hidden="true" className="font-semibold text-accent tabular-nums">
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
