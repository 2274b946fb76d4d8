import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNetworks } from "@/lib/fronts/admin/networks-queries";
import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { checkHealth } from "@/lib/fronts/doctor/health";
import { upsertProbe } from "@/lib/fronts/doctor/probe-repo";
import { runDoctor } from "@/lib/fronts/doctor/run-doctor";
import { closeDatabase, database } from "@/lib/kernel/db";
import { fillPool } from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import { reportMisconfiguredNetworks } from "@/lib/run/worker/open-networks";

/** One network of each family, each with a different problem. */
const ISSUES: ReadonlyArray<readonly [network: string, coin: string, issue: RegExp]> = [
  ["btc", "BTC", /newest block is 99 s old/],
  ["ltc", "LTC", /does not respond/],
  ["sol", "SOL", /another genesis block/],
  ["ton", "TON", /No node has responded yet/],
  ["tron", "TRX", /NODE_URLS_TRON cannot be used: solidity= has to name a port/],
];

beforeAll(async () => {
  await offerNetworks("eth", "btc", "ltc", "sol", "doge");
  await fillPool(1);
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await database().workerHeartbeat.create({
    data: { id: randomUUID(), host: "h", pid: 1, startedAt: now, lastSeenAt: now },
  });
  const change = (networkCode: string, data: object) => database().chainCursor.update({ where: { networkCode }, data });
  await change("btc", { headTime: ago(600), problem: "The node's newest block is 99 s old" });
  await change("ltc", { lastAnswerAt: ago(5) });
  await change("sol", { stoppedAt: now, problem: "The node shows another genesis block" });
  // Synced earlier and since removed from the settings: nobody expects it to be read.
  await change("doge", { lastAnswerAt: ago(5) });
  for (const code of ["eth", "btc", "ltc", "sol", "ton", "tron"])
    await upsertProbe({
      subject: `node:${code}:n.test`,
      state: "error",
      summary: ".",
      remedy: null,
      measured: null,
      detail: {},
    });
  await reportMisconfiguredNetworks([{ networkCode: "tron", reason: "solidity= has to name a port, such as 8091" }]);
  clearCatalogCache();
});
afterAll(closeDatabase);

test.each(ISSUES)(
  "%s with a problem is not offered, and readyz, the operator's page and the doctor give the reason",
  async (code, coin, issue) => {
    const { checks } = await checkHealth();
    expect(checks[`chain ${code}`]).toEqual({ ok: false, detail: expect.stringMatching(issue) });
    const catalog = await loadCatalog();
    expect(catalog.networksOf(coin)).toEqual([]);
    expect((await listNetworks()).find((row) => row.code === code)?.problem).toMatch(issue);
    const { findings } = await runDoctor(databaseCheck, ALL_CHECKS, {
      now: new Date(),
      request: null,
      checkMsMax: 20_000,
    });
    expect(findings.filter(({ id }) => id === `network:${code}`)).toMatchObject([{ state: "error" }]);
  },
);

test("networks with problems do not affect a healthy one, and one healthy network keeps the installation ready", async () => {
  const catalog = await loadCatalog();
  expect(catalog.networksOf("ETH").map(({ code }) => code)).toEqual(["eth"]);
  const { isReady, checks } = await checkHealth();
  expect(isReady).toBe(true);
  expect(checks["chain eth"]).toEqual({ ok: true, detail: "read to block 0" });
  expect(Object.keys(checks)).not.toContain("chain doge");
  await database().chainCursor.update({ where: { networkCode: "eth" }, data: { stoppedAt: new Date() } });
  expect((await checkHealth()).isReady).toBe(false);
});

test("clears the alarm of an invalid setting when a worker starts without that setting", async () => {
  const open = () => database().alarm.count({ where: { kind: "network-misconfigured", clearedAt: null } });
  await reportMisconfiguredNetworks([{ networkCode: "tron", reason: "again" }]);
  expect(await open()).toBe(1);
  await reportMisconfiguredNetworks([]);
  expect(await open()).toBe(0);
});
