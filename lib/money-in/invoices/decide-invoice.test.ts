import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  decideInvoice,
  IN_FLIGHT_HOLD_MS,
  type InvoiceSituation,
  payableUnit,
  REVERSAL_WAIT_MS,
} from "@/lib/money-in/invoices/decide-invoice";
import { canMove, INVOICE_MOVES, INVOICE_STATUSES, isDecided, isFinal, isOpen } from "@/lib/money-in/invoices/status";

const EXPIRES_AT = new Date("2026-11-21T12:00:00Z");
const at = (milliseconds: number) => new Date(EXPIRES_AT.getTime() + milliseconds);
const IN_TIME = at(-1);
const LATER = at(1);

const situation = (changes: Partial<InvoiceSituation> = {}): InvoiceSituation => ({
  status: "check",
  expiresAt: EXPIRES_AT,
  reversedAt: null,
  isPaymentMultiple: true,
  accuracyPercent: ZERO,
  due: decimal("100"),
  payableUnit: payableUnit(8),
  confirmed: ZERO,
  isWaiting: false,
  isInMempool: false,
  isDisputed: false,
  isHeld: false,
  hasVanished: false,
  hasAcceptedLate: false,
  isReadBeyondExpiry: false,
  ...changes,
});
const decide = (changes: Partial<InvoiceSituation>, now = IN_TIME) => {
  const { status, paymentOutcome } = decideInvoice(situation(changes), now);
  return paymentOutcome === null ? status : `${status} ${paymentOutcome}`;
};
const paid = (amount: string) => ({ confirmed: decimal(amount) });

