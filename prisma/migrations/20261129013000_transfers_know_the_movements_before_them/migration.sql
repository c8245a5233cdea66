-- A count does not say which movements were there, so it no longer proves anything. A transfer whose outcome is unknown stays so.
-- AlterTable
ALTER TABLE "transfer" DROP COLUMN "matches_before",
ADD COLUMN     "known_before" JSONB;

-- CreateIndex
CREATE INDEX "transfer_doubted_end_idx" ON "transfer"("ended_at") WHERE ((state = ANY (ARRAY['declined'::transfer_state, 'expired'::transfer_state])) AND (known_before IS NOT NULL));
