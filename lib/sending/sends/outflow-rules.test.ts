import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseEnv } from "@/lib/kernel/env";
import { assertOutflowSettings, outflowRulesOf } from "@/lib/sending/sends/outflow-rules";

const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ETH = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BCH = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

const parse = (settings: Record<string, string>) =>
  parseEnv({ DATABASE_URL: "postgresql://me:pw@127.0.0.1:5432/chaintill", ...settings });
const rulesOf = (network: string, settings: Record<string, string> = {}) => outflowRulesOf(network, parse(settings));

function problemOf(settings: Record<string, string>): string {
  try {
    assertOutflowSettings(parse(settings));
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("the outflow cap of a network per hour", () => {
  test("is ten thousand dollars by default, and unlimited in the sandbox", () => {
    expect(rulesOf("eth").cap).toMatchObject({ kind: "dollars", setting: "OUTFLOW_CAP_USD_PER_HOUR" });
    expect(String(Reflect.get(rulesOf("eth").cap ?? {}, "amount"))).toBe("10000");
    expect(rulesOf("eth", { SANDBOX: "true" }).cap).toBeNull();
    expect(rulesOf("eth", { OUTFLOW_CAP_USD_PER_HOUR: "0" }).cap).toBeNull();
    expect(rulesOf("eth", { SANDBOX: "true", OUTFLOW_CAP_USD_PER_HOUR: "7" }).cap).toMatchObject({ kind: "dollars" });
  });

  test("is counted in coins only where the network has its own setting", () => {
    const settings = { OUTFLOW_CAPS_ETH: "ETH:5, USDT:20000.5" };
    const { cap } = rulesOf("eth", settings);
    expect(cap?.kind === "coins" && [...cap.amounts].map(([coin, amount]) => `${coin} ${amount}`)).toEqual([
      "ETH 5",
      "USDT 20000.5",
    ]);
    expect(rulesOf("bsc", settings).cap?.kind).toBe("dollars");
  });
});

test("a real network next to a sandbox's own is not treated as sandbox", () => {
  const file = join(mkdtempSync(join(tmpdir(), "rules-")), "sandbox.json");
  writeFileSync(file, JSON.stringify({ networks: { eth: {} } }));
  const settings = { SANDBOX: "true", SANDBOX_FILE: file };
  expect(rulesOf("eth", settings)).toMatchObject({ cap: null, withdrawalKeys: null, isReviewedOnly: false });
  expect(rulesOf("btc", settings)).toMatchObject({ cap: { kind: "dollars" }, isReviewedOnly: true });
  expect([...(rulesOf("btc", settings).withdrawalKeys ?? ["anywhere"])]).toEqual([]);
});

describe("the allowed withdrawal addresses", () => {
  test("are unrestricted in the sandbox, none outside, and the configured ones if any are set", () => {
    expect(rulesOf("eth", { SANDBOX: "true" }).withdrawalKeys).toBeNull();
    expect([...(rulesOf("eth").withdrawalKeys ?? ["anywhere"])]).toEqual([]);
    const listed = { WITHDRAWAL_ADDRESSES: `btc:${BTC}, eth:${ETH}, bch:${BCH}` };
    expect([...(rulesOf("eth", listed).withdrawalKeys ?? [])]).toEqual([ETH.toLowerCase()]);
    expect([...(rulesOf("btc", { ...listed, SANDBOX: "true" }).withdrawalKeys ?? [])]).toEqual([BTC]);
    expect([...(rulesOf("bch", listed).withdrawalKeys ?? [])]).toEqual([BCH]);
    expect([...(rulesOf("bsc", listed).withdrawalKeys ?? [])]).toEqual([]);
  });
});

describe("the start of a worker", () => {
  test.each([
    [{ OUTFLOW_CAPS_ETHH: "ETH:5" }, "OUTFLOW_CAPS_ETHH: there is no such network"],
    [{ OUTFLOW_CAPS_BTC: "BTC:1,USDT:5" }, "OUTFLOW_CAPS_BTC: there is no USDT on btc"],
    [{ WITHDRAWAL_ADDRESSES: `btc:${ETH}` }, `WITHDRAWAL_ADDRESSES: btc:${ETH} is refused (network)`],
    [
      { WITHDRAWAL_ADDRESSES: `moon:${ETH}` },
      `WITHDRAWAL_ADDRESSES: moon:${ETH} is refused (there is no such network)`,
    ],
    [{ WITHDRAWAL_ADDRESSES: `eth:${ETH.slice(0, -1)}` }, "is refused (length)"],
  ])("fails with %j, and explains why", (settings, problem) => {
    expect(problemOf(settings as Record<string, string>)).toContain(problem);
  });

  test("succeeds with valid settings", () => {
    expect(problemOf({ OUTFLOW_CAPS_ETH: "ETH:5", WITHDRAWAL_ADDRESSES: `eth:${ETH}` })).toBe("accepted");
  });
});
