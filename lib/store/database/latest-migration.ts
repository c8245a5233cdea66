/**
 * The migration this code needs. The store does not start on a database without it; a test compares
 * it with the newest folder of prisma/migrations.
 */
export const latestMigration = '20261129105947_lists_know_that_they_are_incomplete'
