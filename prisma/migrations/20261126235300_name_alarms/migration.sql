-- Alarms are named by what they mean, each kind as an adjective and a noun or as a state. Open and ended ones keep their rows, so that none is
-- raised again and none stays open under a name that nothing ends. Runs on full tables: reads `alarms` once, writes the rows of these kinds.
-- Undo: the same statement with old and new exchanged.
SET lock_timeout = '5s';

UPDATE alarms a SET kind = n.new_kind
  FROM (VALUES ('network-set-aside', 'network-misconfigured'),
               ('own-transfer-unknown', 'unknown-internal-transfer'),
               ('deposit-unfound', 'unexplained-balance'),
               ('sends-wait', 'sends-underfunded'),
               ('reversal-waits', 'reversal-pending'),
               ('send-unproven', 'send-unverified'),
               ('withdrawal-unlisted', 'withdrawal-not-allowlisted')) AS n (old_kind, new_kind)
  WHERE a.kind = n.old_kind;
