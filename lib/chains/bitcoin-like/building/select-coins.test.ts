import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { selectCoins } from "@/lib/chains/bitcoin-like/building/select-coins";
import {
  addressAt,
  coinOf,
  externalAddressAt,
  FAMILIES,
} from "@/lib/chains/bitcoin-like/building/testing/sample-wallet";
import { dustOf, feeOf, toVirtualSize, weightOf } from "@/lib/chains/bitcoin-like/building/transaction-fee";
import type { SelectionRequest } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";

const sum = (parts: readonly { readonly units: bigint }[]) => parts.reduce((total, { units }) => total + units, 0n);
const nameOf = ({ transactionId, index }: { transactionId: string; index: number }) => `${transactionId}:${index}`;
const PLENTY = 10n ** 15n;

/** Amounts from below dust to very large, at rates from the lowest to the ceiling. */
const anyRequest = fc
  .record({
    family: fc.constantFrom(...FAMILIES),
    held: fc.array(fc.bigInt(1n, 10n ** 10n), { maxLength: 60 }),
    paid: fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1, maxLength: 5 }),
    rateAt: fc.bigInt(0n, 1_000n),
    mustCount: fc.nat({ max: 3 }),
    hasChange: fc.boolean(),
  })
  .map(({ family, held, paid, rateAt, mustCount, hasChange }): SelectionRequest => {
    const { minimumRate, rateCeiling } = parametersOf(family);
    const coins = held.map((units, index) => coinOf(family, index, units));
    const scripts = paid.map((_, index) => scriptOfAddress(family, externalAddressAt(family, index)));
    const least = dustOf(family, scripts[0] ?? "");
    return {
      family,
      // Low rates are typical: the square favours them.
      rate: minimumRate + ((rateCeiling - minimumRate) * rateAt * rateAt) / 1_000_000n,
      maximumFee: PLENTY,
      outputs: paid.map((units, index) => ({ units: units + least, scriptHex: scripts[index] ?? "" })),
      candidates: coins,
      required: coins.slice(0, mustCount),
      changeScript: hasChange ? scriptOfAddress(family, addressAt(family, 0)) : null,
    };
  });

/** The selection, or the reason of the refusal. */
function attempt(request: SelectionRequest) {
  try {
    return selectCoins(request);
  } catch (error) {
    if (error instanceof TransactionRefusedError) return error.reason;
    throw error;
  }
}

