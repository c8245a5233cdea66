-- CreateEnum
CREATE TYPE "transfer_state" AS ENUM ('draft', 'checking', 'incomplete', 'checked', 'starting', 'at_bank', 'returned', 'authorized', 'late', 'executing', 'unknown', 'accepted', 'refused', 'not_sent', 'declined', 'expired', 'unanswered', 'not_returned', 'unsupported', 'abandoned');

-- CreateTable
CREATE TABLE "transfer" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "form_token" TEXT NOT NULL,
    "form_hash" TEXT NOT NULL,
    "draft" JSONB NOT NULL,
    "faults" JSONB,
    "problem" JSONB,
    "step_draft" JSONB,
    "language" TEXT NOT NULL,
    "transaction_id" UUID NOT NULL,
    "repeat_of" UUID,
    "state" "transfer_state" NOT NULL,
    "check_number" INTEGER NOT NULL,
    "step" INTEGER,
    "since" TIMESTAMPTZ(3),
    "status_reads" INTEGER NOT NULL DEFAULT 0,
    "status_read_at" TIMESTAMPTZ(3),
    "status_busy_until" TIMESTAMPTZ(3),
    "matches_before" INTEGER,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "looked_at" TIMESTAMPTZ(3),
    "execution_status" TEXT,
    "execution" JSONB,
    "cro" TEXT,
    "movement_id" UUID,
    "receipt_tries" INTEGER NOT NULL DEFAULT 0,
    "receipt_tried_at" TIMESTAMPTZ(3),
    "receipt_gone_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfer_check" (
    "transfer_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "customer_id" UUID NOT NULL,
    "order" JSONB NOT NULL,
    "verdict" JSONB,
    "resource_id" TEXT,
    "next" JSONB,
    "return_hash" TEXT,
    "approach" "sca_approach",
    "sca_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transfer_check_pkey" PRIMARY KEY ("transfer_id","number")
);

-- CreateTable
CREATE TABLE "transfer_event" (
    "id" BIGSERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "transfer_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "what" TEXT NOT NULL,
    "check_number" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "from_state" "transfer_state",
    "to_state" "transfer_state",
    "bank_codes" TEXT[],
    "bank_request_ids" TEXT[],

    CONSTRAINT "transfer_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfer_receipt" (
    "transfer_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "bytes" BYTEA NOT NULL,
    "content_type" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transfer_receipt_pkey" PRIMARY KEY ("transfer_id")
);

-- CreateTable
CREATE TABLE "transfer_preparation" (
    "customer_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transfer_preparation_pkey" PRIMARY KEY ("customer_id","product_id")
);

-- CreateIndex
CREATE INDEX "transfer_customer_id_created_at_id_idx" ON "transfer"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "transfer_state_moved_at_idx" ON "transfer"("state", "moved_at");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_customer_id_form_token_key" ON "transfer"("customer_id", "form_token");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_customer_id_movement_id_key" ON "transfer"("customer_id", "movement_id");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_check_return_hash_key" ON "transfer_check"("return_hash");

-- CreateIndex
CREATE INDEX "transfer_check_customer_id_idx" ON "transfer_check"("customer_id");

-- CreateIndex
CREATE INDEX "transfer_event_transfer_id_id_idx" ON "transfer_event"("transfer_id", "id");

-- CreateIndex
CREATE INDEX "transfer_event_customer_id_idx" ON "transfer_event"("customer_id");

-- CreateIndex
CREATE INDEX "transfer_receipt_customer_id_idx" ON "transfer_receipt"("customer_id");

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_check" ADD CONSTRAINT "transfer_check_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_check" ADD CONSTRAINT "transfer_check_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_event" ADD CONSTRAINT "transfer_event_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_event" ADD CONSTRAINT "transfer_event_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_receipt" ADD CONSTRAINT "transfer_receipt_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_receipt" ADD CONSTRAINT "transfer_receipt_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer_preparation" ADD CONSTRAINT "transfer_preparation_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What became of transfers is only ever added to; rows go with their customer.
CREATE FUNCTION "refuse_transfer_event_update"() RETURNS trigger LANGUAGE plpgsql 
AS $$ BEGIN RAISE EXCEPTION 'transfer_event is append-only'; END $$;

CREATE TRIGGER "transfer_event_append_only" BEFORE UPDATE ON "transfer_event"
FOR EACH ROW EXECUTE FUNCTION "refuse_transfer_event_update"();
