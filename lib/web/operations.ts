import { getServer } from '@/lib/server'

/**
 * The process is up. Says how long the certificates last and how far our clock is from the bank's, so that monitoring can
 * warn in time.
 */
export async function health(): Promise<Response> {
  const { flows } = await getServer()
  return Response.json({
    status: 'up',
    certificates: flows.bank.describe(),
    clock: flows.bank.clock() ?? null,
  })
}

/** The process can serve customers: its database answers. The bank's health is not ours and not asked here. */
export async function readiness(): Promise<Response> {
  const { store, log } = await getServer()
  try {
    await store.ping()
    return Response.json({ status: 'ready' })
  } catch (error) {
    log.error({ route: 'ready', err: error }, 'the database does not answer')
    return Response.json({ status: 'not ready' }, { status: 503 })
  }
}
