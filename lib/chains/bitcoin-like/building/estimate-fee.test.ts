import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCoinsTransfer, viewUnsigned } from "@/lib/chains/bitcoin-like/building/build-transaction";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { estimateCoinsFee, type NodeRates, outbidsCoins } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { coinOf, FAMILIES, fundWith, requestOf } from "@/lib/chains/bitcoin-like/building/testing/sample-wallet";
import {
  type FeeTerms,
  parseTerms,
  printTerms,
  raisesEnough,
  rateOf,
} from "@/lib/chains/bitcoin-like/building/transaction-fee";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Coin, FeeEstimate, FeePriority } from "@/lib/chains/spending";

const COIN = 100_000_000n;
const SILENT: NodeRates = { estimated: null, minimum: null, incremental: null };

type FeeQuestion = {
  family?: CoinFamily;
  candidates?: readonly Coin[];
  required?: readonly Coin[];
  payments?: readonly bigint[];
  priority?: FeePriority;
  replaces?: FeeEstimate | null;
  rates?: NodeRates;
  changeAddress?: null;
};

function requested({ family = "btc", candidates = [], required = [], payments = [COIN], changeAddress }: FeeQuestion) {
  return requestOf(family, payments, { candidates, required, ...(changeAddress === null ? { changeAddress } : {}) });
}

function estimate(asked: FeeQuestion): FeeEstimate {
  const { family = "btc", priority = "recommended", replaces = null, rates = SILENT } = asked;
  return estimateCoinsFee({ family, request: requested(asked), priority, replaces, rates });
}

const at = (estimated: bigint): NodeRates => ({ ...SILENT, estimated });
const reason = (wanted: string) => expect.objectContaining({ reason: wanted });

describe("a fee estimate", () => {
  test("assumes two inputs and change before any coin is known", () => {
    // 10.5 + 2 x 68 + 2 x 31 virtual bytes at 10 units each.
    expect(estimate({ rates: at(10_000n) }).expectedUnits).toBe(2_090n);
    expect(estimate({ family: "doge" }).expectedUnits).toBe(748_000n);
  });

  test("stays the same when the coins do not suffice: building reports that", () => {
    const candidates = [coinOf("btc", 1, 1_000n)];
    const fee = estimate({ rates: at(10_000n), candidates });
    expect(fee.expectedUnits).toBe(2_090n);
    const request = requested({ candidates });
    expect(() => buildCoinsTransfer({ family: "btc", request, fee, previousTransactions: new Map() })).toThrow(
      reason("funds"),
    );
  });

  test("follows the node, between the minimum for blocks and the ceiling", () => {
    const rateWith = (rates: Partial<NodeRates>, family: CoinFamily = "btc") =>
      parseTerms(estimate({ family, rates: { ...SILENT, ...rates } })).rate;
    expect(rateWith({ estimated: 12_345n })).toBe(12_345n);
    expect(rateWith({ estimated: 1n })).toBe(1_000n);
    expect(rateWith({ estimated: 2_000n, minimum: 3_000n })).toBe(3_000n);
    expect(rateWith({ estimated: 10n ** 12n, minimum: 10n ** 12n })).toBe(parametersOf("btc").rateCeiling);
    expect(rateWith({}, "doge")).toBe(2_000_000n);
  });

  test("rises with the priority where the node gives no estimate", () => {
    for (const family of FAMILIES) {
      const rates = (["economy", "recommended", "high", "highest"] as const).map(
        (priority) => parseTerms(estimate({ family, priority })).rate,
      );
      expect(rates).toEqual([...rates].sort((left, right) => (left < right ? -1 : 1)));
      expect(new Set(rates).size).toBe(4);
    }
  });

  test("rejects dust and a fee above the ceiling", () => {
    expect(() => estimate({ payments: [100n] })).toThrow(reason("invalid"));
    const crumbs = Array.from({ length: 900 }, (_, index) => coinOf("btc", index, 1_000_000n));
    expect(() => estimate({ candidates: crumbs, payments: [5n * COIN], rates: at(900_000n) })).toThrow(reason("fee"));
  });

  test("limits the fee when building, whatever the coins, and building pays the expected fee", () => {
    const anyFamily = fc.constantFrom(...FAMILIES);
    const amounts = fc.array(fc.bigInt(2_000_000n, 20n * COIN), { minLength: 1, maxLength: 30 });
    const payments = fc.array(fc.bigInt(1_000_000n, COIN), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyFamily, amounts, payments, fc.bigInt(0n, 100_000n), (family, held, paid, rate) => {
        const { coins, previousTransactions } = fundWith(family, held);
        const asked = { family, candidates: coins, payments: paid, rates: at(rate) };
        const fee = estimate(asked);
        expect(fee.expectedUnits).toBeLessThanOrEqual(fee.maximumUnits);
        const unsigned = refusable(() =>
          buildCoinsTransfer({ family, request: requested(asked), fee, previousTransactions }),
        );
        if (unsigned === "funds") return;
        expect(typeof unsigned).toBe("object");
        if (typeof unsigned === "string") return;
        expect(viewUnsigned(unsigned).feeUnits).toBe(fee.expectedUnits);
        expect(unsigned.fee).toMatchObject({ maximumUnits: fee.maximumUnits, expectedUnits: fee.expectedUnits });
      }),
      { numRuns: 40 },
    );
  });

  test("leaves room for two coins that were spent meanwhile, and no more", () => {
    const { coins } = fundWith("btc", [4n * COIN, 2n * COIN, COIN, COIN, COIN]);
    const fee = estimate({ candidates: coins, payments: [3n * COIN] });
    const buildFrom = (candidates: readonly Coin[]) => {
      const request = requested({ candidates, payments: [3n * COIN] });
      return buildCoinsTransfer({ family: "btc", request, fee, previousTransactions: new Map() });
    };
    expect(buildFrom(coins.slice(1)).fee.expectedUnits).toBeGreaterThan(fee.expectedUnits);
    const small = Array.from({ length: 7 }, (_, index) => coinOf("btc", index, COIN / 2n));
    expect(() => buildFrom(small)).toThrow(reason("fee"));
  });

  test("without a change address does not count the leftover as fee, and building refuses to burn one", () => {
    const { coins } = fundWith("btc", [COIN]);
    const fee = estimate({ candidates: coins, payments: [COIN / 2n], changeAddress: null });
    expect(fee.maximumUnits).toBeLessThan(10_000n);
    const build = (payment: bigint) => {
      const request = requested({ candidates: coins, payments: [payment], changeAddress: null });
      return buildCoinsTransfer({ family: "btc", request, fee, previousTransactions: new Map() });
    };
    expect(() => build(COIN / 2n)).toThrow(reason("fee"));
    expect(viewUnsigned(build(COIN - fee.maximumUnits)).feeUnits).toBe(fee.maximumUnits);
  });
});

