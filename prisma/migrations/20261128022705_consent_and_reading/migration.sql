-- CreateEnum
CREATE TYPE "authorization_kind" AS ENUM ('consent_grant', 'consent_revoke', 'inquiry');

-- CreateEnum
CREATE TYPE "authorization_state" AS ENUM ('requested', 'prepared', 'handed_over', 'returned', 'confirming', 'done', 'refused', 'expired', 'failed', 'unknown');

-- CreateEnum
CREATE TYPE "sca_approach" AS ENUM ('redirect', 'decoupled');

-- CreateEnum
CREATE TYPE "consent_change" AS ENUM ('granted', 'revoked', 'ended_at_bank');

-- CreateEnum
CREATE TYPE "movement_status" AS ENUM ('booked', 'pending');

-- AlterTable
ALTER TABLE "customer" ADD COLUMN     "consents_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "details" JSONB,
ADD COLUMN     "details_read_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "authorization_run" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "return_hash" TEXT NOT NULL,
    "kind" "authorization_kind" NOT NULL,
    "state" "authorization_state" NOT NULL,
    "form_token" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "outcome" JSONB,
    "return_to" TEXT,
    "transaction_id" UUID NOT NULL,
    "resource_id" TEXT,
    "approach" "sca_approach",
    "sca_url" TEXT,
    "ended_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "prepared_at" TIMESTAMPTZ(3),
    "handed_over_at" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),
    "confirming_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "moved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorization_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent" (
    "customer_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "consent_pkey" PRIMARY KEY ("customer_id","category","product_id")
);

-- CreateTable
CREATE TABLE "consent_event" (
    "id" BIGSERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "what" "consent_change" NOT NULL,
    "category" TEXT NOT NULL,
    "product_ids" TEXT[],
    "authorization_id" UUID,

    CONSTRAINT "consent_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance" (
    "customer_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "accounting_amount" TEXT,
    "accounting_currency" TEXT,
    "available_amount" TEXT,
    "available_currency" TEXT,
    "bank_date" TEXT,
    "details" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_pkey" PRIMARY KEY ("customer_id","product_id")
);

-- CreateTable
CREATE TABLE "product" (
    "customer_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "details" JSONB,
    "details_read_at" TIMESTAMPTZ(3),
    "movements_read_at" TIMESTAMPTZ(3),
    "movements_from" TEXT,
    "movements_to" TEXT,
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_pkey" PRIMARY KEY ("customer_id","product_id")
);

-- CreateTable
CREATE TABLE "movement" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "status" "movement_status" NOT NULL,
    "day" TEXT,
    "position" INTEGER NOT NULL,
    "booking_date" TEXT,
    "value_date" TEXT,
    "amount" TEXT,
    "currency" TEXT,
    "short_description" TEXT,
    "extended_description" TEXT,
    "code_description" TEXT,
    "money_transfer_id" TEXT,
    "bank_index" TEXT,
    "fields" JSONB NOT NULL,
    "odd" TEXT[],
    "search_text" TEXT NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "movement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "authorization_run_return_hash_key" ON "authorization_run"("return_hash");

-- CreateIndex
CREATE INDEX "authorization_run_ended_at_moved_at_idx" ON "authorization_run"("ended_at", "moved_at");

-- CreateIndex
CREATE UNIQUE INDEX "authorization_run_customer_id_form_token_key" ON "authorization_run"("customer_id", "form_token");

-- CreateIndex
CREATE INDEX "consent_event_customer_id_id_idx" ON "consent_event"("customer_id", "id");

-- CreateIndex
CREATE INDEX "consent_event_authorization_id_idx" ON "consent_event"("authorization_id");

-- CreateIndex
CREATE INDEX "movement_customer_id_product_id_day_position_id_idx" ON "movement"("customer_id", "product_id", "day", "position", "id");

-- AddForeignKey
ALTER TABLE "authorization_run" ADD CONSTRAINT "authorization_run_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent" ADD CONSTRAINT "consent_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_authorization_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "authorization_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balance" ADD CONSTRAINT "balance_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "movement" ADD CONSTRAINT "movement_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What searches and totals rely on: amounts that PostgreSQL can calculate with, and a day for whatever is booked.
ALTER TABLE "movement" ADD CONSTRAINT "movement_amount_check" CHECK ("amount" ~ '^[+-]?[0-9]{1,18}([.][0-9]{1,8})?$');
ALTER TABLE "movement" ADD CONSTRAINT "movement_day_check" CHECK (("day" IS NULL) = ("status" = 'pending'));
