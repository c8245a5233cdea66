import { Prisma } from '@/prisma/generated/client'

/**
 * A condition that always holds. A statement of its own that has it is seen by everybody at once and reaches the disk
 * with the next write that does not have it, the order of all writes kept. For what the bank is asked again anyway: if
 * the machine dies before, the figures and their age are those of the look before.
 */
export const reachesDiskLater = Prisma.sql`(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`
