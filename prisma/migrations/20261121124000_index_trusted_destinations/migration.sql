-- A look-alike of an address ends like it: trusted destinations are found by their last characters.
CREATE INDEX destinations_by_end ON destinations (merchant_id, family, lower(right(address, 4))) WHERE trusted_at IS NOT NULL;
