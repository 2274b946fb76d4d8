import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { openRawConnection, processUrls } from "@/lib/testing/process-users";

/**
 * The database password of web or workers is replaced without a refused connection by a second
 * login that is a member of the process's user (docs/operations.md, Rotation).
 */

/** Users belong to the whole server, which other test files share. */
const SUFFIX = randomBytes(6).toString("hex");
const [WEB_2, WORKER_2] = [`web_2_${SUFFIX}`, `worker_2_${SUFFIX}`];
const urlOf = (user: string, password: string) => {
  const url = new URL(env().DATABASE_URL);
  [url.username, url.password] = [user, password];
  return url.href;
};
/** The owner of the database may not create roles. */
const superuser = new pg.Client({ connectionString: urlOf("postgres", new URL(env().DATABASE_URL).password) });
const asSuperuser = (sql: string) => superuser.query(sql);

beforeAll(async () => {
  await superuser.connect();
  await newPayer();
  await processUrls();
  await asSuperuser(`CREATE ROLE ${WEB_2} LOGIN PASSWORD 'first' IN ROLE chaintill_web`);
  await asSuperuser(`CREATE ROLE ${WORKER_2} LOGIN PASSWORD 'first' IN ROLE chaintill_worker`);
});
afterAll(async () => {
  await asSuperuser(`DROP ROLE ${WEB_2}, ${WORKER_2}`);
  await superuser.end();
  await closeDatabase();
});

test("a second login of web has the rights of web, and the triggers hold it like web", async () => {
  const { runRaw, close } = await openRawConnection(urlOf(WEB_2, "first"));
  expect(await runRaw(["SELECT 1 FROM merchants"], ["UPDATE api_keys SET ends_at = ends_at"])).toBeNull();
  expect(await runRaw(["SELECT 1 / (CASE WHEN is_web() THEN 1 ELSE 0 END)"])).toBeNull();
  for (const statement of [
    "SELECT 1 FROM custody_seed",
    "UPDATE payouts SET address = ''",
    "CREATE TEMP TABLE mine (id int)",
    "ALTER TABLE sends DISABLE TRIGGER ALL",
    "SET ROLE chaintill_worker",
  ])
    expect(await runRaw([statement])).toMatch(/permission denied|must be owner/);
  await close();
});

test("a second login of workers has the rights of workers, and is not taken for web", async () => {
  const { runRaw, close } = await openRawConnection(urlOf(WORKER_2, "first"));
  expect(await runRaw(["SELECT 1 FROM custody_seed"], ["UPDATE payouts SET failure = failure"])).toBeNull();
  expect(await runRaw(["SELECT 1 / (CASE WHEN is_web() THEN 0 ELSE 1 END)"])).toBeNull();
  expect(await runRaw(["DROP TABLE sends"])).toMatch(/must be owner/);
  await close();
});

test("a pool keeps its open connections after the password was changed, and gets no new ones", async () => {
  const pool = new pg.Pool({ connectionString: urlOf(WEB_2, "first"), max: 2 });
  const held = await pool.connect();
  await asSuperuser(`ALTER ROLE ${WEB_2} PASSWORD 'second'`);
  expect((await held.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await expect(pool.query("SELECT 1")).rejects.toThrow(/password authentication failed/);
  held.release();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  const after = await openRawConnection(urlOf(WEB_2, "second"));
  await after.close();
});

test("a login that was closed keeps its open connections until they end", async () => {
  const open = await openRawConnection(urlOf(WORKER_2, "first"));
  await asSuperuser(`ALTER ROLE ${WORKER_2} NOLOGIN`);
  expect(await open.runRaw(["SELECT 1 FROM merchants"])).toBeNull();
  await open.close();
  await expect(openRawConnection(urlOf(WORKER_2, "first"))).rejects.toThrow(/not permitted to log in/);
});
