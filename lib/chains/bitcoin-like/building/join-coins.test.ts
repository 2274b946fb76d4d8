import { describe, expect, test } from "vitest";
import { coinCosts, JOINED_MAX, joinCoins } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import { buildCoinsTransfer } from "@/lib/chains/bitcoin-like/building/build-transaction";
import { parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { feeOf, toVirtualSize, WEIGHT_MAX, weightOf } from "@/lib/chains/bitcoin-like/building/transaction-fee";
import { ADDRESS_CASES } from "@/lib/chains/bitcoin-like/testing/address-cases";
import type { Coin } from "@/lib/chains/spending";

const FAMILIES = ["btc", "ltc", "bch"] as const;

function coinsOf(family: (typeof FAMILIES)[number], count: number, units: bigint): readonly Coin[] {
  const address = addressOf(family);
  return Array.from({ length: count }, (_, index) => ({ transactionId: "ab".repeat(32), index, units, address }));
}

function addressOf(family: (typeof FAMILIES)[number]): string {
  const [, address] = ADDRESS_CASES[family].valid[0] ?? [];
  if (address === undefined) throw new Error(`no address of ${family}`);
  return address;
}

function join(family: (typeof FAMILIES)[number], candidates: readonly Coin[], rate: bigint, isUrgent = false) {
  const rates = { estimated: rate, minimum: null, incremental: null };
  return joinCoins({ family, candidates, address: addressOf(family), priority: "economy", isUrgent, rates });
}

describe.each(FAMILIES)("consolidating coins on %s", (family) => {
  test("spends all chosen coins, within the relay limit, to one output that leaves the exact fee", () => {
    const rate = parametersOf(family).consolidationRate;
    const joining = join(family, coinsOf(family, 2_000, 100_000n), rate);
    expect(joining?.coins).toHaveLength(JOINED_MAX);
    if (joining === null) return;
    const { coins, units, fee } = joining;
    const source = { kind: "coins", candidates: coins, required: coins, changeAddress: null } as const;
    const output = { to: { address: addressOf(family), memo: null }, asset: { kind: "native" as const }, units };
    const previousTransactions = new Map<string, string>();
    const built = buildCoinsTransfer({
      ...{ family, fee, previousTransactions },
      request: { source, outputs: [output] },
    });
    expect(built.signingRequests).toHaveLength(JOINED_MAX);
    const { built: exact } = JSON.parse(built.fee.terms) as { built: { fee: string; size: number } };
    expect(BigInt(exact.fee)).toBe(100_000n * BigInt(JOINED_MAX) - units);
    expect(exact.size * 4).toBeLessThan(WEIGHT_MAX);
    expect(BigInt(exact.fee) * 1_000n).toBeGreaterThanOrEqual(rate * BigInt(exact.size));
  });

  test("leaves out coins that hold less than three times their cost, urgent or not", () => {
    const rate = parametersOf(family).consolidationRate;
    const inputFee = ((family === "bch" ? 148n : 68n) * rate + 999n) / 1_000n;
    const worthless = coinsOf(family, 30, inputFee);
    expect(join(family, worthless, rate, true)).toBeNull();
    expect(join(family, worthless, rate)).toBeNull();
    const poor = coinsOf(family, 30, 3n * inputFee - 1n);
    expect(join(family, poor, rate)).toBeNull();
    expect(join(family, poor, rate, true)).toBeNull();
    const worth = coinsOf(family, 30, 3n * inputFee).map((coin) => ({ ...coin, transactionId: "cd".repeat(32) }));
    const joining = join(family, [...poor, ...worth], rate, true);
    expect(joining?.coins).toEqual(worth);
  });

  test("a payment of many coins costs no more than estimated", () => {
    const rate = 25_000n;
    const costs = coinCosts(family, "economy", { estimated: rate, minimum: null, incremental: null });
    const script = scriptOfAddress(family, addressOf(family));
    const exact = feeOf(rate, toVirtualSize(weightOf(family, 600, [script, script])));
    expect(costs.inputUnits * 600n + costs.restUnits).toBeGreaterThanOrEqual(exact);
  });

  test("waits while fees are high, unless it is urgent", () => {
    const rate = parametersOf(family).consolidationRate + 1n;
    const coins = coinsOf(family, 30, 10_000_000n);
    expect(join(family, coins, rate)).toBeNull();
    expect(join(family, coins, rate, true)?.coins).toHaveLength(30);
  });
});
