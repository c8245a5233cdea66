import { getTranslations } from 'next-intl/server'
import { Card } from '@/lib/ui/card'

const accounts = [
  { name: 'first', type: 'current', iban: 'IT60 ···· 3456', currency: 'EUR' },
  { name: 'second', type: 'savings', iban: 'IT31 ···· 0917', currency: 'EUR' },
  { name: 'third', type: 'current', iban: 'IT77 ···· 2210', currency: 'USD' },
] as const

/** The accounts page in small, drawn from the same tokens and said to be an example. Nothing in it works. */
export async function ProductExample() {
  const t = await getTranslations('landing.example')
  return (
    <figure className="mx-auto w-full max-w-[26rem]">
      <div aria-hidden="true" className="rounded-[1.25rem] border border-line bg-sunk p-3.5 md:p-4">
        <div className="px-1.5 pt-1.5 pb-4">
          <p className="font-medium text-soft">{t('heading')}</p>
          <p className="text-headline font-semibold tracking-[-0.03em]">
            {t('count')}
            <span className="ml-2 text-[1.375rem] font-medium text-soft">{t('countNoun')}</span>
          </p>
          <p className="mt-1 text-note text-soft">{t('age')}</p>
        </div>
        <Card className="divide-y divide-line">
          {accounts.map((account) => (
            <div key={account.name} className="flex items-center gap-4 px-4 py-3.5">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{t(account.name)}</p>
                <p className="text-note text-soft">
                  {t(account.type)} · <span className="whitespace-nowrap">{account.iban}</span>
                </p>
              </div>
              <p className="text-figure font-semibold tracking-[-0.01em]">{account.currency}</p>
            </div>
          ))}
        </Card>
        <p className="mt-3.5 flex items-start gap-2.5 rounded-card bg-accent-wash px-4 py-3 text-note text-accent">
          <span className="mt-1.5 size-2 shrink-0 rounded-full border-2 border-accent" />
          <span>
            <b className="font-semibold">{t('sharing')}.</b> {t('sharingMeaning')}
          </span>
        </p>
      </div>
      <figcaption className="mt-2.5 text-center text-note text-soft">{t('caption')}</figcaption>
    </figure>
  )
}
