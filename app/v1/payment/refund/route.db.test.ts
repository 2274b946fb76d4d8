import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/payment/refund/route";
import { type Answer, call } from "@/lib/api/testing/call-api";
import { closeDatabase, database } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { newInvoice, openGateway, pay, spend, walletOf } from "@/lib/invoices/testing/gateway-rig";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { decimal, ZERO } from "@/lib/money/decimal";
import { EVM_ADDRESS, give, newPayer, type Payer, setService } from "@/lib/payouts/testing/payout-rig";
import { planRefund } from "@/lib/refunds/plan-refund";
import { refundInput } from "@/lib/refunds/schema";

beforeAll(async () => {
  await openGateway(60);
});
afterAll(closeDatabase);

/** A merchant with one paid invoice: 100 USDT on bsc, of which 99 are in the balance. */
async function newPaid(amount = "100"): Promise<{ payer: Payer; invoice: Invoice }> {
  const payer = await newPayer();
  const invoice = await newInvoice(payer.merchantId);
  await pay(invoice, { amount });
  await settleInvoice(invoice.id);
  return { payer, invoice };
}

const outcome = ({ json }: Answer) => json.message ?? json.errors ?? json.result;
const ask = async (payer: Payer, fields: Record<string, unknown>) =>
  outcome(await call(refund, payer, { address: EVM_ADDRESS, is_subtract: false, ...fields }));

const DONE = "Server error";

