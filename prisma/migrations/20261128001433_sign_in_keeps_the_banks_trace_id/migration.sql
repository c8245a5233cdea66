-- AlterTable
ALTER TABLE "connect_attempt" ADD COLUMN     "apitrack_id" TEXT;
