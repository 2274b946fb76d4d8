import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { decidePeriod, type PeriodSituation } from "@/lib/money-in/recurrences/evaluate-periods";
import { PERIOD_STATES } from "@/lib/money-in/recurrences/status";

const NOW = new Date("2027-01-10T00:00:00Z");
const LATER = new Date("2027-01-11T00:00:00Z");
const EARLIER = new Date("2027-01-09T00:00:00Z");

const due: PeriodSituation = {
  state: "due",
  invoiceStatus: "check",
  isInvoiceCancelled: false,
  isRetried: false,
  graceEndsAt: LATER,
  isEnded: false,
};
const decide = (changes: Partial<PeriodSituation>) => decidePeriod({ ...due, ...changes }, NOW);

describe("the state of a period", () => {
  test.each(["paid", "paid_over"] as const)(
    "%s: paid, whatever it was before and even after the end",
    (invoiceStatus) => {
      for (const state of PERIOD_STATES) expect(decide({ state, invoiceStatus, isEnded: true })).toBe("paid");
    },
  );

  test("with an expired invoice is due until the grace period ends, then missed", () => {
    expect(decide({ invoiceStatus: "cancel" })).toBe("due");
    expect(decide({ invoiceStatus: "cancel", graceEndsAt: NOW })).toBe("missed");
    expect(decide({ invoiceStatus: "wrong_amount", graceEndsAt: EARLIER })).toBe("missed");
  });

  test("is not missed while it can be paid or a payment is pending", () => {
    for (const invoiceStatus of ["check", "process", "locked"] as const)
      expect(decide({ invoiceStatus, graceEndsAt: EARLIER })).toBe("due");
  });

  test("is not unpaid by a refund, but by a payment that its chain reverted", () => {
    for (const invoiceStatus of ["refund_process", "refund_paid", "refund_fail"] as const) {
      expect(decide({ state: "paid", invoiceStatus })).toBe("paid");
      expect(decide({ invoiceStatus, graceEndsAt: EARLIER })).toBe("missed");
    }
    expect(decide({ state: "paid", invoiceStatus: "process" })).toBe("due");
    expect(decide({ state: "paid", invoiceStatus: "fail", graceEndsAt: EARLIER })).toBe("missed");
  });

  test("is cancelled with a manually cancelled invoice or an ended plan, but missed before stays missed", () => {
    expect(decide({ invoiceStatus: "cancel", isInvoiceCancelled: true })).toBe("cancelled");
    expect(decide({ invoiceStatus: "cancel", isEnded: true })).toBe("cancelled");
    expect(decide({ state: "missed", invoiceStatus: "cancel", isEnded: true })).toBe("missed");
  });

  test("is failed without an invoice, and is cancelled with the plan only while an invoice was still being retried", () => {
    expect(decide({ state: "failed", invoiceStatus: null, isRetried: true })).toBe("failed");
    expect(decide({ state: "failed", invoiceStatus: null, isRetried: true, isEnded: true })).toBe("cancelled");
    expect(decide({ state: "failed", invoiceStatus: null, isEnded: true })).toBe("failed");
  });

  test("is idempotent", () => {
    const situation = fc.record({
      state: fc.constantFrom(...PERIOD_STATES),
      invoiceStatus: fc.constantFrom(...INVOICE_STATUSES),
      isInvoiceCancelled: fc.boolean(),
      isRetried: fc.boolean(),
      graceEndsAt: fc.constantFrom(EARLIER, NOW, LATER),
      isEnded: fc.boolean(),
    });
    fc.assert(
      fc.property(situation, (given) => {
        const state = decidePeriod(given, NOW);
        expect(decidePeriod({ ...given, state }, NOW)).toBe(state);
      }),
    );
  });
});
