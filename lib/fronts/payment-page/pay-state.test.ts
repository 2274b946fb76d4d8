import { describe, expect, test } from "vitest";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { ETH_QUOTE, NOW, payCase, payDeposit, payRefund, payView } from "@/lib/money-in/invoices/testing/pay-views";

const AFTER = new Date("2026-11-21T11:00:01Z");
const CONFIRMED = { status: "confirmed", confirmations: 12 } as const;

const stateOf = (changes: Partial<PayView> = {}, now = NOW) => payState(payView(changes), now);
const dueOf = (changes: Partial<PayView>) => stateOf(changes).due?.toFixed() ?? null;

describe("the state of an invoice's page", () => {
  test("asks for a coin on an open invoice without one, or says that none is available", () => {
    expect(stateOf({ quote: null, quoteCount: 0 }).kind).toBe("choose");
    expect(stateOf({ quote: null, quoteCount: 0, choices: [] }).kind).toBe("unavailable");
  });

  test("asks for no coin when the shop's payments are blocked, but continues with a chosen one, and ends with its time", () => {
    const blocked = { quote: null, quoteCount: 0, choices: [], arePaymentsBlocked: true };
    expect(stateOf(blocked)).toMatchObject({ kind: "blocked", due: null, secondsLeft: null, mayChangeCoin: false });
    expect(stateOf({ choices: [], arePaymentsBlocked: true }).kind).toBe("waiting");
    expect(stateOf(blocked, AFTER).kind).toBe("expired");
  });

  test("with a coin chosen, requests the whole amount", () => {
    const state = stateOf();
    expect(state.kind).toBe("waiting");
    expect(state.due?.toFixed()).toBe("0.0186");
    expect(state.secondsLeft).toBe(2400);
    expect(state.secondsInAll).toBe(3600);
  });

  test("after a confirmed partial payment, requests the exact remaining amount", () => {
    const part = { confirmedAmount: decimal("0.00860001"), deposits: [payDeposit("0.00860001", CONFIRMED)] };
    expect(stateOf(part).kind).toBe("rest");
    expect(dueOf(part)).toBe("0.00999999");
  });

  test("counts an unconfirmed deposit, so that nobody pays it twice", () => {
    expect(dueOf({ status: "process", deposits: [payDeposit("0.01")] })).toBe("0.0086");
  });

  test("rounds a remaining amount finer than the payable unit up to it", () => {
    const quote = { ...ETH_QUOTE, payableDecimals: 4 };
    expect(dueOf({ quote, deposits: [payDeposit("0.01801")] })).toBe("0.0006");
  });

  test("treats a shortfall below one payable unit, or within the accuracy, as paid", () => {
    expect(stateOf({ status: "process", deposits: [payDeposit("0.018599999")] }).kind).toBe("confirming");
    const near = { status: "process", deposits: [payDeposit("0.0184")] } as const;
    expect(stateOf({ ...near, accuracyPercent: decimal("2") }).kind).toBe("confirming");
    expect(stateOf({ ...near, accuracyPercent: decimal("1") }).kind).toBe("rest");
  });

  test("never requests a remaining amount on an invoice that takes one payment", () => {
    const state = stateOf({ status: "process", isPaymentMultiple: false, deposits: [payDeposit("0.01")] });
    expect(state.kind).toBe("confirming");
    expect(state.due).toBeNull();
  });

  test("when everything was seen, shows the payment with the fewest confirmations and requests nothing", () => {
    const deposits = [payDeposit("0.01", { confirmations: 9 }), payDeposit("0.0086", { confirmations: 2 })];
    const state = stateOf({ status: "process", deposits });
    expect(state).toMatchObject({ kind: "confirming", due: null, depth: { have: 2, need: 12 }, secondsLeft: null });
  });

  test("reports a payment dropped by its network, does not count it, and keeps the full amount due", () => {
    const gone = payDeposit("0.0186", { status: "vanished" });
    expect(stateOf({ deposits: [gone] })).toMatchObject({ kind: "dropped", tone: "wrong", mayChangeCoin: false });
    expect(dueOf({ deposits: [gone] })).toBe("0.0186");
    expect(stateOf({ deposits: [gone, payDeposit("0.01")] }).kind).toBe("rest");
    expect(stateOf({ status: "process", deposits: [gone, payDeposit("0.0186")] }).kind).toBe("confirming");
    expect(stateOf({ deposits: [gone] }, AFTER)).toMatchObject({ kind: "overdue", due: null });
  });

  test("ignores a coin without a quote in the amount due", () => {
    expect(dueOf({ deposits: [payDeposit("5", { currency: "USDC", worth: decimal("0") })] })).toBe("0.0186");
  });

  test("requests nothing after expiry, even before the gateway has closed the invoice", () => {
    for (const changes of [{}, { confirmedAmount: decimal("0.01"), deposits: [payDeposit("0.01", CONFIRMED)] }]) {
      expect(stateOf(changes, AFTER)).toMatchObject({ kind: "overdue", due: null, secondsLeft: null });
    }
    expect(stateOf({ quote: null, quoteCount: 0 }, AFTER).kind).toBe("expired");
  });

  test("a payment seen in time continues confirming after expiry", () => {
    expect(stateOf({ status: "process", deposits: [payDeposit("0.0186")] }, AFTER).kind).toBe("confirming");
  });

  test.each([
    ["paid", "paid", "good"],
    ["paid_over", "paid-over", "good"],
    ["wrong_amount", "short", "wrong"],
    ["cancel", "expired", "wrong"],
    ["fail", "failed", "wrong"],
    ["system_fail", "broken", "wrong"],
    ["locked", "locked", "moving"],
    ["refund_process", "refunding", "moving"],
    ["refund_paid", "refunded", "good"],
    ["refund_fail", "refund-failed", "wrong"],
  ] as const)("shows status %s as %s and requests nothing", (status, kind, tone) => {
    expect(stateOf({ status })).toMatchObject({ kind, tone, due: null, secondsLeft: null, mayChangeCoin: false });
  });

  test("distinguishes an invoice marked as paid manually, and a payment reversed by its network", () => {
    expect(stateOf({ status: "paid", isPaidByHand: true }).kind).toBe("paid-by-hand");
    expect(stateOf({ status: "process", isReversed: true }).kind).toBe("reversed");
  });

  test("says why an invoice is closed: cancelled by the merchant, late, renewable, or expired", () => {
    const closed = (changes: Partial<PayView>) => stateOf({ status: "cancel", finalAt: AFTER, ...changes }, AFTER).kind;
    expect(closed({})).toBe("expired");
    expect(closed({ isRenewable: true })).toBe("renewable");
    expect(closed({ cases: [payCase()] })).toBe("late");
    expect(closed({ cases: [payCase({ status: "refunded" })] })).toBe("expired");
    expect(closed({ cases: [payCase({ kind: "wrong_token" })] })).toBe("expired");
    expect(closed({ isCancelledByHand: true, cases: [payCase()] })).toBe("cancelled");
  });

  test("reports an overpayment to the last digit", () => {
    const state = stateOf({ status: "paid_over", confirmedAmount: decimal("0.01860001") });
    expect(state.over?.toFixed()).toBe("0.00000001");
  });
});

