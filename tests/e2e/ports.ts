const first = Number(process.env.E2E_FIRST_PORT ?? 3210)

/** Four in a row, so that several clones can run their browser tests beside each other. */
export const ports = { app: first, api: first + 1, pages: first + 2, control: first + 3 }

export const appUrl = `http://localhost:${ports.app}`
export const controlUrl = `http://localhost:${ports.control}`
