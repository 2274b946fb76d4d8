import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { evaluateCap, type Prices, type RecentOutflow } from "@/lib/sending/sends/evaluate-cap";
import type { OutflowCap } from "@/lib/sending/sends/outflow-rules";
import type { Send, SendPurpose } from "@/lib/sending/sends/send";

const COUNTED: ReadonlySet<SendPurpose> = new Set(["payout", "refund"]);
const COINS: OutflowCap = { kind: "coins", setting: "OUTFLOW_CAPS_ETH", amounts: new Map([["ETH", decimal("5")]]) };
const DOLLARS: OutflowCap = { kind: "dollars", setting: "OUTFLOW_CAP_USD_PER_HOUR", amount: decimal("10000") };
const KNOWN = new Map([
  ["ETH", decimal("2000")],
  ["USDT", decimal("1")],
]);
const PRICES: Prices = { current: KNOWN, last: KNOWN };

function send(amount: string, currencyCode = "ETH", purpose: SendPurpose = "payout"): Send {
  const order = {
    networkCode: "eth",
    fromAddress: null,
    toAddress: "somebody",
    memo: null,
    feeExpected: null,
  } as const;
  const state = { status: "queued", waitReason: null, refusalCount: 0, outgoingId: null } as const;
  const [id, purposeId] = [randomUUID(), randomUUID()];
  const what = { id, purpose, purposeId, currencyCode, amount: decimal(amount), createdAt: new Date() };
  return { ...order, ...state, ...what, priority: "recommended" };
}
const left = (amount: string, currencyCode = "ETH", isGas = false): RecentOutflow => ({
  isGas,
  currencyCode,
  amount: decimal(amount),
});

function judge(cap: OutflowCap, before: readonly RecentOutflow[], sends: readonly Send[], prices = PRICES) {
  const blocked = evaluateCap(cap, COUNTED, before, sends, prices);
  const [first] = blocked.values();
  if (first === undefined) return null;
  const amounts = sends.filter(({ id }) => blocked.has(id)).map(({ amount }) => amount.toFixed());
  return { reason: first.reason, amounts };
}

describe("a cap in coins", () => {
  test("allows what fits next to recent outflows, to the unit, and blocks what does not", () => {
    expect(judge(COINS, [left("4")], [send("1")])).toBeNull();
    expect(judge(COINS, [left("4")], [send("1.000000000000000001")])).toEqual({
      reason: "cap",
      amounts: ["1.000000000000000001"],
    });
  });

  test("counts sends of one batch together, and allows a later one that fits after one that does not", () => {
    const together = [send("3"), send("2.5"), send("2"), send("0.1")];
    expect(judge(COINS, [], together)).toEqual({ reason: "cap", amounts: ["2.5", "0.1"] });
  });

  test("reports a send that exceeds the cap alone as waiting for another setting, and names the setting", () => {
    expect(judge(COINS, [], [send("5.1")])).toEqual({ reason: "above-cap", amounts: ["5.1"] });
    const [much, ...others] = evaluateCap(COINS, COUNTED, [], [send("5.1")], PRICES).values();
    expect([much?.detail, others]).toEqual(["OUTFLOW_CAPS_ETH allows 5 ETH per hour, and this send is 5.10 ETH", []]);
  });

  test("allows no coin that it does not name, whatever the prices", () => {
    expect(judge(COINS, [], [send("0.01", "USDT")])).toEqual({ reason: "above-cap", amounts: ["0.01"] });
    expect(judge(COINS, [left("5")], [send("1")], { current: new Map([["ETH", ZERO]]), last: KNOWN })).toMatchObject({
      reason: "cap",
    });
  });

  test("counts gas separately, and allows it if its coin is not named", () => {
    expect(judge(COINS, [left("5")], [send("1", "ETH", "gas")])).toBeNull();
    expect(judge(COINS, [left("5", "ETH", true)], [send("1", "ETH", "gas")])).toMatchObject({ reason: "cap" });
    expect(judge(COINS, [left("5", "ETH", true)], [send("5")])).toBeNull();
    expect(judge(COINS, [], [send("9", "BNB", "gas")])).toBeNull();
  });

  test("does not count what stays with the gateway, nor purposes that are not counted", () => {
    expect(judge(COINS, [left("5")], [send("9", "ETH", "sweep"), send("9", "ETH", "withdrawal")])).toBeNull();
  });
});

describe("a cap in dollars", () => {
  test("counts all coins together at current prices", () => {
    expect(judge(DOLLARS, [left("4"), left("1999", "USDT")], [send("1", "USDT")])).toBeNull();
    expect(judge(DOLLARS, [left("4"), left("2000", "USDT")], [send("0.01", "USDT")])).toMatchObject({ reason: "cap" });
    expect(judge(DOLLARS, [], [send("5.01")])).toMatchObject({ reason: "above-cap" });
  });

  test("formats dollars for people, rounded up to cents", () => {
    const [used] = evaluateCap(DOLLARS, COUNTED, [left("4.0000001")], [send("2500", "USDT")], PRICES).values();
    expect(used?.detail).toBe(
      "OUTFLOW_CAP_USD_PER_HOUR allows 10,000 USD per hour, and earlier sends use 8,000.01 USD of it",
    );
  });

  test("blocks while the price of a send or of a recent outflow is unknown", () => {
    expect(judge(DOLLARS, [], [send("1", "DAI")])).toMatchObject({ reason: "cap" });
    expect(judge(DOLLARS, [left("1", "DAI")], [send("1", "USDT")])).toMatchObject({ reason: "cap" });
  });

  test("values recent outflows at their last known price: a coin without a current price blocks only itself", () => {
    const prices = { current: KNOWN, last: new Map([...KNOWN, ["DAI", decimal("1")]]) };
    expect(judge(DOLLARS, [left("9000", "DAI")], [send("1000", "USDT")], prices)).toBeNull();
    expect(judge(DOLLARS, [left("9000", "DAI")], [send("1001", "USDT")], prices)).toMatchObject({ reason: "cap" });
    expect(judge(DOLLARS, [], [send("1", "DAI")], prices)).toMatchObject({ reason: "cap" });
  });
});

test("never allows more than the cap, for any sends in any order", () => {
  const amount = fc.integer({ min: 1, max: 700 }).map((cents) => decimal((cents / 100).toFixed(2)).toFixed());
  fc.assert(
    fc.property(fc.array(fc.array(amount, { minLength: 1, maxLength: 5 }), { maxLength: 12 }), (batches) => {
      const gone: RecentOutflow[] = [];
      for (const amounts of batches) {
        let waiting = amounts.map((text) => send(text));
        // As the engine does: blocked sends are deferred, and the others are evaluated again.
        for (;;) {
          const blocked = evaluateCap(COINS, COUNTED, gone, waiting, PRICES);
          if (blocked.size === 0) break;
          waiting = waiting.filter(({ id }) => !blocked.has(id));
        }
        gone.push(...waiting.map(({ amount: sum }) => left(sum.toFixed())));
      }
      const sum = gone.reduce<Decimal>((total, one) => total.plus(one.amount), ZERO);
      expect(sum.lte("5")).toBe(true);
    }),
  );
});
