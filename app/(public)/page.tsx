import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/lib/ui/button'
import { publicFacts } from '@/lib/web/screens'
import { currentSession, transferPage } from '@/lib/web/session'
import { ConnectButton } from '../_parts/connect-button'
import { NeedsScript } from '../_parts/needs-script'
import { Explanation } from './explanation'
import { ProductExample } from './product-example'

type LandingProps = {
  searchParams: Promise<{ 'signed-out'?: string | string[]; back?: string | string[] }>
}

/** The first page: what it is, what is seen and by whom, how to stop; and the one thing to do. */
export default async function Landing({ searchParams }: LandingProps) {
  const [facts, session, query, t] = await Promise.all([
    publicFacts(),
    currentSession(),
    searchParams,
    getTranslations('landing'),
  ])
  const bank = facts.bankName
  const back = session ? undefined : transferPage(query.back)
  const signedOut = session ? undefined : signedOutFrom(query['signed-out'], back)
  return (
    <>
      {signedOut && (
        <p role="status" className="mt-4 rounded-card bg-accent-wash px-4 py-3 font-semibold text-accent">
          {t(`signedOut.${signedOut}`)}
        </p>
      )}
      <div className="grid items-center gap-x-14 gap-y-12 pt-10 md:pt-16 grid-cols-1 lg:grid-cols-[1fr_25rem]">
        <div>
          <h1 className="text-headline font-[650] tracking-[-0.03em] md:text-hero">
            <span className="block text-balance">{t('titleFirst')}</span>{' '}
            <span className="block text-balance">{t('titleSecond')}</span>
          </h1>
          <p className="mt-5 max-w-[34rem] text-lead text-soft">{t('lead', { bank })}</p>
          <div className="mt-8">
            {session ? (
              <ButtonLink href="/accounts" className="w-full sm:w-auto sm:px-7">
                {t('open')}
              </ButtonLink>
            ) : (
              <ConnectButton words="continue" returnTo={back} className="w-full sm:w-auto sm:px-7" />
            )}
          </div>
          <p className="mt-3 max-w-[34rem] text-note text-soft">
            {session ? t('openNote') : t('actionNote', { bank })}
          </p>
          {facts.environment === 'sandbox' && (
            <p className="mt-6 max-w-[34rem] border-l-2 border-warning pl-3 text-note text-soft">
              {t.rich('demo', {
                b: (words) => <strong className="font-semibold text-warning">{words}</strong>,
              })}
            </p>
          )}
          <NeedsScript className="mt-6" />
        </div>
        <ProductExample />
      </div>
      <Explanation bank={bank} environment={facts.environment} />
    </>
  )
}

function signedOutFrom(
  value: unknown,
  back: string | undefined,
): 'here' | 'everywhere' | 'transfer' | undefined {
  if (back !== undefined) return 'transfer'
  return value === 'here' || value === 'everywhere' ? value : undefined
}