describe("changing the coin", () => {
  test("is offered while nothing has been received and there is an alternative", () => {
    expect(stateOf().mayChangeCoin).toBe(true);
    expect(stateOf({ choices: payView().choices.slice(0, 1) }).mayChangeCoin).toBe(false);
    const [current, other] = payView().choices;
    if (current === undefined || other === undefined) return expect.fail("two choices");
    expect(stateOf({ choices: [other] }).mayChangeCoin).toBe(true);
    expect(stateOf({ status: "cancel", isRenewable: true, mayRequote: false }).mayChangeCoin).toBe(true);
    expect(stateOf({ quoteCount: 10, mayRequote: false }).mayChangeCoin).toBe(false);
    expect(stateOf({ status: "process", deposits: [payDeposit("0.01")] }).mayChangeCoin).toBe(false);
    expect(stateOf({ deposits: [payDeposit("0.0186", { status: "vanished" })] }).mayChangeCoin).toBe(false);
    expect(stateOf({ cases: [payCase({ kind: "wrong_token" })] }).mayChangeCoin).toBe(false);
  });
});

describe("the key by which an open page detects that it is outdated", () => {
  const key = (changes: Partial<PayView>, now = NOW) => stateOf(changes, now).key;

  test("stays the same while only time passes", () => {
    expect(key({}, new Date(NOW.getTime() + 60_000))).toBe(key({}));
  });

  test("changes with every payment, confirmation, case, coin and end", () => {
    const keys = [
      key({}),
      key({}, AFTER),
      key({ quoteCount: 2 }),
      key({ status: "process", deposits: [payDeposit("0.01")] }),
      key({ status: "process", deposits: [payDeposit("0.0186")] }),
      key({ status: "process", deposits: [payDeposit("0.0186", { confirmations: 4 })] }),
      key({ status: "paid", deposits: [payDeposit("0.0186", CONFIRMED)] }),
      key({ cases: [payCase()] }),
      key({ cases: [payCase({ status: "credited" })] }),
      key({ cases: [payCase({ isJudged: true })] }),
      key({ expiresAt: AFTER }),
      key({ status: "refund_process" }),
      key({ status: "refund_process", refunds: [payRefund({ transactionId: null })] }),
      key({ status: "refund_process", refunds: [payRefund()] }),
      key({ status: "refund_process", refunds: [payRefund({ status: "paid" })] }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
