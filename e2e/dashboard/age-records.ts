import type { Page } from "@playwright/test";
import pg from "pg";
import { sandbox } from "./session";

/**
 * Ages this browser's last re-authentication by sixteen minutes. The user's other browsers stay
 * unchanged.
 */
export async function ageRecords(page: Page): Promise<void> {
  const answer = await page.request.get("/api/rpc/account.sessions.list");
  const sessions: { id: string; isCurrent: boolean }[] = await answer.json();
  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  try {
    const current = sessions.find(({ isCurrent }) => isCurrent)?.id;
    await client.query("UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE id = $1", [current]);
  } finally {
    await client.end();
  }
}