describe("any selection", () => {
  test("loses nothing, spends no coin twice, includes the required coins, and pays the rate or barely more", () => {
    let selections = 0;
    fc.assert(
      fc.property(anyRequest, (request) => {
        const chosen = attempt(request);
        if (typeof chosen === "string") return;
        selections += 1;
        const { coins, changeUnits, feeUnits, virtualSize } = chosen;
        const { family, rate, outputs, changeScript } = request;
        expect(sum(coins)).toBe(sum(outputs) + (changeUnits ?? 0n) + feeUnits);
        const names = coins.map(nameOf);
        expect(new Set(names).size).toBe(names.length);
        expect(request.required.every((coin) => names.includes(nameOf(coin)))).toBe(true);
        const ours = new Set(request.candidates.map(nameOf));
        expect(names.every((name) => ours.has(name))).toBe(true);
        const scripts = outputs.map(({ scriptHex }) => scriptHex);
        if (changeUnits !== null && changeScript !== null) {
          expect(virtualSize).toBe(toVirtualSize(weightOf(family, coins.length, [...scripts, changeScript])));
          expect(feeUnits).toBe(feeOf(rate, virtualSize));
          expect(changeUnits).toBeGreaterThanOrEqual(dustOf(family, changeScript));
          return;
        }
        expect(virtualSize).toBe(toVirtualSize(weightOf(family, coins.length, scripts)));
        expect(feeUnits).toBeGreaterThanOrEqual(feeOf(rate, virtualSize));
        if (changeScript === null) return;
        const whole = toVirtualSize(weightOf(family, coins.length, [...scripts, changeScript]));
        expect(feeUnits).toBeLessThan(feeOf(rate, whole) + dustOf(family, changeScript));
      }),
      { numRuns: 200 },
    );
    expect(selections).toBeGreaterThan(50);
  });

  test("succeeds whenever all coins worth spending suffice, and is refused only otherwise", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { family, rate, outputs, candidates, required } = request;
        const marginal = (count: number) =>
          feeOf(rate, toVirtualSize(weightOf(family, count, []) - weightOf(family, 0, [])));
        const useful = candidates.filter((coin) => required.includes(coin) || coin.units > marginal(1) + 1n);
        const scripts = outputs.map(({ scriptHex }) => scriptHex);
        const needed = sum(outputs) + feeOf(rate, toVirtualSize(weightOf(family, useful.length, scripts)));
        const suffices = useful.length > 0 && sum(useful) >= needed;
        const chosen = attempt(request);
        if (suffices) expect(typeof chosen).not.toBe("string");
        if (typeof chosen === "string") expect(chosen).toBe("funds");
      }),
      { numRuns: 200 },
    );
  });

  test("stays possible with more money", () => {
    fc.assert(
      fc.property(anyRequest, fc.bigInt(1n, 10n ** 12n), (request, units) => {
        fc.pre(request.candidates.length <= 40);
        if (typeof attempt(request) === "string") return;
        const richer = { ...request, candidates: [...request.candidates, coinOf(request.family, 5_000, units)] };
        expect(typeof attempt(richer)).not.toBe("string");
      }),
      { numRuns: 100 },
    );
  });

  test("does not depend on the order of the coins, nor on a coin given twice", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const shuffled = [...request.candidates.toReversed(), ...request.required];
        expect(attempt({ ...request, candidates: shuffled })).toEqual(attempt(request));
      }),
      { numRuns: 50 },
    );
  });

  test("never pays more than the maximum", () => {
    fc.assert(
      fc.property(anyRequest, fc.bigInt(1n, 10n ** 8n), (request, maximumFee) => {
        const chosen = attempt({ ...request, maximumFee });
        if (typeof chosen !== "string") expect(chosen.feeUnits).toBeLessThanOrEqual(maximumFee);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the chosen coins", () => {
  const script = scriptOfAddress("btc", externalAddressAt("btc", 0));
  const changeScript = scriptOfAddress("btc", addressAt("btc", 0));
  const coins = (...units: readonly bigint[]) => units.map((held, index) => coinOf("btc", index, held));
  const request = (changes: Partial<SelectionRequest>): SelectionRequest => ({
    family: "btc",
    rate: 20_000n,
    maximumFee: PLENTY,
    outputs: [{ scriptHex: script, units: 1_000_000n }],
    candidates: [],
    required: [],
    changeScript,
    ...changes,
  });
  const unitsOf = (chosen: ReturnType<typeof selectCoins>) => chosen.coins.map(({ units }) => units).sort();

  test("are the largest coin, with change, where none fits exactly", () => {
    const chosen = selectCoins(request({ candidates: coins(700_000n, 9_000_000n, 5_000_000n) }));
    // 10.5 + 68 + 2 x 31 virtual bytes.
    expect(chosen).toMatchObject({ virtualSize: 141, feeUnits: 2_820n, changeUnits: 7_997_180n });
    expect(unitsOf(chosen)).toEqual([9_000_000n]);
  });

  test("fit without change, where that costs no more", () => {
    const chosen = selectCoins(request({ candidates: coins(9_000_000n, 1_002_400n, 300_000n) }));
    expect(chosen).toMatchObject({ virtualSize: 110, feeUnits: 2_400n, changeUnits: null });
    const two = selectCoins(request({ candidates: coins(9_000_000n, 600_000n, 403_700n, 300_000n) }));
    expect(unitsOf(two)).toEqual([403_700n, 600_000n]);
    const closest = selectCoins(request({ candidates: coins(9_000_000n, 1_002_700n, 1_002_250n, 600_000n, 403_900n) }));
    expect(unitsOf(closest)).toEqual([1_002_250n]);
  });

  test("are not many without change where one with change is cheaper, including the later spending of the change", () => {
    const chosen = selectCoins(request({ candidates: coins(9_000_000n, 335_000n, 335_000n, 335_000n) }));
    expect(unitsOf(chosen)).toEqual([9_000_000n]);
  });

  test("leave change to the fee where it would be dust", () => {
    const exact = 1_000_000n + 2_820n;
    expect(selectCoins(request({ candidates: coins(exact + 293n) })).changeUnits).toBeNull();
    expect(selectCoins(request({ candidates: coins(exact + 294n) })).changeUnits).toBe(294n);
  });

  test("are those of the first version, with others added only to cover a shortfall", () => {
    const [small, large, other] = coins(600_000n, 9_000_000n, 500_000n);
    if (!small || !large || !other) throw new Error("three amounts are three coins");
    const enough = selectCoins(request({ candidates: [small, large, other], required: [large] }));
    expect(enough.coins).toEqual([large]);
    const more = selectCoins(request({ candidates: [small, other], required: [small] }));
    expect(unitsOf(more)).toEqual([500_000n, 600_000n]);
  });

  test("exclude coins that cost more than they hold, unless they are required", () => {
    const candidates = coins(9_000_000n, 1_000n);
    expect(selectCoins(request({ candidates })).coins).toHaveLength(1);
    expect(selectCoins(request({ candidates, required: candidates.slice(1) })).coins).toHaveLength(2);
  });

  test("include small coins only while the rate is low and coins are many", () => {
    const many = coins(...Array.from({ length: 60 }, (_, index) => 50_000n + BigInt(index)), 9_000_000n);
    const cheap = selectCoins(request({ rate: 2_000n, candidates: many }));
    expect(cheap.coins).toHaveLength(8);
    expect(unitsOf(cheap).slice(0, 2)).toEqual([50_000n, 50_001n]);
    expect(selectCoins(request({ rate: 20_000n, candidates: many })).coins).toHaveLength(1);
    expect(selectCoins(request({ rate: 2_000n, candidates: many.slice(-5) })).coins).toHaveLength(1);
    expect(selectCoins(request({ rate: 2_000n, candidates: many, maximumFee: 300n })).coins).toHaveLength(1);
    const last = many.slice(-1);
    expect(selectCoins(request({ rate: 2_000n, candidates: many, required: last })).coins).toEqual(last);
  });

  test("are refused with a reason: dust, lack of funds, too many coins, too high a fee, no room for the change", () => {
    const reasonOf = (changes: Partial<SelectionRequest>) => attempt(request(changes));
    expect(reasonOf({ outputs: [{ scriptHex: script, units: 293n }] })).toBe("invalid");
    expect(reasonOf({ outputs: [] })).toBe("invalid");
    expect(reasonOf({ candidates: coins(1_000_000n) })).toBe("funds");
    expect(reasonOf({ candidates: [] })).toBe("funds");
    expect(reasonOf({ candidates: coins(9_000_000n), maximumFee: 2_819n })).toBe("fee");
    expect(reasonOf({ candidates: coins(9_000_000n), changeScript: null, maximumFee: 100_000n })).toBe("fee");
    const crumbs = coins(...Array.from({ length: 1_600 }, () => 2_000n));
    const large = [{ scriptHex: script, units: 1_000_000n }];
    expect(reasonOf({ rate: 1_000n, candidates: crumbs, outputs: large })).not.toBe("funds");
    expect(reasonOf({ rate: 1_000n, candidates: crumbs, outputs: [{ scriptHex: script, units: 2_900_000n }] })).toBe(
      "funds",
    );
  });

  test("are refused when the same coin has two amounts, of which one must be wrong", () => {
    const [coin] = coins(9_000_000n);
    if (coin === undefined) throw new Error("one amount is one coin");
    expect(() => selectCoins(request({ candidates: [coin, { ...coin, units: 8_000_000n }] }))).toThrow(TypeError);
  });
});

describe("a fee", () => {
  test("is rounded up to reach the rate", () => {
    expect([feeOf(1_000n, 141), feeOf(1_001n, 141), feeOf(1n, 1)]).toEqual([141n, 142n, 1n]);
  });
});

describe("dust", () => {
  test("matches the definition of each coin's nodes", () => {
    const key = `76a914${"11".repeat(20)}88ac`;
    const witness = `0014${"11".repeat(20)}`;
    const long = `0020${"11".repeat(32)}`;
    expect([key, `a914${"11".repeat(20)}87`, witness, long].map((text) => dustOf("btc", text))).toEqual([
      546n,
      540n,
      294n,
      330n,
    ]);
    expect([key, witness].map((text) => dustOf("ltc", text))).toEqual([5_460n, 2_940n]);
    expect((["doge", "dash", "bch"] as const).map((family) => dustOf(family, key))).toEqual([1_000_000n, 546n, 546n]);
  });
});
