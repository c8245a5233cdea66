/**
 * The migration this code needs. The store does not start on a database without it; a test compares
 * it with the newest folder of prisma/migrations.
 */
export const latestMigration = '20261128001433_sign_in_keeps_the_banks_trace_id'