describe("every row of the state table", () => {
  const BEYOND = { isReadBeyondExpiry: true } as const;
  const OVERDUE = { status: "process", reversedAt: at(-REVERSAL_WAIT_MS) } as const;
  const ROWS: readonly (readonly [string, Partial<InvoiceSituation>, Date, string])[] = [
    ["nothing received yet", {}, IN_TIME, "check"],
    ["a payment is waiting for confirmations", { isWaiting: true }, IN_TIME, "process"],
    ["a payment is in the mempool", { isInMempool: true }, IN_TIME, "process"],
    [
      "a payment is in the mempool at expiry",
      { status: "process", isInMempool: true, ...BEYOND },
      at(IN_FLIGHT_HOLD_MS),
      "process",
    ],
    [
      "a payment is in the mempool for too long",
      { status: "process", isInMempool: true, ...BEYOND },
      at(IN_FLIGHT_HOLD_MS + 1),
      "cancel",
    ],
    [
      "paid in full, and another payment is in the mempool",
      { isInMempool: true, ...paid("100") },
      IN_TIME,
      "paid exact",
    ],
    [
      "underpaid by the only allowed payment, and another is in the mempool",
      { ...paid("99"), isInMempool: true, isPaymentMultiple: false },
      IN_TIME,
      "process",
    ],
    ["a partial payment is confirmed, and more is due", { status: "process", ...paid("40") }, IN_TIME, "check"],
    ["a payment vanished while the invoice is open", { status: "process", hasVanished: true }, IN_TIME, "check"],
    ["the payments reach the amount due", { status: "process", ...paid("100") }, IN_TIME, "paid exact"],
    ["the payments exceed the amount due", { ...paid("100.00000001") }, IN_TIME, "paid_over over"],
    ["underpaid by less than a payable unit", { ...paid("99.999999990000000001") }, IN_TIME, "paid exact"],
    ["underpaid by a payable unit", { ...paid("99.99999999") }, IN_TIME, "check"],
    [
      "underpaid within the accepted percentage",
      { ...paid("95"), accuracyPercent: decimal("5") },
      IN_TIME,
      "paid under",
    ],
    [
      "underpaid beyond the accepted percentage",
      { ...paid("94.99999999"), accuracyPercent: decimal("5") },
      IN_TIME,
      "check",
    ],
    [
      "underpaid by the only allowed payment",
      { ...paid("99"), isPaymentMultiple: false },
      IN_TIME,
      "wrong_amount under",
    ],
    ["underpaid at expiry", { ...paid("99"), ...BEYOND }, LATER, "wrong_amount under"],
    ["nothing received at expiry", BEYOND, LATER, "cancel"],
    ["expired, but not yet read beyond the expiry", paid("99"), LATER, "check"],
    ["read beyond the expiry, but not expired by the gateway's clock", BEYOND, EXPIRES_AT, "check"],
    ["expired after its only transaction failed", { status: "process", hasVanished: true, ...BEYOND }, LATER, "fail"],
    [
      "a payment is waiting for confirmations at expiry",
      { status: "process", isWaiting: true, ...BEYOND },
      at(IN_FLIGHT_HOLD_MS),
      "process",
    ],
    [
      "a payment is waiting for confirmations for too long",
      { status: "process", isWaiting: true, ...BEYOND },
      at(IN_FLIGHT_HOLD_MS + 1),
      "cancel",
    ],
    [
      "a payment is waiting for too long, and a partial payment is confirmed",
      { status: "process", isWaiting: true, ...paid("5"), ...BEYOND },
      at(IN_FLIGHT_HOLD_MS + 1),
      "wrong_amount under",
    ],
    [
      "a booked payment left the chain, without a quorum",
      { ...paid("100"), isDisputed: true, ...BEYOND },
      at(2 * IN_FLIGHT_HOLD_MS),
      "process",
    ],
    [
      "paid in full, and another payment is waiting for confirmations",
      { isWaiting: true, ...paid("100") },
      IN_TIME,
      "process",
    ],
    ["no coin chosen at expiry", { due: null, ...BEYOND }, LATER, "cancel"],
    [
      "cancelled, and a late payment is accepted",
      { status: "cancel", hasAcceptedLate: true, ...paid("100") },
      LATER,
      "paid late",
    ],
    [
      "cancelled, and a late overpayment is accepted",
      { status: "cancel", hasAcceptedLate: true, ...paid("101") },
      LATER,
      "paid_over late",
    ],
    [
      "cancelled, and a late underpayment is accepted",
      { status: "cancel", hasAcceptedLate: true, ...paid("99") },
      LATER,
      "wrong_amount late",
    ],
    [
      "underpaid, and a late payment is accepted",
      { status: "wrong_amount", hasAcceptedLate: true, ...paid("100") },
      LATER,
      "paid late",
    ],
    ["cancelled, and no late payment is accepted", { status: "cancel", ...paid("100") }, LATER, "cancel"],
    ["reversed less than 24 hours ago", { ...OVERDUE, ...BEYOND }, EXPIRES_AT, "process"],
    ["reversed more than 24 hours ago", { ...OVERDUE, ...BEYOND }, LATER, "fail"],
    [
      "reversed more than 24 hours ago, and another partial payment is confirmed",
      { ...OVERDUE, ...BEYOND, ...paid("40") },
      LATER,
      "wrong_amount under",
    ],
    ["a payment is held by screening", { status: "process", isHeld: true }, IN_TIME, "locked"],
    [
      "a payment is held after expiry",
      { status: "locked", isHeld: true, ...BEYOND },
      at(9 * IN_FLIGHT_HOLD_MS),
      "locked",
    ],
    [
      "a payment is held, and an accepted one is too small",
      { status: "locked", isHeld: true, ...paid("40"), ...BEYOND },
      LATER,
      "locked",
    ],
    [
      "a payment is held, and another is waiting for confirmations",
      { status: "locked", isHeld: true, isWaiting: true },
      IN_TIME,
      "locked",
    ],
    [
      "a payment is held, and accepted ones reach the amount due",
      { status: "locked", isHeld: true, ...paid("100") },
      LATER,
      "paid exact",
    ],
    ["the only allowed payment is held", { isHeld: true, isPaymentMultiple: false }, IN_TIME, "locked"],
    ["the held payment is released", { status: "locked", ...paid("100"), ...BEYOND }, LATER, "paid exact"],
    ["the held payment is released, and more is due", { status: "locked", ...paid("40") }, IN_TIME, "check"],
    ["the held payment is refunded before expiry", { status: "locked" }, IN_TIME, "check"],
    ["the held payment is refunded after expiry", { status: "locked", ...BEYOND }, LATER, "cancel"],
    [
      "the held payment is refunded after expiry, and a partial payment is confirmed",
      { status: "locked", ...paid("40"), ...BEYOND },
      LATER,
      "wrong_amount under",
    ],
    ["a payment is held after the invoice was cancelled", { status: "cancel", isHeld: true }, LATER, "cancel"],
    ["reversed, and paid again in full", { ...OVERDUE, ...paid("100") }, LATER, "paid exact"],
  ];
  test.each(ROWS)("%s", (_name, changes, now, expected) => {
    expect(decide(changes, now)).toBe(expected);
  });
});

