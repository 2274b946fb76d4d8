import { BlockList } from "node:net";
import { describe, expect, test } from "vitest";
import {
  checkClock,
  checkConnections,
  checkDatabaseUser,
  checkDisk,
  checkMigrations,
} from "@/lib/fronts/doctor/database-checks";
import { bytesText, durationText } from "@/lib/fronts/doctor/format-text";
import { checkMailOff, checkMails, checkWebhooks, type WebhookFacts } from "@/lib/fronts/doctor/message-checks";
import { checkAudit, checkCover, checkGas } from "@/lib/fronts/doctor/money-checks";
import { checkNodes, checkStops } from "@/lib/fronts/doctor/network-checks";
import { checkOutflow } from "@/lib/fronts/doctor/outflow-checks";
import { checkCoinPrices, checkPriceSources } from "@/lib/fronts/doctor/price-checks";
import type { ProbeRow } from "@/lib/fronts/doctor/probe-repo";
import { checkBackups, checkBaseUrl, checkOperators, checkProxies } from "@/lib/fronts/doctor/safety-checks";
import { checkSecrets } from "@/lib/fronts/doctor/secret-checks";
import { checkAddressPools, checkQueue, checkRoles, checkWorkers } from "@/lib/fronts/doctor/worker-checks";
import { decimal } from "@/lib/kernel/money/decimal";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";

const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const KEY = "8f3c1e5a907b2d46a1c4e8f0b3d5971e62f8a0c4d6b19e3758ac02d4f6e81b93";
const OTHER_KEY = "17d0b9a2c4e6f8135a7c9e0b2d4f6a8c1e3f5b7d9a0c2e4f6b8d1a3c5e7f9b0d";

describe("database", () => {
  const applied = ["1_a", "2_b"].map((name) => ({ name, isFinished: true }));

  test.each([
    ["ok", applied, ["1_a", "2_b"]],
    ["error", applied, ["1_a", "2_b", "3_c"]],
    ["warning", applied, ["1_a"]],
    ["error", [...applied, { name: "20261201000000_contract_b", isFinished: true }], ["1_a", "2_b"]],
    ["warning", applied, ["1_a", "2_b", "20261201000000_contract_b"]],
    ["error", [...applied, { name: "3_c", isFinished: false }], ["1_a", "2_b", "3_c"]],
  ] as const)("reports %s for applied migrations %j when this version has %j", (state, rows, known) => {
    expect(checkMigrations(rows, known).state).toBe(state);
  });

  test.each([
    [0.5, "ok"],
    [0.08, "warning"],
    [0.01, "error"],
  ])("a disk with %f of its space free is %s", (part, state) => {
    expect(checkDisk("1 GB", { free: part * 1e12, all: 1e12 }).state).toBe(state);
  });

  test("warns about a process that owns the tables, with real money only", () => {
    expect(
      [checkDatabaseUser(false, false), checkDatabaseUser(true, true), checkDatabaseUser(true, false)].map(
        ({ state }) => state,
      ),
    ).toEqual(["ok", "ok", "warning"]);
  });

  test("does not report an unreadable disk as full, and counts connections", () => {
    expect(checkDisk("1 GB", null)).toMatchObject({ state: "ok", measured: "1 GB" });
    expect([checkConnections(10, 100).state, checkConnections(95, 100).state]).toEqual(["ok", "warning"]);
  });

  test.each([
    [0, "ok"],
    [-1, "ok"],
    [5, "warning"],
    [-5, "warning"],
    [60, "error"],
    [-3_600, "error"],
  ])("a clock %d seconds off the database's is %s", (seconds, state) => {
    expect(checkClock(ago(-seconds), NOW, []).state).toBe(state);
  });

  test("names a chain whose newest block is in the future", () => {
    const heads = [
      { networkCode: "eth", headTime: ago(10) },
      { networkCode: "bsc", headTime: ago(-600) },
    ];
    expect(checkClock(NOW, NOW, heads)).toMatchObject({
      state: "warning",
      summary: expect.stringMatching(/of bsc is in/),
    });
  });
});

