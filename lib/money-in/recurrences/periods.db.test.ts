import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fillPool,
  invoiceNow,
  NETWORKS,
  newMerchant,
  pay,
  readUpTo,
  START_HEIGHT,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { advanceDueRecurrences, advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { openPeriod, priceDuePeriod } from "@/lib/money-in/recurrences/price-period";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { findRecurrenceById, lockRecurrence } from "@/lib/money-in/recurrences/repo";
import {
  accept,
  daysFrom,
  eventsOf,
  newActivePlan,
  newPlan,
  openRecurrences,
  periodsOf,
  planNow,
  statesOf,
} from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { countLockWaits } from "@/lib/testing/lock-waits";

/** Each period of a plan is charged exactly once, and none after its end. */

const FIXED = { currency: "USDT", amount: "15" };
let merchantId: string;

beforeAll(async () => {
  await openRecurrences(200);
  await fillPool(20, "btc");
});
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

async function invoiceOf(plan: Pick<Recurrence, "id">, number: number): Promise<Invoice> {
  const period = (await periodsOf(plan)).find((one) => one.number === number);
  return await invoiceNow(period?.invoiceId ?? "");
}

const countInvoices = (plan: Pick<Recurrence, "id">) => database().invoice.count({ where: { recurrenceId: plan.id } });

/** Chooses bsc and pays the full amount. */
async function payWhole({ id }: Invoice): Promise<void> {
  await chooseCoin(id, { currency: "USDT", network: "bsc" });
  await pay(await invoiceNow(id), { amount: "15" });
  await settleInvoice(id);
}

/** Reads every network up to then, and closes expired invoices. */
async function passTo(date: Date): Promise<void> {
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, date);
  await expireInvoices(date);
}

