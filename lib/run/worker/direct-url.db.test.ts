import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, connectionPool, sessionPool } from "@/lib/kernel/db";
import { holdLock } from "@/lib/run/worker/network-lock";
import { until } from "@/lib/run/worker/testing/observe";

/** Told apart by what unqualified names mean on it. */
const SEARCH_PATH = "standby,pg_catalog,public";

beforeAll(async () => {
  // biome-ignore lint/style/noProcessEnv: read by lib/kernel/env.ts, which parses it on first use
  const direct = new URL(process.env["DATABASE_URL"] ?? "");
  direct.searchParams.set("options", `-c search_path=${SEARCH_PATH}`);
  vi.stubEnv("DATABASE_DIRECT_URL", direct.href);
  await connectionPool().query("CREATE SCHEMA standby");
  await connectionPool().query("CREATE SEQUENCE standby.asked");
  await declare(true);
});
afterAll(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

/**
 * What a direct connection hears when it asks whether its server is a standby, which is counted.
 */
function declare(isStandby: boolean) {
  return connectionPool().query(
    `CREATE OR REPLACE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql
     AS $$ SELECT nextval('standby.asked'); SELECT ${isStandby} $$`,
  );
}

test("sessions have the direct connections, and the pool has those of DATABASE_URL", async () => {
  const read = "SELECT current_setting('search_path') AS path";
  expect((await sessionPool().query(read)).rows).toEqual([{ path: SEARCH_PATH }]);
  expect((await connectionPool().query(read)).rows).not.toEqual([{ path: SEARCH_PATH }]);
});

test("a standby's locks are not taken, and the primary's are when the server has become one", async () => {
  const begun: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = holdLock("reading", signal, async (held) => {
    begun.push(held.aborted ? "without the lock" : "under the lock");
    await new Promise((resolve) => held.addEventListener("abort", resolve, { once: true }));
  });
  const isHeld = async () => {
    const { rows } = await connectionPool().query(
      "SELECT count(*)::int AS number FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE classid = 7301 AND datname = current_database()",
    );
    return rows[0]?.number;
  };
  try {
    // The first of two attempts has ended.
    await until(async () => {
      const { rows } = await connectionPool().query("SELECT last_value::int AS asked FROM standby.asked");
      expect(rows[0]?.asked).toBeGreaterThan(1);
    });
    expect([begun, await isHeld()]).toEqual([[], 0]);
    await declare(false);
    await until(() => expect(begun).toEqual(["under the lock"]));
    expect(await isHeld()).toBe(1);
  } finally {
    stopping.abort();
    await running;
  }
});
