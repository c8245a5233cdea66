import { getServer } from '@/lib/server'

/** The process can serve customers: its database answers. The bank's health is not ours and not asked here. */
export async function GET(): Promise<Response> {
  const { store, log } = await getServer()
  try {
    await store.ping()
    return Response.json({ status: 'ready' })
  } catch (error) {
    log.error({ route: 'ready', err: error }, 'the database does not answer')
    return Response.json({ status: 'not ready' }, { status: 503 })
  }
}
