-- CreateIndex
CREATE INDEX "authorization_run_moved_at_idx" ON "authorization_run"("moved_at");

-- CreateIndex
CREATE INDEX "session_revoked_at_idx" ON "session"("revoked_at");

-- CreateIndex
CREATE INDEX "transfer_status_to_read_idx" ON "transfer"("ended_at") WHERE ((state = 'accepted'::transfer_state) AND (status_reads < 40));

-- CreateIndex
CREATE INDEX "transfer_receipt_to_fetch_idx" ON "transfer"("ended_at") WHERE ((state = 'accepted'::transfer_state) AND (receipt_gone_at IS NULL));
