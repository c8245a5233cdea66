const TRY_AGAIN_MS = 1_000

/** The bank gives some answers only once, so a database that is busy for a moment must not lose them. */
export async function persistently<T>(write: () => Promise<T>, tries = 3): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write()
    } catch (error) {
      if (tried === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}
