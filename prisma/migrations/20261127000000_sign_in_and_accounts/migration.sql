-- CreateEnum
CREATE TYPE "connection_status" AS ENUM ('live', 'expired');

-- CreateTable
CREATE TABLE "customer" (
    "id" UUID NOT NULL,
    "bank_customer_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "accounts_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "customer_id" UUID NOT NULL,
    "access_token" TEXT NOT NULL,
    "refresh_token" TEXT,
    "key_id" TEXT NOT NULL,
    "access_expires_at" TIMESTAMPTZ(3),
    "status" "connection_status" NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "refresh_claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "connection_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "customer_id" UUID NOT NULL,
    "label" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "apitrack_id" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connect_attempt" (
    "id" UUID NOT NULL,
    "state_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "code_verifier" TEXT,
    "code_hash" TEXT,
    "return_to" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "session_id" UUID,
    "customer_id" UUID,

    CONSTRAINT "connect_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "customer_id" UUID NOT NULL,
    "product_id" TEXT NOT NULL,
    "type_code" TEXT NOT NULL,
    "type_description" TEXT NOT NULL,
    "nickname" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("customer_id","product_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "customer_bank_customer_id_key" ON "customer"("bank_customer_id");

-- CreateIndex
CREATE INDEX "connection_key_id_idx" ON "connection"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_customer_id_idx" ON "session"("customer_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "connect_attempt_state_hash_key" ON "connect_attempt"("state_hash");

-- CreateIndex
CREATE INDEX "connect_attempt_expires_at_idx" ON "connect_attempt"("expires_at");

-- CreateIndex
CREATE INDEX "connect_attempt_session_id_idx" ON "connect_attempt"("session_id");

-- CreateIndex
CREATE INDEX "connect_attempt_customer_id_idx" ON "connect_attempt"("customer_id");

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connect_attempt" ADD CONSTRAINT "connect_attempt_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connect_attempt" ADD CONSTRAINT "connect_attempt_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