function refusable<Answer>(run: () => Answer): Answer | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof TransactionRefusedError) return error.reason;
    throw error;
  }
}

describe("a replacement", () => {
  const built = (asked: FeeQuestion) => {
    const family = asked.family ?? "btc";
    const fee = estimate(asked);
    return buildCoinsTransfer({ family, request: requested(asked), fee, previousTransactions: new Map() });
  };

  test("pays the full fee of the original, its own relay on top, and a higher rate, whatever was stored", () => {
    const amounts = fc.array(fc.bigInt(100_000n, 2n * COIN), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt(1_000n, 200_000n),
        fc.bigInt(1_000n, 200_000n),
        fc.boolean(),
        (held, before, now, isStored) => {
          const candidates = fundWith("btc", held).coins;
          const payments = [held.reduce((total, units) => total + units, 0n) / 3n];
          const first = refusable(() => built({ candidates, payments, rates: at(before) }));
          if (typeof first === "string" || first.spends.kind !== "coins") return;
          const old = viewUnsigned(first);
          const replaces = isStored ? first.fee : estimate({ candidates, payments, rates: at(before) });
          const asked = { candidates, payments, required: first.spends.coins, replaces, rates: at(now) };
          const second = refusable(() => built(asked));
          if (typeof second === "string") return;
          const next = viewUnsigned(second);
          expect(next.feeUnits * 1_000n).toBeGreaterThanOrEqual(
            old.feeUnits * 1_000n + 1_000n * BigInt(next.virtualSize),
          );
          expect(next.feeUnits * BigInt(old.virtualSize)).toBeGreaterThan(old.feeUnits * BigInt(next.virtualSize));
          expect(second.fee.maximumUnits).toBeGreaterThan(first.fee.maximumUnits);
          const names = next.inputs.map(({ coin }) => coin.transactionId + coin.index);
          expect(old.inputs.every(({ coin }) => names.includes(coin.transactionId + coin.index))).toBe(true);
          expect(next.outputs.slice(0, 1)).toEqual(old.outputs.slice(0, 1));
          expect(next.isReplaceable).toBe(true);
        },
      ),
      { numRuns: 80 },
    );
  });

  test("needs all three: the original's fee, the increment for its own size, and a higher rate", () => {
    const outbid = { fee: 1_000n, rate: 10_000n, incremental: 1_000n };
    const isEnough = (fee: bigint, size: number) => raisesEnough({ outbid }, { fee, size });
    expect([isEnough(1_100n, 100), isEnough(1_099n, 100)]).toEqual([true, false]);
    expect([isEnough(2_001n, 200), isEnough(2_000n, 200)]).toEqual([true, false]);
    expect(raisesEnough({ outbid: null }, { fee: 1n, size: 100 })).toBe(true);
  });

  test("is not built from terms that it does not meet, nor at a rate above the ceiling", () => {
    const candidates = fundWith("btc", [2n * COIN]).coins;
    const request = requested({ candidates, required: candidates });
    const fee = estimate({ candidates, rates: at(10_000n) });
    const build = (changes: Partial<FeeTerms>) => () => {
      const terms = printTerms({ ...parseTerms(fee), ...changes });
      return buildCoinsTransfer({ family: "btc", request, fee: { ...fee, terms }, previousTransactions: new Map() });
    };
    expect(build({ outbid: { fee: 1_000n, rate: 9_000n, incremental: 1_000n } })).not.toThrow();
    expect(build({ outbid: { fee: 1_400n, rate: 9_000n, incremental: 1_000n } })).toThrow(reason("fee"));
    expect(build({ outbid: { fee: 1_000n, rate: 10_000n, incremental: 1_000n } })).toThrow(reason("fee"));
    const { rateCeiling } = parametersOf("btc");
    expect(build({ rate: rateCeiling + 1n })).toThrow(`above the ceiling of ${rateCeiling}`);
  });

  test("follows fee rates that rise by more than the increment", () => {
    const candidates = fundWith("btc", [2n * COIN]).coins;
    const first = built({ candidates, rates: at(2_000n) });
    const dear = built({ candidates, required: candidates, replaces: first.fee, rates: at(50_000n) });
    expect(rateOf({ fee: viewUnsigned(dear).feeUnits, size: viewUnsigned(dear).virtualSize })).toBe(50_000n);
  });

  test("is rejected where nodes keep the first transaction, where it would share no coin, and above the ceiling", () => {
    for (const family of ["dash", "bch"] as const) {
      const candidates = fundWith(family, [2n * COIN]).coins;
      const first = estimate({ family, candidates });
      expect(() => estimate({ family, candidates, required: candidates, replaces: first })).toThrow(reason("fee"));
      const dear = estimate({ family, candidates, rates: at(100_000n) });
      expect(outbidsCoins(family, dear, first)).toBe(false);
    }
    const candidates = fundWith("btc", [2n * COIN]).coins;
    const first = estimate({ candidates });
    expect(() => estimate({ candidates, replaces: first })).toThrow(reason("invalid"));
    const highest = built({ candidates, rates: at(10n ** 9n) }).fee;
    expect(() => estimate({ candidates, required: candidates, replaces: highest })).toThrow(reason("fee"));
  });

  test("is due when today's rate exceeds the paid rate, including the leftover that went to the fee", () => {
    const candidates = fundWith("btc", [COIN + 1_650n]).coins;
    const cheap = estimate({ candidates, rates: at(10_000n) });
    const paid = built({ candidates, rates: at(10_000n) }).fee;
    expect(parseTerms(paid).built).toEqual({ fee: 1_650n, size: 110 });
    const today = estimate({ candidates, rates: at(15_000n) });
    expect([outbidsCoins("btc", today, cheap), outbidsCoins("btc", today, paid)]).toEqual([true, false]);
    expect(outbidsCoins("btc", cheap, cheap)).toBe(false);
  });
});

describe("stored fee terms", () => {
  test("are rejected when we did not write them", () => {
    const { terms } = estimate({});
    for (const text of [
      "",
      "{}",
      '{"kind":"legacy","gas":"1"}',
      terms.replace("coins", "other"),
      terms.replace('"10000"', "10000"),
    ])
      expect(() => parseTerms({ terms: text })).toThrow();
    expect(parseTerms({ terms })).toEqual({ rate: 10_000n, outbid: null, built: null });
  });
});