describe("processes", () => {
  test("reports a missing worker as an error, dated by its last heartbeat", () => {
    expect(checkWorkers([], NOW)).toMatchObject({ state: "error", since: null });
    expect(checkWorkers([{ lastSeenAt: ago(3) }, { lastSeenAt: ago(9_999) }], NOW)).toMatchObject({
      state: "ok",
      summary: "1 worker is running.",
    });
    expect(checkWorkers([{ lastSeenAt: ago(45) }], NOW)).toMatchObject({ state: "error", since: ago(45) });
  });

  test("reports each role that no running worker has", () => {
    const beat = (roles: readonly string[], seconds = 3) => ({ roles, lastSeenAt: ago(seconds) });
    const missing = (...beats: ReturnType<typeof beat>[]) => checkRoles(beats, NOW).map(({ id }) => id);
    expect(missing(beat(["watch", "settle", "send", "webhooks"]))).toEqual([]);
    expect(missing(beat(["watch", "send"]), beat(["settle"]), beat(["webhooks"], 9_999))).toEqual(["worker:webhooks"]);
    expect(missing(beat(["watch"], 9_999))).toEqual([]);
  });

  const calm = { dead: 0, deadKinds: [], lastError: null, deadSince: null, waiting: 0, oldestDueAt: null };

  test("reports dead jobs as an error with their kinds and last error, and overdue ones as a warning, then an error", () => {
    expect(checkQueue(calm, NOW).map(({ state }) => state)).toEqual(["ok", "ok"]);
    const dead = { ...calm, dead: 2, deadKinds: ["send-mail"], lastError: "no route\n  at x", deadSince: ago(60) };
    expect(checkQueue(dead, NOW)[1]).toMatchObject({
      state: "error",
      summary: expect.stringContaining("send-mail"),
      remedy: expect.stringMatching(/no route\.$/),
      since: ago(60),
    });
    const late = (seconds: number) => checkQueue({ ...calm, waiting: 4, oldestDueAt: ago(seconds) }, NOW)[0]?.state;
    expect([late(10), late(120), late(1_200)]).toEqual(["ok", "warning", "error"]);
  });

  test("reports an empty address pool as an error before an invoice is refused", () => {
    const pools = [500, 3, 0].map((ready) => ({ family: "evm", ready }));
    expect(checkAddressPools(pools).map(({ state }) => state)).toEqual(["ok", "warning", "error"]);
  });
});

test("reports an operator's kill switch as a warning, and the gateway's own as an error", () => {
  const stop = (kind: "operator" | "nonce" | "outcome") => ({ scope: "eth", kind, reason: "x", stoppedAt: ago(5) });
  const nameOf = () => "Ethereum";
  expect(checkStops([], nameOf).map(({ state }) => state)).toEqual(["ok"]);
  const stops = checkStops([stop("operator"), stop("nonce"), stop("outcome")], nameOf);
  expect(stops.map(({ name, state, since }) => [name, state, since])).toEqual([
    ["Sends on Ethereum", "warning", ago(5)],
    ["Sends on Ethereum", "error", ago(5)],
    ["Sends on Ethereum", "error", ago(5)],
  ]);
});

test.each([
  [["a.test", "b.test"], []],
  [["a.test"], ["second-node:sol"]],
  [["a.test (1)", "a.test (2)"], ["second-node:sol"]],
  [["a.test:1", "a.test:2"], ["second-node:sol"]],
])("for nodes %j requests a second node as %j: two URLs of one host count as one", (names, missing) => {
  const probes = names.map((name): ProbeRow => {
    const said = { summary: "It responds.", remedy: null, measured: null, detail: {}, since: NOW, checkedAt: NOW };
    return { subject: `node:sol:${name}`, state: "ok", ...said };
  });
  const found = checkNodes({ code: "sol", name: "Solana", isSandbox: false }, probes, NOW);
  expect(found.filter(({ state }) => state !== "ok").map(({ id }) => id)).toEqual(missing);
});

describe("prices", () => {
  const rate = (source: string, ageMs: number, isHeld = false) => ({
    source,
    currency: "ETH",
    ageMs,
    observedAt: new Date(NOW.getTime() - ageMs),
    held: isHeld ? { price: decimal("1"), since: NOW } : null,
  });
  const states = (...rates: ReturnType<typeof rate>[]) =>
    checkPriceSources(rates, () => 120_000).map(({ state }) => state);

  test("reports one silent source as a warning while another responds, and as an error when none does", () => {
    expect(states()).toEqual(["error"]);
    expect(states(rate("A", 5_000), rate("B", 5_000))).toEqual(["ok", "ok"]);
    expect(states(rate("A", 5_000), rate("B", 500_000))).toEqual(["ok", "warning"]);
    expect(states(rate("A", 500_000), rate("B", 500_000))).toEqual(["error", "error"]);
    expect(states(rate("A", 5_000, true))).toEqual(["warning"]);
  });

  test("reports one unpriced coin as a warning, and no priced coin or no offered coin as an error", () => {
    expect(checkCoinPrices(["ETH", "USDT"], []).state).toBe("ok");
    expect(checkCoinPrices(["ETH", "USDT"], ["ETH"]).state).toBe("warning");
    expect([checkCoinPrices(["ETH"], ["ETH"]).state, checkCoinPrices([], []).state]).toEqual(["error", "error"]);
  });
});

