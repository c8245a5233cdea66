-- What was counted before execute came from lists that may not have been whole, and from fewer days than are counted now.
-- Without it a transfer whose outcome is unknown is not taken for executed because of a movement.
UPDATE "transfer" SET "matches_before" = NULL WHERE "matches_before" IS NOT NULL;
