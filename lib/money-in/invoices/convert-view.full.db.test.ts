import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as create } from "@/app/v1/payment/route";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { convertCoins, drainTreasury, fillTreasury } from "@/lib/money-in/credits/testing/credit-rig";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  openGateway,
  pay,
  setPrice,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

let caller: Caller;
beforeAll(async () => {
  await openGateway(40);
  for (const currency of ["USDT", "ETH"]) await fundCapital(currency, "1000000");
  await fillTreasury("USDT", "100000");
  caller = await newCaller({ commission: "0.01" });
  await convertCoins(caller.merchantId, "ETH");
});
beforeEach(() => setPrice("ETH", "2000"));
afterAll(closeDatabase);

let orders = 0;
async function order(fields: object = {}) {
  orders += 1;
  const body = {
    amount: "1",
    currency: "ETH",
    network: "bsc",
    order_id: `c${orders}`,
    url_callback: "https://shop.example/cb",
  };
  return (await call(create, caller, { ...body, ...fields })).json.result;
}
const ask = async (uuid: string) => (await call(info, caller, { uuid })).json.result;

async function payAndSettle(uuid: string, amount: string): Promise<string> {
  const deposit = await pay(await invoiceNow(uuid), { amount, currency: "ETH" });
  await settleInvoice(uuid);
  return deposit;
}

async function lastWebhook(uuid: string): Promise<string> {
  const row = await database().webhookDelivery.findFirstOrThrow({
    where: { objectId: uuid },
    orderBy: { sequence: "desc" },
  });
  return row.payload;
}
const timeLine = async (invoiceId: string) =>
  (await database().invoiceEvent.findMany({ where: { invoiceId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);

describe("the convert object of an invoice", () => {
  test("shows the expected result at the quote's rate before the payment, with amount = merchant_amount x rate", async () => {
    const result = await order();
    expect(result.merchant_amount).toBe("0.99000000");
    const expected = { to_currency: "USDT", commission: "9.90000000", rate: "1990.00000000", amount: "1970.10000000" };
    expect(result.convert).toEqual(expected);
    await setPrice("ETH", "3000");
    expect((await ask(result.uuid)).convert).toEqual(expected);
  });

  test("shows the actual result at the rate of the credit afterwards, before txid in the webhook", async () => {
    const { uuid } = await order();
    await setPrice("ETH", "3000");
    const before = await walletOf(caller.merchantId);
    await payAndSettle(uuid, "1");
    const convert = { to_currency: "USDT", commission: "14.85000000", rate: "2985.00000000", amount: "2955.15000000" };
    expect(await ask(uuid)).toMatchObject({ payment_status: "paid", merchant_amount: "0.99000000", convert });
    expect(
      decimal(await walletOf(caller.merchantId))
        .minus(before)
        .toFixed(),
    ).toBe("2955.15");
    const payload = JSON.parse(await lastWebhook(uuid));
    expect(payload).toMatchObject({ status: "paid", convert });
    expect(Object.keys(payload).slice(-3)).toEqual(["additional_data", "convert", "txid"]);
    expect(await timeLine(uuid)).toEqual(expect.arrayContaining(["credited", "converted", "status"]));
  });

  test("is the sum of several parts, with their effective rate", async () => {
    const { uuid } = await order({ is_payment_multiple: true });
    await pay(await invoiceNow(uuid), { amount: "0.4", currency: "ETH" });
    await pay(await invoiceNow(uuid), { amount: "0.6", currency: "ETH", position: "log:1" });
    await settleInvoice(uuid);
    expect((await ask(uuid)).convert).toEqual({
      to_currency: "USDT",
      commission: "9.90000000",
      rate: "1990.00000000",
      amount: "1970.10000000",
    });
  });

  test("excludes a surplus that was credited as a case, as merchant_amount does", async () => {
    const { uuid } = await order();
    await payAndSettle(uuid, "1");
    const paid = await ask(uuid);
    const extra = await payAndSettle(uuid, "0.5");
    const { id } = await database().case.findUniqueOrThrow({ where: { depositId: extra } });
    await creditCase({ caseId: id, merchantId: caller.merchantId, actorId: null });
    expect(await database().conversion.count({ where: { reference: { startsWith: id } } })).toBe(1);
    expect(await timeLine(uuid)).toEqual(expect.arrayContaining(["case-credited", "converted"]));
    const { merchant_amount, convert } = await ask(uuid);
    expect({ merchant_amount, convert }).toEqual({ merchant_amount: "0.99000000", convert: paid.convert });
  });

  test("is absent where the credit was not converted, and the time line has the reason", async () => {
    const { uuid } = await order();
    await drainTreasury("USDT", "90000");
    await pay(await invoiceNow(uuid), { amount: "100", currency: "ETH" });
    await settleInvoice(uuid);
    await fillTreasury("USDT", "90000");
    const result = await ask(uuid);
    expect(result).toMatchObject({ payment_status: "paid_over", merchant_amount: "99.00000000" });
    expect(result).not.toHaveProperty("convert");
    expect(JSON.parse(await lastWebhook(uuid))).not.toHaveProperty("convert");
    expect(await timeLine(uuid)).toContain("not-converted");
  });

  test("is absent for a coin that is not converted, for USDT, and while no coin is chosen", async () => {
    for (const fields of [{ currency: "USDT" }, { currency: "USDC" }, { currency: "USD", network: null, amount: "50" }])
      expect(await order(fields)).not.toHaveProperty("convert");
  });

  test("shows the expected result again after a reversal, and the new conversion's result after the return", async () => {
    const { uuid } = await order();
    const deposit = await payAndSettle(uuid, "1");
    await vanish(deposit, true);
    await settleInvoice(uuid);
    expect(await ask(uuid)).toMatchObject({ payment_status: "process", convert: { amount: "1970.10000000" } });
    expect(await timeLine(uuid)).toContain("conversion-reversed");
    await setPrice("ETH", "1000");
    await includeAgain(deposit);
    await settleInvoice(uuid);
    expect(await ask(uuid)).toMatchObject({ payment_status: "paid", convert: { amount: "985.05000000" } });
    expect(await database().conversion.count({ where: { invoiceId: uuid, reversedAt: null } })).toBe(1);
    expect(await bookDifferences()).toEqual([]);
  });
});