describe("money", () => {
  const gasOf = (hot: string | null, paid: string | null) => {
    const fees = paid === null ? undefined : { networkCode: "eth", paid: decimal(paid), days: decimal("7") };
    return checkGas({
      networkCode: "eth",
      networkName: "Ethereum",
      hot: hot && decimal(hot),
      coin: "ETH",
      paid: fees,
    } as never);
  };

  test.each([
    ["20", "1", "ok", "140 days at last week's rate"],
    ["1", "1", "warning", "7 days at last week's rate"],
    ["0.2", "1", "error", "1 day at last week's rate"],
    ["0", "1", "error", null],
    [null, null, "error", null],
    ["0.2", null, "ok", "0.20 ETH"],
  ] as const)("gas of %s with a weekly cost of %s is %s", (hot, paid, state, measured) => {
    expect(gasOf(hot, paid)).toMatchObject({ state, measured });
  });

  test("reports holdings below obligations as critical, down to the last digit, with the missing amount", () => {
    const row = (held: string, owed: string) => ({ currency: "USDT", held: decimal(held), owed: decimal(owed) });
    expect(checkCover([row("10", "10")]).state).toBe("ok");
    expect(checkCover([row("10", "10.000000000000000001")])).toMatchObject({
      state: "critical",
      summary: "Holdings don't cover what is owed: 0.000000000000000001 USDT missing.",
    });
  });

  const probe = (state: ProbeRow["state"], seconds: number): ProbeRow => ({
    subject: "audit",
    state,
    summary: "x",
    remedy: null,
    measured: null,
    detail: {},
    since: ago(seconds),
    checkedAt: ago(seconds),
  });

  test("reports an audit that found differences, is outdated, or never finished", () => {
    expect(checkAudit(undefined, NOW).state).toBe("warning");
    expect(checkAudit(probe("ok", 60), NOW).state).toBe("ok");
    expect(checkAudit(probe("ok", 86_400), NOW)).toMatchObject({ state: "warning", since: ago(86_400) });
    expect(checkAudit(probe("error", 86_400), NOW).state).toBe("error");
  });
});

describe("messages", () => {
  test("warns about disabled mail, with real money only", () => {
    expect([checkMailOff(true).state, checkMailOff(false).state]).toEqual(["ok", "warning"]);
  });

  test("warns about overdue and failed mails, with the last error", () => {
    const calm = { pending: 1, oldestAt: ago(5), failed: 0, lastError: null };
    expect(checkMails(calm, NOW).state).toBe("ok");
    expect(checkMails({ ...calm, oldestAt: ago(3_600), lastError: "535 no" }, NOW)).toMatchObject({
      state: "warning",
      since: ago(3_600),
      remedy: expect.stringContaining("535 no"),
    });
    expect(checkMails({ ...calm, failed: 1 }, NOW).state).toBe("warning");
  });

  const calm = { attempts: 100, failures: 2, merchantsFailing: 1, silentShops: [], givenUp: 0, oldestDueAt: null };
  const states = (facts: Partial<WebhookFacts>) => checkWebhooks({ ...calm, ...facts }, NOW).map(({ state }) => state);

  test("blames this machine for webhooks that fail for many shops, but not for those of one shop", () => {
    expect(states({})).toEqual(["ok", "ok"]);
    expect(states({ failures: 90 })).toEqual(["ok", "ok"]);
    expect(states({ failures: 90, merchantsFailing: 5 })).toEqual(["error", "ok"]);
    expect(states({ attempts: 4, failures: 4, merchantsFailing: 2 })).toEqual(["ok", "ok"]);
    expect(states({ givenUp: 1 })).toEqual(["warning", "ok"]);
    expect(states({ silentShops: [{ name: "Shop", attempts: 4, since: ago(600) }] })).toEqual(["warning", "ok"]);
    expect(states({ oldestDueAt: ago(600) })).toEqual(["ok", "error"]);
  });
});

