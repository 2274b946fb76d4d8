import pg from "pg";
import { vi } from "vitest";
import { READ_CLOCK } from "@/lib/kernel/db";

/**
 * Returns the statements that this process sends to the database while `task` runs, without those
 * that read its clock once a minute; nothing else may be running.
 */
export async function sentStatements(task: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await task();
    return query.mock.calls
      .map(([statement]: readonly unknown[]) => textOf(statement))
      .filter((text) => text !== READ_CLOCK);
  } finally {
    query.mockRestore();
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return String(Reflect.get(Object(statement), "text"));
}
