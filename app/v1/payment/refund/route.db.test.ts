import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/payment/refund/route";
import { previewRefund } from "@/lib/exceptions/refunds/plan-refund";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { breakRefund, confirmRefund, liveRefund, newPaid } from "@/lib/exceptions/refunds/testing/refund-rig";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, newInvoice, openGateway, pay, spend, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { CALLBACK } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import {
  EVM_ADDRESS,
  fillTreasury,
  give,
  newPayer,
  type Payer,
  setService,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(60);
});
afterAll(closeDatabase);

const outcome = ({ json }: Answer) => json.message ?? json.errors ?? json.result;
const ask = async (payer: Payer, fields: Record<string, unknown>) =>
  outcome(await call(refund, payer, { address: EVM_ADDRESS, is_subtract: false, ...fields }));

/** The API's empty array. */
const DONE: readonly never[] = [];
const NOT_COMPLETED = "Refunds are made only for completed payments";
const TOO_MUCH = "The refund amount should not be more than the amount paid";

/** Completes the pending refund. */
const paidOff = async (invoice: Invoice) => await confirmRefund(await liveRefund({ invoiceId: invoice.id }));

describe("POST /v1/payment/refund", () => {
  test("reserves the money, moves the payment to refund_process and queues the send; once paid it is refund_paid", async () => {
    const { payer, invoice } = await newPaid("100", { url_callback: CALLBACK });
    const answer = await call(refund, payer, {
      uuid: invoice.id,
      address: EVM_ADDRESS,
      is_subtract: false,
      amount: "50",
    });
    expect([answer.status, answer.json]).toEqual([200, { state: 0, result: [] }]);
    expect(await walletOf(payer.merchantId)).toBe("49");
    expect((await invoiceNow(invoice.id)).status).toBe("refund_process");
    const txid = await paidOff(invoice);
    expect((await invoiceNow(invoice.id)).status).toBe("refund_paid");
    const row = await database().refund.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    expect([row.status, row.transactionId, row.sentAmount.toFixed(), row.commission.toFixed()]).toEqual([
      "paid",
      txid,
      "49.9",
      "0.1",
    ]);
    const webhooks = await database().webhookDelivery.findMany({
      where: { objectId: invoice.id },
      orderBy: { sequence: "asc" },
    });
    expect(webhooks.map(({ eventStatus }) => eventStatus)).toEqual(["paid", "refund_process", "refund_paid"]);
    const bodies = webhooks.map(({ payload }) => JSON.parse(payload) as { is_final: boolean; txid: string });
    expect(bodies.map(({ is_final }) => is_final)).toEqual([true, false, true]);
  });

  test("either key may sign, until the merchant requires the payout key: then the payment key is invalid", async () => {
    const { payer, invoice } = await newPaid();
    const body = { uuid: invoice.id, address: EVM_ADDRESS, is_subtract: "0", amount: 10 };
    for (const caller of [payer, payer.byPaymentKey]) {
      expect(outcome(await call(refund, caller, body))).toEqual(DONE);
      await paidOff(invoice);
    }
    await database().merchant.update({ where: { id: payer.merchantId }, data: { refundsNeedPayoutKey: true } });
    const refused = await call(refund, payer.byPaymentKey, body);
    expect([refused.status, refused.json]).toEqual([401, { state: 1, message: "Invalid Sign." }]);
    expect(outcome(await call(refund, payer, body))).toEqual(DONE);
  });

  test("the uuid decides when both ids are given", async () => {
    const { payer, invoice } = await newPaid();
    const open = await newInvoice(payer.merchantId);
    const amount = "1";
    expect(await ask(payer, { uuid: open.id, order_id: invoice.orderId, amount })).toBe(NOT_COMPLETED);
    expect(await ask(payer, { uuid: randomUUID(), order_id: invoice.orderId })).toBe("Payment was not found");
    expect(await ask(payer, { uuid: invoice.id, order_id: open.orderId, amount })).toEqual(DONE);
    await paidOff(invoice);
    expect(await ask(payer, { order_id: invoice.orderId, amount })).toEqual(DONE);
  });

  test("Payment was not found: an unknown one, and another merchant's", async () => {
    const { payer } = await newPaid();
    const other = await newPaid();
    expect(await ask(payer, { uuid: other.invoice.id })).toBe("Payment was not found");
    expect(await ask(payer, { order_id: other.invoice.orderId })).toBe("Payment was not found");
  });

  test("Refunds are made only for completed payments: not while it is open, nor if nobody paid, nor during a refund", async () => {
    const { payer, invoice } = await newPaid();
    const open = await newInvoice(payer.merchantId);
    const set = (id: string, status: string) =>
      database().$executeRaw`UPDATE invoices SET status = ${status}::invoice_status WHERE id = ${id}::uuid`;
    for (const status of ["check", "process", "cancel", "fail", "system_fail", "locked", "paid"]) {
      await set(open.id, status);
      expect([status, await ask(payer, { uuid: open.id })]).toEqual([status, NOT_COMPLETED]);
    }
    for (const status of ["refund_process", "locked"]) {
      await set(invoice.id, status);
      expect([status, await ask(payer, { uuid: invoice.id, amount: "1" })]).toEqual([status, NOT_COMPLETED]);
    }
    for (const status of ["paid", "wrong_amount", "paid_over", "refund_fail", "refund_paid"]) {
      await set(invoice.id, status);
      expect([status, await ask(payer, { uuid: invoice.id, amount: "1" })]).toEqual([status, DONE]);
      expect([status, await ask(payer, { uuid: invoice.id, amount: "1" })]).toEqual([status, NOT_COMPLETED]);
      await paidOff(invoice);
    }
  });

  test("The refund amount should not be more than the amount paid, to the last digit, also after refunds", async () => {
    const { payer, invoice } = await newPaid("100.000000000000000001");
    await give(payer.merchantId, "USDT", "10");
    expect(await ask(payer, { uuid: invoice.id, amount: "100.000000000000000002" })).toBe(TOO_MUCH);
    expect(await ask(payer, { uuid: invoice.id, amount: "40" })).toEqual(DONE);
    await paidOff(invoice);
    expect(await ask(payer, { uuid: invoice.id, amount: "60.000000000000000002" })).toBe(TOO_MUCH);
    expect(await ask(payer, { uuid: invoice.id })).toEqual(DONE);
    await paidOff(invoice);
    for (const amount of [null, "1"]) expect(await ask(payer, { uuid: invoice.id, amount })).toBe(TOO_MUCH);
    const rows = await database().refund.findMany({ where: { invoiceId: invoice.id }, orderBy: { createdAt: "asc" } });
    expect(rows.map(({ amount }) => amount.toFixed())).toEqual(["40", "60.000000000000000001"]);
  });

  test("Not enough funds: the balance must cover the amount, and the fee if it is taken from the balance", async () => {
    const { payer, invoice } = await newPaid();
    // The balance is 99 USDT; the fee is 0.1.
    expect(await ask(payer, { uuid: invoice.id })).toBe("Not enough funds");
    expect(await ask(payer, { uuid: invoice.id, amount: "99", is_subtract: true })).toBe("Not enough funds");
    expect(await ask(payer, { uuid: invoice.id, amount: "98.9", is_subtract: true })).toEqual(DONE);
    expect(await walletOf(payer.merchantId)).toBe("0");
    await paidOff(invoice);
    expect(await ask(payer, { uuid: invoice.id, amount: "0.2" })).toBe("Not enough funds");
  });

  test("The amount is too small: the fee leaves nothing of it", async () => {
    const { payer, invoice } = await newPaid();
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("The amount is too small");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1", is_subtract: true })).toEqual(DONE);
  });

  test("Undefined merchant wallet: the settings exclude the coin, and none was ever held", async () => {
    const payer = await newPayer();
    const invoice = await newInvoice(payer.merchantId);
    await database().invoice.update({ where: { id: invoice.id }, data: { status: "paid", paidAmount: "100" } });
    const acceptedCoins = [{ currency: "BTC", network: null }];
    await database().merchant.update({ where: { id: payer.merchantId }, data: { acceptedCoins } });
    expect(await ask(payer, { uuid: invoice.id })).toBe("Undefined merchant wallet");
  });

  test("You are forbidden: the merchant's payouts are blocked, or a password was just changed", async () => {
    const { payer, invoice } = await newPaid();
    await database().user.update({ where: { id: payer.userId }, data: { passwordChangedAt: new Date() } });
    expect(await ask(payer, { uuid: invoice.id, amount: "1" })).toBe("You are forbidden");
  });

  test("a converted payment is refunded from USDT at the current rate, with the spread, from the treasury", async () => {
    const payer = await newPayer({ USDT: "200" });
    const invoice = await newInvoice(payer.merchantId, { amount: "0.1", currency: "ETH", network: "eth" });
    await pay(invoice, { amount: "0.1", currency: "ETH", network: "eth" });
    await settleInvoice(invoice.id);
    await spend(payer.merchantId, "0.099", "ETH");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.05" })).toBe("Not enough funds");
    await database().conversion.create({
      data: {
        merchantId: payer.merchantId,
        cause: "auto",
        reference: randomUUID(),
        invoiceId: invoice.id,
        fromCode: "ETH",
        fromAmount: "0.099",
        toCode: "USDT",
        toAmount: "198",
        fee: "0",
        rate: "2000",
        rateSource: "Binance",
        rateAt: new Date(),
      },
    });
    // 0.1 ETH at 2000 and 0.5 %: 201.00502513 USDT.
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("Not enough funds");
    await give(payer.merchantId, "USDT", "1.00502512");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("Not enough funds");
    await give(payer.merchantId, "USDT", "0.00000001");
    // The treasury holds none of the coin.
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("Server error");
    await fillTreasury("ETH", "1");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toEqual(DONE);
    expect(await walletOf(payer.merchantId)).toBe("0");
    await breakRefund(await liveRefund({ invoiceId: invoice.id }));
    expect([await walletOf(payer.merchantId), (await findBalance(treasury("ETH"))).toFixed()]).toEqual([
      "201.00502513",
      "1",
    ]);
    expect((await invoiceNow(invoice.id)).status).toBe("refund_fail");
  });

  const WRONG: readonly (readonly [Record<string, unknown>, Record<string, string[]>])[] = [
    [{ uuid: null }, { uuid: ["validation.required_without"], order_id: ["validation.required_without"] }],
    [{ uuid: "x" }, { uuid: ["validation.regex"] }],
    [{ order_id: "a".repeat(129) }, { order_id: ["validation.max.string"] }],
    [{ address: "" }, { address: ["validation.required"] }],
    [{ address: EVM_ADDRESS.toLowerCase().slice(0, -2) }, { address: ["validation.address.length"] }],
    [{ address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" }, { address: ["validation.address.network"] }],
    [{ is_subtract: null }, { is_subtract: ["validation.required"] }],
    [{ is_subtract: "maybe" }, { is_subtract: ["validation.boolean"] }],
    [{ amount: "0" }, { amount: ["validation.min.numeric"] }],
    [{ amount: "1e1" }, { amount: ["validation.regex"] }],
    [{ amount: "1".repeat(41) }, { amount: ["validation.max.string"] }],
  ];
  test("what is wrong with a parameter is said by name", async () => {
    const { payer, invoice } = await newPaid();
    for (const [fields, errors] of WRONG)
      expect([fields, await ask(payer, { uuid: invoice.id, amount: "1", ...fields })]).toEqual([fields, errors]);
  });
});

describe("the preview of a refund", () => {
  const preview = async (payer: Payer, fields: Record<string, unknown>) => {
    const input = refundInput.parse({ address: EVM_ADDRESS, is_subtract: false, ...fields });
    return await previewRefund(await getMerchant(payer.merchantId), input);
  };

  test("shows the amount received, the fee and the paying balance, whoever bears the fee, and moves nothing", async () => {
    const { payer, invoice } = await newPaid();
    const shown = {
      amount: "50",
      currency: "USDT",
      commission: "0.1",
      fromCurrency: "USDT",
      balance: "99",
      isCovered: true,
    };
    expect(await preview(payer, { uuid: invoice.id, amount: "50", is_subtract: true })).toMatchObject({
      ...shown,
      sentAmount: "50",
      debitedAmount: "50.1",
    });
    expect(await preview(payer, { uuid: invoice.id, amount: "50" })).toMatchObject({
      ...shown,
      sentAmount: "49.9",
      debitedAmount: "50",
    });
    expect(await walletOf(payer.merchantId)).toBe("99");
  });

  test("shows the shortfall instead of refusing", async () => {
    const { payer, invoice } = await newPaid();
    expect(await preview(payer, { uuid: invoice.id })).toMatchObject({ amount: "100", isCovered: false });
  });

  test("is refused while payouts in the coin are disabled", async () => {
    const { payer, invoice } = await newPaid();
    await setService("USDT", "bsc", { isPayoutEnabled: false });
    await expect(preview(payer, { uuid: invoice.id, amount: "1" })).rejects.toThrow("temporarily_unavailable");
    await setService("USDT", "bsc", { isPayoutEnabled: true });
    expect((await preview(payer, { uuid: invoice.id, amount: "1" })).sentAmount).toBe("0.9");
  });
});
