import { getServer } from '@/lib/server'

/** The process is up. Says how long the certificates last, so that monitoring can warn in time. */
export async function GET(): Promise<Response> {
  const { flows } = await getServer()
  return Response.json({ status: 'up', certificates: flows.bank.describe() })
}
