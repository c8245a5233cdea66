-- A count does not say which movements were there, so it no longer proves anything. A transfer whose outcome is unknown stays so.
-- AlterTable
ALTER TABLE "transfer" DROP COLUMN "matches_before",
ADD COLUMN     "known_before" JSONB;
