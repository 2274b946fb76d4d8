import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { decideLateCases } from "@/lib/exceptions/case-decisions/decide-late-cases";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  setPrice,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { countLockWaits } from "@/lib/testing/lock-waits";

beforeAll(() => openGateway());
afterEach(async () => {
  await setPrice("ETH", "2000");
  await setPrice("BTC", "100000");
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/**
 * Creates an invoice of 100 dollars, payable in ETH at 2000, and pays it two minutes after expiry
 * unless `minutes` says otherwise.
 */
async function latePayment(policy: "accept" | "hold", { currency = "USD", minutes = 7 } = {}) {
  const merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { latePolicy: policy, lateDriftPercent: 2 } });
  const invoice = await newInvoice(merchantId, { currency, to_currency: "ETH", network: "eth", lifetime: "300" });
  await readUpTo("eth", START_HEIGHT, minutesFromNow(6));
  await expireInvoices(minutesFromNow(6));
  const depositId = await pay(invoice, {
    amount: "0.05",
    currency: "ETH",
    network: "eth",
    blockTime: minutesFromNow(minutes),
  });
  await settleInvoice(invoice.id);
  return {
    merchantId,
    invoiceId: invoice.id,
    caseOf: () => database().case.findUniqueOrThrow({ where: { depositId } }),
  };
}

const CONFIRMED = { status: "confirmed", proof: "email", confirmedAt: new Date() } as const;

/** Inserts the payer's refund request for a late payment directly as a row. */
async function askBack(late: Awaited<ReturnType<typeof latePayment>>, status: "unconfirmed" | "confirmed") {
  const { id: caseId, currencyCode, networkCode, amount } = await late.caseOf();
  const of = { merchantId: late.merchantId, invoiceId: late.invoiceId, kind: "case" as const, caseId };
  const money = { currencyCode, networkCode, amount, address: `0x${"a".repeat(40)}` };
  const proof = status === "confirmed" ? CONFIRMED : {};
  const data = { ...of, ...money, ...proof, challenge: "1", confirmUntil: minutesFromNow(24 * 60) };
  return (await database().refundRequest.create({ data, select: { id: true } })).id;
}

