/** Runs once before the first request: wrong settings or an unusable database stop the start, not a customer. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getServer } = await import('@/lib/server')
  await getServer()
}
