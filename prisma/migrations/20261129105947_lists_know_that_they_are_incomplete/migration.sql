-- AlterTable
ALTER TABLE "product" ADD COLUMN     "incomplete_at" TIMESTAMPTZ(3),
ADD COLUMN     "incomplete_from" TEXT,
ADD COLUMN     "incomplete_to" TEXT;

-- Until now the mark of an incomplete list was noted as the problem of the account.
UPDATE "product" SET
  "incomplete_at" = "problem_at",
  "incomplete_from" = COALESCE("movements_from", to_char("problem_at" - interval '90 days', 'YYYY-MM-DD')),
  "incomplete_to" = to_char("problem_at" + interval '1 day', 'YYYY-MM-DD'),
  "problem" = NULL,
  "problem_at" = NULL
WHERE "problem" = 'bank_list_incomplete' AND "problem_at" IS NOT NULL;