describe("safety", () => {
  test("reports missing, example and repetitive secrets as an error without revealing them", () => {
    expect(checkSecrets({ SECRET_KEY: KEY, AUTH_SECRET: OTHER_KEY, SEED_KEY: undefined }).state).toBe("ok");
    expect(checkSecrets({ SECRET_KEY: undefined, AUTH_SECRET: OTHER_KEY, SEED_KEY: undefined }).state).toBe("error");
    const weak = checkSecrets({
      SECRET_KEY: "11".repeat(32),
      AUTH_SECRET: "please-change-me-please-change-me",
      SEED_KEY: undefined,
    });
    expect(weak).toMatchObject({ state: "error", summary: "SECRET_KEY and AUTH_SECRET could be guessed." });
    expect(checkSecrets({ SECRET_KEY: KEY, AUTH_SECRET: KEY, SEED_KEY: undefined }).state).toBe("warning");
  });

  const from = (host: string) => ({ host, client: "198.51.100.7", forwardedFor: "198.51.100.7" });

  test.each([
    ["https://pay.example", false, from("pay.example"), "ok"],
    ["https://pay.example", false, from("10.0.0.4:3000"), "warning"],
    ["http://pay.example", false, from("pay.example"), "error"],
    ["http://127.0.0.1:3000", false, null, "error"],
    ["http://127.0.0.1:3000", true, from("127.0.0.1:3000"), "ok"],
  ] as const)("pages at %s (sandbox: %s) requested with %j are %s", (BASE_URL, SANDBOX, request, state) => {
    expect(checkBaseUrl({ BASE_URL, SANDBOX }, request).state).toBe(state);
  });

  test("reports trusting every proxy as an error, and an untrusted or silent proxy as a warning", () => {
    const nobody = new BlockList();
    const everybody = new BlockList();
    everybody.addSubnet("0.0.0.0", 0, "ipv4");
    const judge = (proxies: BlockList, client: string, forwardedFor: string | null) =>
      checkProxies(
        { TRUSTED_PROXIES: proxies, BASE_URL: "https://pay.example" },
        { host: "pay.example", client, forwardedFor },
      ).state;
    expect(judge(everybody, "198.51.100.7", "198.51.100.7")).toBe("error");
    expect(judge(nobody, "10.0.0.3", "198.51.100.7")).toBe("warning");
    expect(judge(nobody, "127.0.0.1", null)).toBe("warning");
    expect(judge(nobody, "198.51.100.7", "198.51.100.7")).toBe("ok");
    expect(judge(nobody, "192.168.1.9", "192.168.1.9")).toBe("ok");
  });

  test("warns about an operator without a second factor, with real money only", () => {
    const people = [{ email: "ada@example.com", hasFactor: false }];
    expect([checkOperators(people, true).state, checkOperators(people, false).state]).toEqual(["warning", "ok"]);
    expect(checkOperators([{ email: "ada@example.com", hasFactor: true }], true).state).toBe("ok");
    expect(checkOperators([], true).state).toBe("error");
  });

  test("reports outflow rules as ok with coin caps and listed withdrawal addresses, and as a warning otherwise", () => {
    const coins = { kind: "coins", setting: "OUTFLOW_CAPS_ETH", amounts: new Map([["ETH", decimal("5")]]) } as const;
    const dollars = { kind: "dollars", setting: "OUTFLOW_CAP_USD_PER_HOUR", amount: decimal("10000") } as const;
    const judge = (cap: OutflowRules["cap"], keys: readonly string[] | null) =>
      checkOutflow("eth", { cap, withdrawalKeys: keys && new Set(keys), isReviewedOnly: true });
    expect(judge(coins, ["0x1"])).toMatchObject({ subject: "outflow:eth", state: "ok", measured: "5 ETH per hour" });
    expect(judge(dollars, ["0x1"])).toMatchObject({ state: "warning", measured: "10,000 USD per hour" });
    expect(judge(null, ["0x1"])).toMatchObject({ state: "warning", measured: null });
    expect(judge(coins, [])).toMatchObject({ state: "warning", summary: "Withdrawals are not signed." });
  });

  test("never reports backups as ok with real money, because they cannot be seen", () => {
    expect([checkBackups(true).state, checkBackups(false).state]).toEqual(["warning", "ok"]);
  });
});

test("formats ages and sizes with one unit", () => {
  expect([5_000, 300_000, 10_800_000, 864_000_000].map(durationText)).toEqual(["5 s", "5 min", "3 h", "10 days"]);
  expect([500, 2_048, 5 * 1_024 ** 3].map(bytesText)).toEqual(["500 bytes", "2.0 KB", "5.0 GB"]);
});
