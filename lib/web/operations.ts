import { getServer } from '@/lib/server'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The process is up. Says how many days the certificates last and how far our clock is from the bank's, so that monitoring can
 * warn in time.
 */
export async function health(): Promise<Response> {
  const { flows } = await getServer()
  const { qwac, qseal, sealCa } = flows.bank.describe()
  const daysLeft = ({ notAfter }: { notAfter: Date }) =>
    Math.floor((notAfter.getTime() - flows.now().getTime()) / DAY_MS)
  return Response.json({
    status: 'up',
    // Anybody may ask: no name and no serial number says whose these are, or since when.
    certificates: {
      qwac: { daysLeft: daysLeft(qwac), defects: qwac.defects.length },
      qseal: { daysLeft: daysLeft(qseal), defects: qseal.defects.length },
      sealCa: { count: sealCa.length, daysLeft: Math.min(...sealCa.map(daysLeft)) },
    },
    clock: flows.bank.clock() ?? null,
  })
}

/** The process can serve customers: its database answers, and it is not about to stop. The bank's health is not ours and not asked here. */
export async function readiness(): Promise<Response> {
  const { store, log, isDraining } = await getServer()
  if (isDraining()) return Response.json({ status: 'stopping' }, { status: 503 })
  try {
    await store.ping()
    return Response.json({ status: 'ready' })
  } catch (error) {
    log.error({ route: 'ready', err: error }, 'the database does not answer')
    return Response.json({ status: 'not ready' }, { status: 503 })
  }
}
