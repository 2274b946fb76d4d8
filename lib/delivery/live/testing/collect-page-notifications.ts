import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

/** What the database tells of pages, as any connection that listens hears it. */
export type PageNotifications = {
  /** Everything told since the last call. Whatever was committed before the call is in it. */
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
      // Notifications come in the order of their commits: when the mark is here, all before it are.
      const mark = `mark:${randomUUID()}`;
      await database().$executeRaw`SELECT pg_notify('pages', ${mark})`;
      await expect.poll(() => heard.includes(mark), { interval: 2 }).toBe(true);
      return heard.splice(0, heard.indexOf(mark) + 1).filter((topic) => !topic.startsWith("mark:"));
    },
    close: () => client.end(),
  };
}
