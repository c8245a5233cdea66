import type { StoreContext } from '../context'

/** The table of the rate limiter (lib/web/rate-limit.ts), which brings its own statements. */
export function limitsStore({ prisma }: StoreContext) {
  return {
    /** @returns the rows of the statement */
    async execute(text: string, values: readonly unknown[]): Promise<unknown[]> {
      return prisma.$queryRawUnsafe<unknown[]>(text, ...values)
    },
  }
}
