-- AlterTable
ALTER TABLE "movement" ADD COLUMN     "asked_day" TEXT;

-- CreateIndex
CREATE INDEX "movement_stray_idx" ON "movement"("customer_id", "product_id") WHERE (asked_day <> day);


-- What is stored counts as listed where it stands.
UPDATE "movement" SET "asked_day" = "day";
