import { readFileSync } from "node:fs";
import pg from "pg";

/**
 * Resets the demo merchant's limits in the database, which no page can do: raising one starts a
 * security hold of a day for all outgoing money.
 */
export async function resetLimits(): Promise<void> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { database, merchant }: { database: string; merchant: { uuid: string } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(
      "UPDATE merchants SET approval_above_usd = NULL, daily_limit_usd = NULL, cooldown_started_at = NULL WHERE id = $1",
      [merchant.uuid],
    );
  } finally {
    await client.end();
  }
}