describe("in any situation the decision", () => {
  const statuses = fc.constantFrom(...INVOICE_STATUSES);
  const situations = fc
    .record({
      status: statuses,
      reversedMinutesAgo: fc.option(fc.integer({ min: 0, max: 3_000 })),
      isPaymentMultiple: fc.boolean(),
      accuracy: fc.constantFrom("0", "0.5", "5"),
      due: fc.option(fc.constantFrom("100", "0.00000001")),
      confirmed: fc.constantFrom(
        "0",
        "0.000000000000000001",
        "50",
        "95",
        "99.99999999",
        "100",
        "100.000000000000000001",
        "200",
      ),
      isWaiting: fc.boolean(),
      isInMempool: fc.boolean(),
      isDisputed: fc.boolean(),
      isHeld: fc.boolean(),
      hasVanished: fc.boolean(),
      hasAcceptedLate: fc.boolean(),
      isReadBeyondExpiry: fc.boolean(),
    })
    .map(({ reversedMinutesAgo, accuracy, due, confirmed, ...rest }) =>
      situation({
        ...rest,
        accuracyPercent: decimal(accuracy),
        due: due === null ? null : decimal(due),
        // Without a coin nothing can have been received.
        confirmed: due === null ? ZERO : decimal(confirmed),
        // An accepted payment is booked; one whose booking is reversed is no longer accepted.
        hasAcceptedLate: rest.hasAcceptedLate && due !== null && confirmed !== "0",
        // Set on the transition to process and cleared at the end.
        reversedAt:
          ["process", "locked"].includes(rest.status) && reversedMinutesAgo !== null
            ? at(-reversedMinutesAgo * 60_000)
            : null,
      }),
    );
  const moments = fc.integer({ min: -3_600_000, max: 2 * IN_FLIGHT_HOLD_MS }).map(at);
  const always = (rule: (given: InvoiceSituation, now: Date) => void) =>
    fc.assert(fc.property(situations, moments, rule), { numRuns: 3_000 });

  test("is a transition that the table allows, or none", () =>
    always((given, now) => {
      const { status } = decideInvoice(given, now);
      expect(status === given.status || canMove(given.status, status)).toBe(true);
    }));

  test("is idempotent", () =>
    always((given, now) => {
      const { status } = decideInvoice(given, now);
      const reversedAt = isDecided(status) ? null : given.reversedAt;
      expect(decideInvoice({ ...given, status, reversedAt }, now).status).toBe(status);
    }));

  test("never ends an open invoice unpaid before its networks were read beyond its expiry", () =>
    always((given, now) => {
      if (!isOpen(given.status) || given.isReadBeyondExpiry || given.reversedAt !== null || !given.isPaymentMultiple)
        return;
      expect(["cancel", "wrong_amount", "fail"]).not.toContain(decideInvoice(given, now).status);
    }));

  test("never reports that nothing was received when a payment is booked", () =>
    always((given, now) => {
      if (!isOpen(given.status) || !given.confirmed.gt(ZERO)) return;
      expect(["cancel", "fail"]).not.toContain(decideInvoice(given, now).status);
    }));

  test("never ends an invoice as underpaid while screening holds a part of it", () =>
    always((given, now) => {
      if (!(isOpen(given.status) || given.status === "locked") || !given.isHeld) return;
      expect(["locked", "paid", "paid_over"]).toContain(decideInvoice(given, now).status);
    }));

  test("never returns paid below what the merchant accepts", () =>
    always((given, now) => {
      const { status } = decideInvoice(given, now);
      if (status === given.status || (status !== "paid" && status !== "paid_over")) return;
      const accepted = (given.due ?? ZERO)
        .times(decimal("100").minus(given.accuracyPercent))
        .dividedBy("100")
        .minus(given.payableUnit);
      expect(given.confirmed.gt(accepted)).toBe(true);
    }));

  test("never reopens a final invoice", () =>
    always((given, now) => {
      if (!isDecided(given.status)) return;
      expect(isFinal(decideInvoice(given, now).status)).toBe(isFinal(given.status));
    }));
});

describe("the transitions", () => {
  test("lead from every open status to a final one, and from a failed one nowhere", () => {
    for (const status of INVOICE_STATUSES) expect(INVOICE_MOVES[status].includes(status)).toBe(false);
    expect([INVOICE_MOVES.fail, INVOICE_MOVES.system_fail]).toEqual([[], []]);
    expect(INVOICE_STATUSES.filter((status) => !isFinal(status))).toEqual(["check", "process", "refund_process"]);
  });
});
