/** Runs once before the first request: wrong settings or an unusable database stop the start, not a customer. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getServer } = await import('@/lib/server')
  await getServer()
}

/** A page that could not be made: the customer sees the digest as the reference, the log says what it was. */
export async function onRequestError(
  error: unknown,
  request: { path: string; method: string; headers: NodeJS.Dict<string | string[]> },
) {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  const { noteFailedPage } = await import('@/lib/web/unavailable-page')
  noteFailedPage(request.headers, digest)
  const { getServer } = await import('@/lib/server')
  const { log } = await getServer()
  const route = request.path.split('?')[0]
  log.error({ route, method: request.method, reference: digest, err: error }, 'page failed')
}
