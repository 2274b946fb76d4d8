import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

/** The database's page notifications, as any listening connection receives them. */
export type PageNotifications = {
  /**
   * Returns the notifications since the last call, including those of everything committed before
   * this call.
   */
  readonly take: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

export async function collectPageNotifications(): Promise<PageNotifications> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  const heard: string[] = [];
  client.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await client.query("LISTEN pages");
  return {
    take: async () => {
      // Notifications arrive in commit order: once the mark arrives, all before it have arrived.
      const mark = `mark:${randomUUID()}`;
      await database().$executeRaw`SELECT pg_notify('pages', ${mark})`;
      await expect.poll(() => heard.includes(mark), { interval: 2 }).toBe(true);
      return heard.splice(0, heard.indexOf(mark) + 1).filter((topic) => !topic.startsWith("mark:"));
    },
    close: () => client.end(),
  };
}