describe("POST /v1/payment/refund", () => {
  test("judges everything and then refuses, because nothing can be sent yet: nothing has moved", async () => {
    const { payer, invoice } = await newPaid();
    const before = await database().journalEntry.count();
    const answer = await call(refund, payer, {
      uuid: invoice.id,
      address: EVM_ADDRESS,
      is_subtract: false,
      amount: "50",
    });
    expect([answer.status, answer.json]).toEqual([422, { state: 1, message: DONE }]);
    expect([await database().journalEntry.count(), await walletOf(payer.merchantId)]).toEqual([before, "99"]);
  });

  test("either key may sign", async () => {
    const { payer, invoice } = await newPaid();
    const body = { uuid: invoice.id, address: EVM_ADDRESS, is_subtract: "0", amount: 50 };
    for (const caller of [payer, payer.byPaymentKey]) expect(outcome(await call(refund, caller, body))).toBe(DONE);
  });

  test("the uuid decides when both ids are given", async () => {
    const { payer, invoice } = await newPaid();
    const open = await newInvoice(payer.merchantId);
    const amount = "1";
    expect(await ask(payer, { uuid: invoice.id, order_id: open.orderId, amount })).toBe(DONE);
    expect(await ask(payer, { uuid: open.id, order_id: invoice.orderId, amount })).toBe(
      "Refunds are made only for completed payments",
    );
    expect(await ask(payer, { order_id: invoice.orderId, amount })).toBe(DONE);
    expect(await ask(payer, { uuid: randomUUID(), order_id: invoice.orderId })).toBe("Payment was not found");
  });

  test("Payment was not found: an unknown one, and another merchant's", async () => {
    const { payer } = await newPaid();
    const other = await newPaid();
    expect(await ask(payer, { uuid: other.invoice.id })).toBe("Payment was not found");
    expect(await ask(payer, { order_id: other.invoice.orderId })).toBe("Payment was not found");
  });

  test("Refunds are made only for completed payments: not while it is open, nor when nobody paid, nor during a refund", async () => {
    const { payer, invoice } = await newPaid();
    const open = await newInvoice(payer.merchantId);
    const set = (id: string, status: string) =>
      database().$executeRaw`UPDATE invoices SET status = ${status}::invoice_status WHERE id = ${id}::uuid`;
    for (const status of ["check", "process", "cancel", "fail", "system_fail", "locked", "paid"]) {
      await set(open.id, status);
      expect([status, await ask(payer, { uuid: open.id })]).toEqual([
        status,
        "Refunds are made only for completed payments",
      ]);
    }
    for (const [status, expected] of [
      ["refund_process", "Refunds are made only for completed payments"],
      ["locked", "Refunds are made only for completed payments"],
      ["wrong_amount", DONE],
      ["paid_over", DONE],
      ["refund_fail", DONE],
      ["refund_paid", DONE],
    ] as const) {
      await set(invoice.id, status);
      expect([status, await ask(payer, { uuid: invoice.id, amount: "1" })]).toEqual([status, expected]);
    }
  });

  test("The refund amount should not be more than the amount paid, to the last digit", async () => {
    const { payer, invoice } = await newPaid("100.000000000000000001");
    await give(payer.merchantId, "USDT", "10");
    const tooMuch = "The refund amount should not be more than the amount paid";
    expect(await ask(payer, { uuid: invoice.id, amount: "100.000000000000000001" })).toBe(DONE);
    expect(await ask(payer, { uuid: invoice.id, amount: "100.000000000000000002" })).toBe(tooMuch);
  });

  test("Not enough funds: the balance must cover the amount, and the fee when it is taken from the balance", async () => {
    const { payer, invoice } = await newPaid();
    // 99 USDT are there; the fee is 0.1.
    expect(await ask(payer, { uuid: invoice.id })).toBe("Not enough funds");
    expect(await ask(payer, { uuid: invoice.id, amount: "99" })).toBe(DONE);
    expect(await ask(payer, { uuid: invoice.id, amount: "99", is_subtract: true })).toBe("Not enough funds");
    expect(await ask(payer, { uuid: invoice.id, amount: "98.9", is_subtract: true })).toBe(DONE);
    await spend(payer.merchantId, "99");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.2" })).toBe("Not enough funds");
  });

  test("The amount is too small: the fee leaves nothing of it", async () => {
    const { payer, invoice } = await newPaid();
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("The amount is too small");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1", is_subtract: true })).toBe(DONE);
  });

  test("Undefined merchant wallet: the settings leave the coin out, and none was ever held", async () => {
    const payer = await newPayer();
    const invoice = await newInvoice(payer.merchantId);
    await database().invoice.update({ where: { id: invoice.id }, data: { status: "paid", paidAmount: "100" } });
    const acceptedCoins = [{ currency: "BTC", network: null }];
    await database().merchant.update({ where: { id: payer.merchantId }, data: { acceptedCoins } });
    expect(await ask(payer, { uuid: invoice.id })).toBe("Undefined merchant wallet");
  });

  test("You are forbidden: payouts of the merchant are blocked, or a password is new", async () => {
    const { payer, invoice } = await newPaid();
    await database().user.update({ where: { id: payer.userId }, data: { passwordChangedAt: new Date() } });
    expect(await ask(payer, { uuid: invoice.id, amount: "1" })).toBe("You are forbidden");
  });

  test("a converted payment is refunded from USDT at the present rate, with the spread", async () => {
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
    expect(await ask(payer, { uuid: invoice.id, amount: "0.05" })).toBe(DONE);
    // 0.1 ETH at 2000 and 0.5 %: 201.00502513 USDT.
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("Not enough funds");
    await give(payer.merchantId, "USDT", "1.00502512");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe("Not enough funds");
    await give(payer.merchantId, "USDT", "0.00000001");
    expect(await ask(payer, { uuid: invoice.id, amount: "0.1" })).toBe(DONE);
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

describe("the plan of a refund", () => {
  const plan = async (payer: Payer, fields: Record<string, unknown>, refunded = ZERO) => {
    const input = refundInput.parse({ address: EVM_ADDRESS, is_subtract: false, ...fields });
    const made = await planRefund(await getMerchant(payer.merchantId), input, async () => refunded);
    return [made.amount, made.sentAmount, made.commission, made.debitedAmount].map((amount) => amount.toFixed());
  };

  test("counts the amount against what was paid, whoever bears the fee", async () => {
    const { payer, invoice } = await newPaid();
    expect(await plan(payer, { uuid: invoice.id, amount: "50", is_subtract: true })).toEqual([
      "50",
      "50",
      "0.1",
      "50.1",
    ]);
    expect(await plan(payer, { uuid: invoice.id, amount: "50" })).toEqual(["50", "49.9", "0.1", "50"]);
  });

  test("without an amount it is all that is left after earlier refunds", async () => {
    const { payer, invoice } = await newPaid();
    expect((await plan(payer, { uuid: invoice.id }, decimal("30")))[0]).toBe("70");
    await expect(plan(payer, { uuid: invoice.id }, decimal("100"))).rejects.toThrow(
      "should not be more than the amount paid",
    );
    await expect(plan(payer, { uuid: invoice.id, amount: "70.00000001" }, decimal("30"))).rejects.toThrow(
      "should not be more",
    );
  });

  test("is refused while nothing is paid out in the coin", async () => {
    const { payer, invoice } = await newPaid();
    await setService("USDT", "bsc", { isPayoutEnabled: false });
    await expect(plan(payer, { uuid: invoice.id, amount: "1" })).rejects.toThrow("Server error");
    await setService("USDT", "bsc", { isPayoutEnabled: true });
    expect((await plan(payer, { uuid: invoice.id, amount: "1" }))[1]).toBe("0.9");
  });
});
