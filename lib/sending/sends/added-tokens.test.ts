import { beforeEach, describe, expect, test } from "vitest";
import type { AssetDescription } from "@/lib/chains/driver";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Send } from "@/lib/sending/sends/send";
import type { SendTerms } from "@/lib/sending/sends/send-terms";
import { validateRoutes } from "@/lib/sending/sends/validate-routes";

/**
 * Write access to the catalog's rows must not allow paying more of an added token than its chain's
 * decimals imply.
 */

const LINK = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

let said: readonly (AssetDescription | null)[];
let calls: number;
let engine: Engine;

beforeEach(() => {
  [said, calls] = [
    [
      { symbol: "Link", decimals: 18 },
      { symbol: "Link", decimals: 18 },
    ],
    0,
  ];
  const driver = {
    family: "evm",
    describeTokenByEach: async () => {
      calls += 1;
      return said.map((token, index) => ({ node: `node-${index}.test`, head: null, answer: { token }, error: null }));
    },
  };
  const rules = { cap: null, withdrawalKeys: new Set<string>(), isReviewedOnly: true };
  engine = { networkCode: "eth", driver, hotAddress: "0x1", rules, memory: { tokens: new Map() } } as unknown as Engine;
});

/**
 * Returns the blocker of a payout of 2 whole coins, which the catalog converts to the given number
 * of base units of a contract.
 */
async function verdict(currencyCode: string, contract: string, units: bigint): Promise<string> {
  const send = {
    id: "1",
    purpose: "payout",
    fromAddress: null,
    memo: null,
    currencyCode,
    networkCode: "eth",
    amount: decimal("2"),
  };
  const outputs = [{ to: { address: "0x2", memo: null }, asset: { kind: "token", contract }, units }];
  const order = { sends: [send as unknown as Send], terms: { outputs } as unknown as SendTerms };
  const blocked = await validateRoutes(engine, order, AbortSignal.timeout(60_000));
  return blocked.get("1")?.detail ?? "goes";
}

describe("a token outside the reviewed data", () => {
  test("is sent as its nodes describe it, and they are queried once for several sends", async () => {
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toBe("goes");
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toBe("goes");
    expect(calls).toBe(1);
  });

  test.each([
    ["with decimals other than its own", "LINK", LINK, 2n * 10n ** 19n],
    ["under the code of another token", "AAVE", LINK, 2n * 10n ** 18n],
    ["with the contract of USDT", "LINK", USDT, 2n * 10n ** 18n],
  ])("is not sent %s", async (_case, code, contract, units) => {
    expect(await verdict(code, contract, units)).toMatch(/the nodes do not agree that 0x/);
  });

  test("waits while only one host responds, or two differ, and is sent when they agree", async () => {
    said = [{ symbol: "LINK", decimals: 18 }];
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toMatch(/do not agree/);
    said = [
      { symbol: "LINK", decimals: 18 },
      { symbol: "LINK", decimals: 17 },
    ];
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toMatch(/do not agree/);
    said = [];
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toMatch(/do not agree/);
    said = [
      { symbol: "LINK", decimals: 18 },
      { symbol: "LINK", decimals: 18 },
    ];
    expect(await verdict("LINK", LINK, 2n * 10n ** 18n)).toBe("goes");
  });
});

test("a coin of the reviewed data ignores what nodes report about another contract", async () => {
  said = [
    { symbol: "USDT", decimals: 6 },
    { symbol: "USDT", decimals: 6 },
  ];
  expect(await verdict("USDT", USDT, 2_000_000n)).toBe("goes");
  expect(await verdict("USDT", LINK, 2_000_000n)).toMatch(/is not the one that this version was reviewed with/);
  expect(calls).toBe(0);
});
