import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/payment/refund/route";
import { breakRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { type Caller, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { bookDifferences, newInvoice, openGateway, pay, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { EVM_ADDRESS as ELSEWHERE, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

const LIMIT = "The payment key refunds at most 1000.00 USD within 24 hours to addresses that did not pay";
const COOLDOWN = "The payment key was replaced within the last 24 hours";

beforeAll(() => openGateway(60));
afterAll(closeDatabase);

let shop: Payer;
beforeEach(async () => {
  shop = await newPayer();
});

/** A payment with its deposits in order, and the sender address of each. */
async function paidWith(...amounts: string[]): Promise<{ invoice: Invoice; senders: string[] }> {
  const total = amounts.reduce((sum, amount) => sum + Number.parseInt(amount, 10), 0);
  const invoice = await newInvoice(shop.merchantId, { amount: String(total), is_payment_multiple: true });
  const senders: string[] = [];
  for (const amount of amounts) {
    const id = await pay(invoice, { amount });
    senders.push((await database().deposit.findUniqueOrThrow({ where: { id } })).fromAddress ?? "");
  }
  await settleInvoice(invoice.id);
  return { invoice, senders };
}

async function ask({ id }: Invoice, amount: string, address: string, by: Caller = shop.byPaymentKey) {
  const { json } = await call(refund, by, { uuid: id, amount, address, is_subtract: false });
  return (json.message as string | undefined) ?? "goes";
}

test("the payment key refunds the original payer, and up to the ceiling anybody else; the payout key is not limited", async () => {
  const { invoice, senders } = await paidWith("1500");
  const before = await walletOf(shop.merchantId);
  expect(await ask(invoice, "1001", ELSEWHERE)).toContain(LIMIT);
  expect(await walletOf(shop.merchantId)).toBe(before);
  expect(await ask(invoice, "1200", senders[0] ?? "")).toBe("goes");
  const other = await paidWith("1500");
  expect(await ask(other.invoice, "1001", ELSEWHERE, shop)).toBe("goes");
  expect(await bookDifferences()).toEqual([]);
});

test("refunds to other addresses within 24 hours count as one sum, without failed ones", async () => {
  const [one, two] = [await paidWith("700"), await paidWith("700")];
  expect(await ask(one.invoice, "600", ELSEWHERE)).toBe("goes");
  expect(await ask(two.invoice, "600", ELSEWHERE)).toContain(LIMIT);
  await breakRefund(await liveRefund({ invoiceId: one.invoice.id }));
  expect(await ask(two.invoice, "600", ELSEWHERE)).toBe("goes");
});

test("of two concurrent refunds that together exceed the ceiling one succeeds", async () => {
  const [one, two] = [await paidWith("700"), await paidWith("700")];
  const answers = await Promise.all([one, two].map(({ invoice }) => ask(invoice, "600", ELSEWHERE)));
  expect(answers.sort()).toEqual([expect.stringContaining(LIMIT), "goes"]);
});

test("a dust sender is not treated as the payer", async () => {
  const { invoice, senders } = await paidWith("1500", "2");
  expect(await ask(invoice, "1400", senders[1] ?? "")).toContain(LIMIT);
  expect(await ask(invoice, "2", senders[1] ?? "")).toBe("goes");
});

test.each([
  ["", {}],
  [", even if its owners have removed the refund ceiling", { refundCeilingUsd: null }],
])("for 24 hours after its rotation the payment key refunds only the original payer%s", async (_, data) => {
  await database().merchant.update({ where: { id: shop.merchantId }, data });
  const { invoice, senders } = await paidWith("100");
  const who = { merchantId: shop.merchantId, userId: shop.userId };
  const { secret: key } = await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
  const by = { merchantId: shop.merchantId, key };
  expect(await ask(invoice, "1", ELSEWHERE, by)).toContain(COOLDOWN);
  expect(await ask(invoice, "50", senders[0] ?? "", by)).toBe("goes");
});

test("an owner changes the ceiling: lowering applies at once, raising after the 24-hour security hold", async () => {
  const { invoice } = await paidWith("1500");
  const set = (refundCeilingUsd: string | null) =>
    setOutflowLimits({ merchantId: shop.merchantId, actorId: shop.userId, refundCeilingUsd });
  await set("0");
  expect(await ask(invoice, "1", ELSEWHERE)).toContain("at most 0.00 USD");
  await set(null);
  expect(await ask(invoice, "1200", ELSEWHERE)).toBe("You are forbidden");
  const cooldownStartedAt = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await database().merchant.update({ where: { id: shop.merchantId }, data: { cooldownStartedAt } });
  expect(await ask(invoice, "1200", ELSEWHERE)).toBe("goes");
});
