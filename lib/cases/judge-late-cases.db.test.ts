import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { judgeLateCases } from "@/lib/cases/judge-late-cases";
import { closeDatabase, database } from "@/lib/db";
import { expireInvoices } from "@/lib/invoices/expire-invoices";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
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
} from "@/lib/invoices/testing/gateway-rig";

beforeAll(() => openGateway());
afterEach(async () => {
  await setPrice("ETH", "2000");
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/** 100 dollars in ETH at 2000, paid two minutes after the end. */
async function latePayment(policy: "accept" | "hold") {
  const merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { latePolicy: policy, lateDriftPercent: 2 } });
  const invoice = await newInvoice(merchantId, {
    currency: "USD",
    to_currency: "ETH",
    network: "eth",
    lifetime: "300",
  });
  await readUpTo("eth", START_HEIGHT, minutesFromNow(6));
  await expireInvoices(minutesFromNow(6));
  const depositId = await pay(invoice, {
    amount: "0.05",
    currency: "ETH",
    network: "eth",
    blockTime: minutesFromNow(7),
  });
  await settleInvoice(invoice.id);
  return {
    merchantId,
    invoiceId: invoice.id,
    caseOf: () => database().case.findUniqueOrThrow({ where: { depositId } }),
  };
}

describe("a late payment to a merchant that accepts them", () => {
  test.each(["2000", "2040", "1961"])("is credited at %s dollars, within two percent of the quote", async (price) => {
    const late = await latePayment("accept");
    await setPrice("ETH", price);
    await Promise.all([judgeLateCases(), judgeLateCases()]);
    expect(await late.caseOf()).toMatchObject({ status: "credited", closedById: null });
    expect(await invoiceNow(late.invoiceId)).toMatchObject({ status: "paid", paidHow: "late" });
    expect(await walletOf(late.merchantId, "ETH")).toBe("0.0495");
  });

  test.each(["1900", "2100"])("stays held at %s dollars, and says why, once", async (price) => {
    const late = await latePayment("accept");
    await setPrice("ETH", price);
    await judgeLateCases();
    const held = await late.caseOf();
    expect(held).toMatchObject({
      status: "open",
      resolution: expect.stringMatching(/^Held: the rate had moved by \d/),
    });
    await setPrice("ETH", "2000");
    await judgeLateCases();
    expect(await late.caseOf()).toEqual(held);
    expect(await walletOf(late.merchantId, "ETH")).toBe("0");
  });

  test("does not wait for another one whose deposit is not on the chain right now", async () => {
    const [gone, there] = [await latePayment("accept"), await latePayment("accept")];
    await vanish((await gone.caseOf()).depositId, false);
    await judgeLateCases();
    expect([(await gone.caseOf()).status, (await there.caseOf()).status]).toEqual(["open", "credited"]);
  });

  test("waits while no fresh rate is known", async () => {
    const late = await latePayment("accept");
    await setPrice("ETH", "2000", 3_600);
    await judgeLateCases();
    expect(await late.caseOf()).toMatchObject({ status: "open", resolution: null });
    await setPrice("ETH", "2000");
    await judgeLateCases();
    expect((await late.caseOf()).status).toBe("credited");
  });
});

test("a late payment to a merchant that holds them waits for the merchant, whatever the rate", async () => {
  const late = await latePayment("hold");
  await judgeLateCases();
  expect(await late.caseOf()).toMatchObject({ status: "open", resolution: null });
  expect((await invoiceNow(late.invoiceId)).status).toBe("cancel");
});
