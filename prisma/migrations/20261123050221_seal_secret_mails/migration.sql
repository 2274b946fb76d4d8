-- Links that let somebody in are sealed while their mails wait, and mails that confirm a refund count among them. Looks through all mails once.
-- Undo: drop the constraint and the column; mails that wait sealed are lost with it. The texts that are removed here are gone.
ALTER TABLE "mails" ADD COLUMN     "sealed" BYTEA;

ALTER TABLE mails ADD CONSTRAINT mails_sealed_while_they_wait CHECK (sealed IS NULL OR (is_secret AND state = 'pending'));

-- Those of before: kept in the clear for ever until now. What waits is removed when it has left, as any secret text of before is.
UPDATE mails SET is_secret = true WHERE kind = 'refund-link';
UPDATE mails SET text = E'(The text had a link in it and was removed.)\n', html = NULL WHERE kind = 'refund-link' AND state <> 'pending';
