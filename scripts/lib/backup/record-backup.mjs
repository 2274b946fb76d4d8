/** Records a backup that ended well; the worker raises an alarm when the last one is old. */
import { withClient } from "../with-client.mjs";

/** Recording the same backup twice changes nothing. */
export async function recordBackup(url, { takenAt, method, label, bytes }) {
  await withClient(url, (client) =>
    client.query(
      "INSERT INTO backups (taken_at, method, label, bytes) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
      [takenAt, method, label, bytes],
    ),
  );
}
