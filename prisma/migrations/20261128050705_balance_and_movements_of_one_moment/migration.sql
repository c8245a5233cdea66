-- AlterTable
ALTER TABLE "balance" ADD COLUMN     "unchanged_since" TIMESTAMPTZ(3);
UPDATE "balance" SET "unchanged_since" = "read_at";
ALTER TABLE "balance" ALTER COLUMN "unchanged_since" SET NOT NULL;

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "newest_read_at" TIMESTAMPTZ(3);