describe("a late payment to a merchant that accepts them", () => {
  test.each(["2000", "2040", "1961"])("is credited at %s dollars, within two percent of the quote", async (price) => {
    const late = await latePayment("accept");
    await setPrice("ETH", price);
    await Promise.all([decideLateCases(), decideLateCases()]);
    expect(await late.caseOf()).toMatchObject({ status: "credited", closedById: null });
    expect(await invoiceNow(late.invoiceId)).toMatchObject({ status: "paid", paymentOutcome: "late" });
    expect(await walletOf(late.merchantId, "ETH")).toBe("0.0495");
  });

  test.each(["1900", "2100"])("stays held at %s dollars, with the reason recorded once", async (price) => {
    const late = await latePayment("accept");
    await setPrice("ETH", price);
    await decideLateCases();
    const held = await late.caseOf();
    expect(held).toMatchObject({
      status: "open",
      resolution: expect.stringMatching(/^Held: the rate moved by \d/),
    });
    await setPrice("ETH", "2000");
    await decideLateCases();
    expect(await late.caseOf()).toEqual(held);
    expect(await walletOf(late.merchantId, "ETH")).toBe("0");
  });

  test("is not delayed by another case whose deposit is currently not on the chain", async () => {
    const [gone, there] = [await latePayment("accept"), await latePayment("accept")];
    await vanish((await gone.caseOf()).depositId, false);
    await decideLateCases();
    expect([(await gone.caseOf()).status, (await there.caseOf()).status]).toEqual(["open", "credited"]);
  });

  test("is not blocked by a full batch of cases without a rate", async () => {
    const stuck = await latePayment("accept", { currency: "EUR" });
    const [second, third] = [await latePayment("accept"), await latePayment("accept")];
    await setPrice("EUR", "1.25", 3_600);
    await decideLateCases(new Date(), 1);
    const found = await Promise.all([stuck, second, third].map(async (late) => (await late.caseOf()).status));
    expect(found).toEqual(["open", "credited", "credited"]);
    await setPrice("EUR", "1.25");
    await database().case.updateMany({
      where: { invoiceId: stuck.invoiceId },
      data: { resolution: "Held: by the test" },
    });
  });

  test("stays held when it arrived more than a week after expiry, whatever the rate", async () => {
    const late = await latePayment("accept", { minutes: 5 + 7 * 24 * 60 + 1 });
    await decideLateCases();
    expect(await late.caseOf()).toMatchObject({
      status: "open",
      resolution: "Held: arrived more than 7 days after expiry",
    });
    expect((await invoiceNow(late.invoiceId)).status).toBe("cancel");
  });

  test("stays held when no rate was available for a day", async () => {
    const late = await latePayment("accept");
    await setPrice("ETH", "2000", 3_600);
    await decideLateCases(minutesFromNow(24 * 60 - 1));
    expect((await late.caseOf()).resolution).toBeNull();
    await decideLateCases(minutesFromNow(24 * 60 + 1));
    expect((await late.caseOf()).resolution).toBe("Held: no rate was available for a day");
  });

  test("is recorded: in the audit log without an actor, in the timeline, and as the cause of a webhook", async () => {
    const late = await latePayment("accept");
    await decideLateCases();
    const { id } = await late.caseOf();
    const audit = await database().auditEvent.findMany({ where: { target: id } });
    expect(audit).toMatchObject([{ action: "case.credit", actorId: null, merchantId: late.merchantId }]);
    const events = await database().invoiceEvent.findMany({ where: { invoiceId: late.invoiceId } });
    expect(events.map(({ kind }) => kind)).toContain("case-credited");
  });

  test("is compared with the quote that it counts by, not with a newer one", async () => {
    const late = await latePayment("accept");
    const quote = await database().quote.findFirstOrThrow({ where: { invoiceId: late.invoiceId } });
    const { id: _, ...terms } = quote;
    const newer = { ...terms, number: 2, rate: "0.0001", createdAt: minutesFromNow(60) };
    await database().quote.create({ data: newer });
    await decideLateCases();
    expect((await late.caseOf()).status).toBe("credited");
  });

  test("stays held, with the reason recorded, when its payer confirmed a refund request, even if the merchant refuses that request", async () => {
    const late = await latePayment("accept");
    await askBack(late, "unconfirmed");
    const requestId = await askBack(late, "confirmed");
    await decideLateCases();
    const held = { status: "open", resolution: "Held: the payer requested a refund" };
    expect(await late.caseOf()).toMatchObject(held);
    const refused = { status: "refused", decidedAt: new Date() } as const;
    await database().refundRequest.update({ where: { id: requestId }, data: refused });
    await decideLateCases();
    expect(await late.caseOf()).toMatchObject(held);
    expect(await walletOf(late.merchantId, "ETH")).toBe("0");
  });

  test("is credited when someone with the link requested a refund but nobody confirmed the request", async () => {
    const late = await latePayment("accept");
    const requestId = await askBack(late, "unconfirmed");
    await decideLateCases();
    expect((await late.caseOf()).status).toBe("credited");
    expect((await database().refundRequest.findUniqueOrThrow({ where: { id: requestId } })).status).toBe("void");
  });

  test("is not credited when the payer's refund request is confirmed during the evaluation", async () => {
    const late = await latePayment("accept");
    const requestId = await askBack(late, "unconfirmed");
    // Performs the same writes as a confirmation, paused midway while it holds the invoice's lock.
    const confirming = new pg.Client({ connectionString: env().DATABASE_URL });
    await confirming.connect();
    await confirming.query("BEGIN");
    await confirming.query("SELECT 1 FROM invoices WHERE id = $1 FOR UPDATE", [late.invoiceId]);
    const judged = decideLateCases();
    await vi.waitFor(async () => expect(await countLockWaits()).toBe(1), { timeout: 60_000, interval: 20 });
    const words =
      "UPDATE refund_requests SET status = 'confirmed', proof = 'email', confirmed_at = now() WHERE id = $1";
    await confirming.query(words, [requestId]);
    await confirming.query("COMMIT");
    await confirming.end();
    await judged;
    expect(await late.caseOf()).toMatchObject({ status: "open", resolution: null });
    await decideLateCases();
    expect((await late.caseOf()).resolution).toBe("Held: the payer requested a refund");
  });

  test("waits while no fresh rate is available", async () => {
    const late = await latePayment("accept");
    await setPrice("ETH", "2000", 3_600);
    await decideLateCases();
    expect(await late.caseOf()).toMatchObject({ status: "open", resolution: null });
    await setPrice("ETH", "2000");
    await decideLateCases();
    expect((await late.caseOf()).status).toBe("credited");
  });
});

test("a late payment waits for a merchant whose policy is to hold, whatever the rate", async () => {
  const late = await latePayment("hold");
  await decideLateCases();
  expect(await late.caseOf()).toMatchObject({ status: "open", resolution: null });
  expect((await invoiceNow(late.invoiceId)).status).toBe("cancel");
});
