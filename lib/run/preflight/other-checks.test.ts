import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkSkews, checkSourceAnswers, skewOf } from "@/lib/run/preflight/outside-checks";
import { checkOwner, inspectSeedKeyFile } from "@/lib/run/preflight/seed-key-check";
import { checkCapacity, checkServer, checkUser } from "@/lib/run/preflight/server-checks";
import type { ServerFacts } from "@/lib/run/preflight/server-facts-repo";
import { checkWitnesses } from "@/lib/run/preflight/witnesses-check";

const GOOD: ServerFacts = {
  versionNumber: 180_004,
  version: "18.4",
  encoding: "UTF8",
  isStandby: false,
  isReadOnly: false,
  isolation: "read committed",
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "remote_apply",
  archiveMode: "on",
  connectionsMax: 97,
  isLocal: true,
  isEncrypted: false,
  user: "chaintill_web",
  isOwner: false,
  isMigrated: true,
  mayRead: true,
  mayWriteChains: false,
};

test("networks whose nodes are all of one host are named", () => {
  expect(checkWitnesses(new Map([["eth", 2]]))).toMatchObject({ state: "ok" });
  expect(
    checkWitnesses(
      new Map([
        ["eth", 2],
        ["btc", 1],
      ]),
    ),
  ).toMatchObject({
    state: "warning",
    summary: "Deposits on btc are credited on the word of one host.",
    remedy: expect.stringContaining("NODE_URLS_BTC"),
  });
});

describe("the database server", () => {
  test("a usual one is fine, and archiving is only a note", () => {
    expect(checkServer(GOOD).map(({ state }) => state)).toEqual(["ok", "ok"]);
    expect(checkServer({ ...GOOD, archiveMode: "off" })[1]).toMatchObject({
      state: "ok",
      measured: "archive_mode off",
    });
  });

  test.each([
    [{ versionNumber: 140_011, version: "14.11" }, "server:version error"],
    [{ encoding: "SQL_ASCII" }, "server:encoding error"],
    [{ isStandby: true }, "server:read-only error"],
    [{ isReadOnly: true }, "server:read-only error"],
    [{ isolation: "serializable" }, "server:isolation error"],
    [{ fsync: "off" }, "server:durability critical"],
    [{ fullPageWrites: "off" }, "server:durability critical"],
    [{ synchronousCommit: "off" }, "server:durability critical"],
    [{ isLocal: false }, "server:encryption warning"],
  ])("%j is reported", (change, expected) => {
    const found = checkServer({ ...GOOD, ...change }).filter(({ state }) => state !== "ok");
    expect(found.map(({ id, state }) => `${id} ${state}`)).toEqual([expected]);
  });

  test("the connections of all pools are counted against what the server gives to ordinary users", () => {
    expect(checkCapacity(16, 2, 97)).toMatchObject({ state: "ok", measured: "89 of 97" });
    expect(checkCapacity(16, 4, 97)).toMatchObject({ state: "warning", measured: "155 of 97" });
  });

  test("each process must have its own user, which owns nothing", () => {
    const worker = { ...GOOD, user: "chaintill_worker", mayWriteChains: true };
    expect([checkUser(GOOD, "web", false).state, checkUser(worker, "worker", false).state]).toEqual(["ok", "ok"]);
    expect([checkUser(worker, "web", false).state, checkUser(GOOD, "worker", false).state]).toEqual(["error", "error"]);
    expect(checkUser({ ...GOOD, isOwner: true }, "web", false).state).toBe("warning");
    expect(checkUser({ ...GOOD, mayRead: false }, "web", false).state).toBe("error");
    expect(checkUser({ ...GOOD, isMigrated: false, mayRead: false }, "web", false).state).toBe("ok");
  });
});

describe("the clock", () => {
  test("only what latency and the rounded second do not explain counts as a difference", () => {
    const said = 1_000_000;
    expect([skewOf(said, said + 900, said + 950), skewOf(said, said - 400, said + 100)]).toEqual([0, 0]);
    expect([skewOf(said, said + 6_000, said + 6_100), skewOf(said, said - 5_200, said - 5_000)]).toEqual([
      5_000, -5_000,
    ]);
  });

  test("the price source that agrees most decides; 2 seconds warn, and 30 are an error", () => {
    expect(checkSkews([0, 90_000]).state).toBe("ok");
    expect([checkSkews([-2_500, 3_000]).state, checkSkews([31_000, 40_000]).state]).toEqual(["warning", "error"]);
    expect(checkSkews([]).state).toBe("warning");
  });
});

test("one price source that responds is enough", () => {
  const [well, silent] = [
    { source: "Kucoin", prices: 9 },
    { source: "Exmo", failure: "no answer" },
  ] as const;
  expect(checkSourceAnswers([well, silent]).map(({ state }) => state)).toEqual(["ok", "warning"]);
  expect(checkSourceAnswers([silent]).map(({ state }) => state)).toEqual(["error"]);
});

describe("the file of the seed's key", () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-"));
  const path = join(folder, "seed-key");
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is an error while others may use it, and its key is not looked at", () => {
    writeFileSync(path, "0f".repeat(32));
    chmodSync(path, 0o640);
    const { finding, key } = inspectSeedKeyFile(path);
    expect(finding).toMatchObject({ state: "error", summary: `others may use ${path}; run chmod 600 on it.` });
    expect(key).toBeUndefined();
    chmodSync(path, 0o600);
    expect(inspectSeedKeyFile(path)).toMatchObject({ key: "0f".repeat(32), finding: { state: "ok" } });
    expect(inspectSeedKeyFile(join(folder, "none")).finding.state).toBe("error");
  });

  test("is a warning if it belongs to another user than the one who checks", () => {
    expect(checkOwner({ uid: 990, mode: 0o100600 }, 0)).toMatchObject({
      state: "warning",
      measured: "user id 990, mode 0600",
    });
  });
});
