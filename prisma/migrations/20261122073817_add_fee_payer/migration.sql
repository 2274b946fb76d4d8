-- Another account than the sender may pay for a transaction, and closing accounts may bring that one more than it pays. Runs on full
-- tables in a moment: the column is null everywhere, and the check is looked at once.
-- Undo: drop the column and restore the check with fee_paid >= 0.
ALTER TABLE "outgoing_transactions" ADD COLUMN     "fee_payer" TEXT;

ALTER TABLE outgoing_transactions DROP CONSTRAINT outgoing_transactions_fee;
-- What comes back goes to a payer of its own: whoever pays for itself closes nothing.
ALTER TABLE outgoing_transactions ADD CONSTRAINT outgoing_transactions_fee
  CHECK (fee_max >= 0 AND fee_payer <> from_address AND (fee_paid IS NULL OR (fee_paid <= fee_max AND (fee_paid >= 0 OR fee_payer IS NOT NULL))));
