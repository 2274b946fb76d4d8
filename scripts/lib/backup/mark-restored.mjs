/**
 * What a database that was restored does not know: which addresses were assigned since, and what
 * was signed (decision 0060). Written whichever way it was restored.
 */
import { withClient } from "../with-client.mjs";

/** At least so many addresses of each family may have been assigned since the backup. */
const LOST_ADDRESSES_MIN = 10_000;
/** How much faster than on the day before the backup they may have been assigned since. */
const LOST_FACTOR = 10;
const LOST_ADDRESSES_MAX = 1_000_000;
const DAY_MS = 86_400_000;

/**
 * What was assigned or signed after the backup is unknown: nothing free is assigned any more; every
 * network's sends stop until its chain has been scanned, and all of them until an operator resumes
 * them, because a payout of the backup may have been paid since; and everybody has to sign in
 * again, because a session may have been revoked since. Runs in the transaction of `client`.
 * @param given how many addresses of each family may have been assigned since; null: estimated
 * @returns `{ lost, withheld }`: that number, and how many free addresses were marked
 */
export async function markRestored(client, takenAt, given) {
  const { rows } = await client.query(
    `SELECT coalesce(max(count), 0)::int AS day FROM (
       SELECT count(*) FROM addresses
       WHERE owner_kind IN ('invoice', 'wallet') AND assigned_at > $1::timestamptz - interval '1 day' GROUP BY family) f`,
    [takenAt],
  );
  const days = (Date.now() - Date.parse(takenAt)) / DAY_MS;
  const estimate = Math.ceil(rows[0].day * LOST_FACTOR * days);
  const lost = given ?? Math.min(Math.max(LOST_ADDRESSES_MIN, estimate), LOST_ADDRESSES_MAX);
  await client.query(
    `INSERT INTO restores (backup_taken_at, lost_addresses, last_indexes)
     SELECT $1, $2, coalesce(jsonb_object_agg(family, last), '{}')
     FROM (SELECT family, max(derivation_index) AS last FROM addresses WHERE derivation_index >= 0 GROUP BY family) f`,
    [takenAt, lost],
  );
  const { rowCount: withheld } = await client.query(
    "UPDATE addresses SET assigned_at = now() WHERE assigned_at IS NULL",
  );
  // An alarm that was open in the backup would keep the checks from stopping the network again.
  await client.query(
    "UPDATE alarms SET cleared_at = now() WHERE cleared_at IS NULL AND kind IN ('sends-stopped', 'send-outcome-changed')",
  );
  await client.query(
    `INSERT INTO send_stops (scope, kind, reason)
     VALUES ('all', 'operator', 'A backup was restored. Resume when you have ended the sends that were paid since (docs/operations.md, "After a restored backup").')
     ON CONFLICT (scope, kind) DO UPDATE SET reason = excluded.reason, stopped_by = NULL, stopped_at = now()`,
  );
  await client.query(
    `INSERT INTO send_stops (scope, kind, reason)
     SELECT network_code, 'restore', 'A backup of ' || to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC was restored. The chain is scanned again from there.'
     FROM chain_cursors ON CONFLICT (scope, kind) DO UPDATE SET reason = excluded.reason, stopped_at = now()`,
    [takenAt],
  );
  await client.query("UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL");
  return { lost, withheld };
}

/** @returns the time of the last transaction that the server replayed; null: it started since */
async function findReplayedTo(client) {
  const { rows } = await client.query("SELECT pg_last_xact_replay_timestamp() AS at");
  return rows[0].at;
}

/**
 * Marks a database that was restored in another way, by pgBackRest for example, as `restoreBackup`
 * does: before a worker or a web process uses it. Marking the same state again changes nothing: a
 * mark is made after the time of its state, so that no restored state contains its own.
 * @param takenAt the time of the state that it holds, in ISO form; null: as the server remembers
 *   from its recovery
 * @returns `{ takenAt, lost, withheld, isNew }`
 * @throws Error if the time is unknown or in the future
 */
export function markDatabase({ url, takenAt: given, lostAddresses = null }) {
  return withClient(url, async (client) => {
    const takenAt = given ?? (await findReplayedTo(client))?.toISOString();
    if (takenAt === undefined)
      throw new Error("The server does not know the time of its state (any more): name it with --taken-at");
    if (Date.parse(takenAt) > Date.now()) throw new Error(`${takenAt} is in the future`);
    await client.query("BEGIN");
    await client.query("LOCK TABLE restores IN EXCLUSIVE MODE");
    const { rows } = await client.query(
      "SELECT lost_addresses AS lost FROM restores WHERE backup_taken_at = $1::timestamptz(3)",
      [takenAt],
    );
    const marks =
      rows.length > 0 ? { lost: rows[0].lost, withheld: 0 } : await markRestored(client, takenAt, lostAddresses);
    await client.query("COMMIT");
    return { takenAt, ...marks, isNew: rows.length === 0 };
  });
}