describe("a period", () => {
  test("is created once, with one invoice, however many workers begin it concurrently", async () => {
    const plan = await newPlan(merchantId, { period: "weekly" });
    const { plan: active } = await accept(plan);
    for (const week of [0, 1, 2]) {
      const at = daysFrom(active.acceptedAt ?? new Date(), week * 7);
      await Promise.all(Array.from({ length: 6 }, () => advanceRecurrence(plan.id, at)));
      expect((await periodsOf(plan)).map(({ number }) => number)).toEqual(
        Array.from({ length: week + 1 }, (_, n) => n + 1),
      );
      expect(await countInvoices(plan)).toBe(week + 1);
    }
  });

  test("does not begin early in a worker that read the plan before the preceding period was created", async () => {
    const { plan } = await newActivePlan(merchantId, { period: "weekly" });
    const now = new Date();
    const due = await priceDuePeriod({ ...plan, nextPeriodAt: now }, await getMerchant(merchantId), now);
    expect(due?.number).toBe(2);
    const opened = await withTransaction(async (tx) => {
      const locked = await lockRecurrence(tx, plan.id);
      return locked && due && (await openPeriod(tx, locked, due, now));
    });
    expect(opened).toBeNull();
    expect(await countInvoices(plan)).toBe(1);
  });

  test("is not created at all when its worker dies midway, and is created completely by the next", async () => {
    const plan = await newPlan(merchantId, FIXED);
    // The last row that it writes besides the plan itself: the mail with the payment link.
    await connectionPool().query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the worker dies'; END $$;
      CREATE TRIGGER dies BEFORE INSERT ON mails FOR EACH ROW WHEN (NEW.kind = 'recurrence-due') EXECUTE FUNCTION die()`);
    const at = new Date();
    await expect(accept(plan, at)).rejects.toThrow(/the worker dies/);
    expect([await periodsOf(plan), await countInvoices(plan), await eventsOf(plan)]).toEqual([[], 0, ["accepted"]]);
    await connectionPool().query("DROP TRIGGER dies ON mails; DROP FUNCTION die()");
    expect(await advanceDueRecurrences(new Date())).toBeGreaterThan(0);
    expect([await statesOf(plan), await countInvoices(plan)]).toEqual([["due"], 1]);
    expect(await eventsOf(plan)).toEqual(["accepted", "period_due"]);
  });

  test("is an ordinary invoice: paid, credited once, and reported by its own webhook and the plan's", async () => {
    const { plan } = await newActivePlan(merchantId, FIXED);
    await payWhole(await invoiceOf(plan, 1));
    await Promise.all([advanceRecurrence(plan.id), advanceRecurrence(plan.id)]);
    expect([await statesOf(plan), await eventsOf(plan)]).toEqual([["paid"], ["accepted", "period_due", "period_paid"]]);
    expect((await planNow(plan)).lastPaidAt).not.toBeNull();
    expect(await walletOf(merchantId)).toBe("14.85");
    expect(await bookDifferences()).toEqual([]);
  });

  test("costs the price at its own start, and less while the discount lasts", async () => {
    const begun = new Date();
    const discount = { discount_days: 8, discount_amount: "5" };
    const { plan } = await newActivePlan(merchantId, {
      period: "weekly",
      to_currency: "BTC",
      amount: "30",
      ...discount,
    });
    expect((await invoiceOf(plan, 1)).currentQuote?.payerAmount.toFixed()).toBe("0.00025");
    await setPrice("BTC", "50000");
    await advanceRecurrence(plan.id, daysFrom(begun, 7, 1));
    await advanceRecurrence(plan.id, daysFrom(begun, 14, 1));
    await setPrice("BTC", "100000");
    const amounts = await Promise.all([1, 2, 3].map(async (n) => (await invoiceOf(plan, n)).amount.toFixed()));
    expect(amounts).toEqual(["25", "25", "30"]);
    expect((await invoiceOf(plan, 3)).currentQuote?.payerAmount.toFixed()).toBe("0.0006");
  });

  test("waits while the merchant's payments are blocked, reports it, and is charged once that ends", async () => {
    const plan = await newPlan(merchantId, FIXED);
    const at = new Date();
    const { plan: active } = await accept(plan, at);
    const next = daysFrom(active.acceptedAt ?? at, 31, 1);
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: at } });
    await advanceRecurrence(plan.id, next);
    await advanceRecurrence(plan.id, daysFrom(next, 1));
    const [, failed] = await periodsOf(plan);
    expect(failed).toMatchObject({ state: "failed", invoiceId: null, failure: "Payments are blocked." });
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: null } });
    await advanceRecurrence(plan.id, daysFrom(next, 2));
    const [, made] = await periodsOf(plan);
    expect(made).toMatchObject({ id: failed?.id, state: "due", failure: null, retryAt: null });
    expect(await countInvoices(plan)).toBe(2);
    expect((await eventsOf(plan)).filter((event) => event === "period_failed")).toHaveLength(1);
  });

  test("is not charged later when the gateway was down for all of it", async () => {
    const begun = new Date();
    const { plan } = await newActivePlan(merchantId, { ...FIXED, period: "weekly" });
    const back = daysFrom(begun, 15);
    for (let pass = 0; pass < 4; pass += 1) await advanceRecurrence(plan.id, back);
    expect((await periodsOf(plan)).map(({ number, invoiceId }) => [number, invoiceId !== null])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe("the grace period", () => {
  test("lets the payer renew the price whatever the merchant's setting, but not after its end", async () => {
    const begun = new Date();
    const { plan } = await newActivePlan(merchantId, FIXED);
    const { id } = await invoiceOf(plan, 1);
    await passTo(daysFrom(begun, 0, 13));
    expect((await invoiceNow(id)).status).toBe("cancel");
    await advanceRecurrence(plan.id, daysFrom(begun, 0, 13));
    expect(await statesOf(plan)).toEqual(["due"]);
    await renewForPayer(id, null, daysFrom(begun, 1));
    expect((await invoiceNow(id)).status).toBe("check");
    await passTo(daysFrom(begun, 1, 13));
    await advanceRecurrence(plan.id, daysFrom(begun, 8));
    expect(await statesOf(plan)).toEqual(["missed"]);
    await expect(renewForPayer(id, null, daysFrom(begun, 8))).rejects.toThrow("renewal_needs_shop");
  });

  test("ends with a missed period; three in a row end the plan, and no later period is charged", async () => {
    const begun = new Date();
    const { plan } = await newActivePlan(merchantId, { ...FIXED, period: "weekly" });
    for (const week of [0, 1, 2, 3]) {
      await advanceDueRecurrences(daysFrom(begun, week * 7, 1));
      await passTo(daysFrom(begun, week * 7, 20));
      await advanceDueRecurrences(daysFrom(begun, week * 7 + 4));
    }
    expect(await statesOf(plan)).toEqual(["missed", "missed", "missed"]);
    expect(await planNow(plan)).toMatchObject({ status: "cancel_by_user", endedBy: "missed", nextPeriodAt: null });
    expect((await eventsOf(plan)).slice(-2)).toEqual(["period_missed", "cancelled"]);
    const { detail } = await database().auditEvent.findFirstOrThrow({
      where: { target: plan.id, action: "recurrence.end" },
    });
    expect(detail).toMatchObject({ endedBy: "missed" });
  });
});

describe("the end of a plan", () => {
  const end = async (plan: Recurrence, by: "merchant" | "payer" = "merchant") =>
    await cancelRecurrence((await findRecurrenceById(database(), plan.id)) ?? plan, { by, actorId: null });

  test("cancels an open invoice, begins no further period, and does not change when requested twice", async () => {
    const begun = new Date();
    const { plan } = await newActivePlan(merchantId, FIXED);
    const { id } = await invoiceOf(plan, 1);
    await Promise.all([end(plan, "payer"), end(plan, "payer")]);
    await end(plan, "merchant");
    expect(await planNow(plan)).toMatchObject({ status: "cancel_by_user", endedBy: "payer" });
    expect((await invoiceNow(id)).status).toBe("cancel");
    await advanceDueRecurrences(daysFrom(begun, 40));
    await advanceRecurrence(plan.id, daysFrom(begun, 70));
    expect(await statesOf(plan)).toEqual(["cancelled"]);
    expect(await eventsOf(plan)).toEqual(["accepted", "period_due", "cancelled", "period_cancelled"]);
    await expect(renewForPayer(id)).rejects.toThrow("renewal_impossible");
  });

  test("leaves an invoice with a pending payment alone: it is credited, and the period paid", async () => {
    const { plan } = await newActivePlan(merchantId, FIXED);
    const { id } = await invoiceOf(plan, 1);
    await chooseCoin(id, { currency: "USDT", network: "bsc" });
    await pay(await invoiceNow(id), { amount: "15", height: START_HEIGHT });
    await end(plan);
    expect((await invoiceNow(id)).status).toBe("process");
    await readUpTo("bsc", START_HEIGHT + 40);
    await settleInvoice(id);
    await readUpTo("bsc", START_HEIGHT);
    await advanceRecurrence(plan.id);
    expect([await statesOf(plan), await walletOf(merchantId)]).toEqual([["paid"], "14.85"]);
    expect(await planNow(plan)).toMatchObject({ status: "cancel_by_merchant" });
  });

  test("notices a payment that arrives while it waits for the plan's lock: its invoice stays open and is credited", async () => {
    const { plan } = await newActivePlan(merchantId, FIXED);
    const { id } = await invoiceOf(plan, 1);
    await chooseCoin(id, { currency: "USDT", network: "bsc" });
    const holder = await connectionPool().connect();
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM recurrences WHERE id = $1 FOR UPDATE", [plan.id]);
    const ending = end(plan);
    await expect.poll(countLockWaits).toBe(1);
    await pay(await invoiceNow(id), { amount: "15" });
    await holder.query("COMMIT");
    holder.release();
    await ending;
    expect((await invoiceNow(id)).status).toBe("check");
    await settleInvoice(id);
    await advanceRecurrence(plan.id);
    expect([await statesOf(plan), await walletOf(merchantId)]).toEqual([["paid"], "14.85"]);
  });

  test("concurrent with the start of a period leaves no invoice open", async () => {
    for (let round = 0; round < 5; round += 1) {
      const begun = new Date();
      const { plan } = await newActivePlan(merchantId, { ...FIXED, period: "weekly" });
      const week = daysFrom(begun, 7, 1);
      await Promise.all([advanceRecurrence(plan.id, week), end(plan), advanceRecurrence(plan.id, week)]);
      expect(await database().invoice.count({ where: { recurrenceId: plan.id, status: "check" } })).toBe(0);
    }
  });
});
