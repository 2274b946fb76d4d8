-- Why: lists narrowed by a rare status walked through a merchant's whole history, and a search through all of it. With a year of 100,000
-- invoices each is a few milliseconds by these. Searches are by the beginning of the text, in any case of letters: `text_pattern_ops` lets a
-- range of bytes answer them whatever the database's language is.
-- Locks the tables against writing while the indexes are built: some seconds for a million rows.
-- Undo: DROP INDEX the indexes named below.
SET lock_timeout = '5s';

CREATE INDEX invoices_by_status ON invoices (merchant_id, status, created_at, id);
CREATE INDEX invoices_by_currency ON invoices (merchant_id, currency_code, created_at, id);
CREATE INDEX invoices_order_begins ON invoices (merchant_id, lower(order_id) text_pattern_ops);
-- Coins that are seldom paid with; for the others the newest invoices are looked at one after the other.
CREATE INDEX quotes_coin ON quotes (currency_code, network_code);

CREATE INDEX deposits_transaction_begins ON deposits (lower(transaction_id) text_pattern_ops);
CREATE INDEX deposits_sender_begins ON deposits (lower(from_address) text_pattern_ops) WHERE from_address IS NOT NULL;
CREATE INDEX addresses_begin ON addresses (lower(address) text_pattern_ops) WHERE owner_id IS NOT NULL;

CREATE INDEX payouts_by_status ON payouts (merchant_id, status, created_at, id);
CREATE INDEX payouts_order_begins ON payouts (merchant_id, lower(order_id) text_pattern_ops);
CREATE INDEX payouts_address_begins ON payouts (merchant_id, lower(address) text_pattern_ops);
CREATE INDEX payouts_transaction_begins ON payouts (merchant_id, lower(transaction_id) text_pattern_ops) WHERE transaction_id IS NOT NULL;

CREATE INDEX static_wallets_order_begins ON static_wallets (merchant_id, lower(order_id) text_pattern_ops);
