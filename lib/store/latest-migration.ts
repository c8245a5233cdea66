/**
 * The migration this code needs. The store does not start on a database without it; a test compares
 * it with the newest folder of prisma/migrations.
 */
export const latestMigration = '20261129011311_strays_of_movements'
