-- AlterTable
ALTER TABLE "authorization_run" ADD COLUMN     "asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "asks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "confirms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_ask_at" TIMESTAMPTZ(3);
