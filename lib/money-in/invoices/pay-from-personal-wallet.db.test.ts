import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { feesEarned, operatorCapital, userReceivable, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { convertCoins, fillTreasury, moveValue, newReferrer, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { viewInvoice } from "@/lib/money-in/invoices/get-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { connectReferrer, ensureReferralCode } from "@/lib/people/referrals/referrals";

beforeAll(async () => {
  await openGateway(60);
  for (const currency of ["USDT", "ETH", "BNB"]) await fundCapital(currency, "1000000");
});
afterAll(async () => {
  expect(await bookDifferences()).toEqual([]);
  await closeDatabase();
});

const CALLBACK = "https://shop.example/hook";

/** Creates a user with this balance in the personal wallet. */
async function payerWith(amount: string, currency = "USDT"): Promise<string> {
  const userId = await newUser();
  await moveValue(operatorCapital(currency), userWallet(userId, currency), amount);
  return userId;
}

const holds = async (userId: string, currency = "USDT") => (await findBalance(userWallet(userId, currency))).toFixed();
const order = (invoice: Invoice, userId: string) => ({ invoiceId: invoice.id, userId });
const payments = (invoice: Invoice) => database().internalPayment.count({ where: { invoiceId: invoice.id } });
const webhooks = (invoice: Invoice) =>
  database().webhookDelivery.findMany({ where: { objectId: invoice.id }, orderBy: { createdAt: "asc" } });

describe("an invoice that is paid from a personal wallet", () => {
  test("is paid exactly and at once: the payer pays the full amount, the merchant gets it less the commission", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("150")];
    const invoice = await newInvoice(merchantId, { url_callback: CALLBACK });
    const fees = await findBalance(feesEarned("USDT"));
    await payFromPersonalWallet(order(invoice, userId));
    const paid = await invoiceNow(invoice.id);
    expect(paid).toMatchObject({ status: "paid", paymentOutcome: "exact", transactionId: null, fromAddress: null });
    expect([paid.paidAmount, paid.paidAmountUsd, paid.creditedAmount, paid.commissionAmount].map(String)).toEqual([
      "100",
      "100",
      "99",
      "1",
    ]);
    expect([await holds(userId), await walletOf(merchantId)]).toEqual(["50", "99"]);
    expect((await findBalance(feesEarned("USDT"))).minus(fees).toFixed()).toBe("1");
  });

  test("is not paid within 24 hours of a change of the payer's password, but afterwards", async () => {
    const [merchantId, userId] = [await newMerchant(), await payerWith("150")];
    const invoice = await newInvoice(merchantId);
    const passwordAt = async (hoursAgo: number) =>
      database().user.update({
        where: { id: userId },
        data: { passwordChangedAt: new Date(Date.now() - hoursAgo * 3_600_000) },
      });
    await passwordAt(23.9);
    await expect(payFromPersonalWallet(order(invoice, userId))).rejects.toThrow("balance_password_new");
    expect([await holds(userId), await payments(invoice)]).toEqual(["150", 0]);
    await passwordAt(24.1);
    await payFromPersonalWallet(order(invoice, userId));
    expect(await payments(invoice)).toBe(1);
  });

  test("is returned by payment/info without a transaction, as in its webhook", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("100")];
    const invoice = await newInvoice(merchantId, { url_callback: CALLBACK });
    expect(await viewInvoice(invoice)).toHaveProperty("txid", null);
    await payFromPersonalWallet(order(invoice, userId));
    const view = await viewInvoice(await invoiceNow(invoice.id));
    expect(view).toMatchObject({
      status: "paid",
      is_final: true,
      from: null,
      payment_amount: "100.00000000",
      payment_amount_usd: "100.00",
      merchant_amount: "99.00000000",
      commission: "1.00000000",
    });
    expect(Object.keys(view)).not.toContain("txid");
    const [delivery, ...others] = await webhooks(invoice);
    expect(others).toEqual([]);
    expect(delivery?.payload).toBe(
      `{"type":"payment","uuid":"${invoice.id}","order_id":"${invoice.orderId}","amount":"100.00000000","payment_amount":"100.00000000",` +
        `"payment_amount_usd":"100.00","merchant_amount":"99.00000000","commission":"1.00000000","is_final":true,"status":"paid","from":null,` +
        `"wallet_address_uuid":null,"network":"bsc","currency":"USDT","payer_currency":"USDT","additional_data":null}`,
    );
  });

  test("is paid once by concurrent tabs, a double click and another user", async () => {
    const merchantId = await newMerchant();
    const [userId, other] = [await payerWith("1000"), await payerWith("1000")];
    const invoice = await newInvoice(merchantId, { url_callback: CALLBACK });
    const results = await Promise.allSettled(
      [userId, userId, other, userId, userId, other, userId, userId].map((id) =>
        payFromPersonalWallet(order(invoice, id)),
      ),
    );
    const left = [await holds(userId), await holds(other)].toSorted();
    expect(left).toEqual(["1000", "900"]);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused.length).toBe(left[1] === (await holds(userId)) ? 2 : 6);
    expect([await payments(invoice), (await webhooks(invoice)).length]).toEqual([1, 1]);
  });

  test("never overdraws a user's wallet when many are paid concurrently", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0" }), await payerWith("250")];
    const invoices = await Promise.all(Array.from({ length: 6 }, () => newInvoice(merchantId)));
    const results = await Promise.allSettled(invoices.map((invoice) => payFromPersonalWallet(order(invoice, userId))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect([await holds(userId), await walletOf(merchantId)]).toEqual(["50", "200"]);
  });

  test("costs exactly the rest after a confirmed part, and two halves bear the commission of one whole", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("100")];
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "33.333333333333333333" });
    await payFromPersonalWallet(order(invoice, userId));
    const paid = await invoiceNow(invoice.id);
    expect([paid.status, paid.paymentOutcome, paid.paidAmount.toFixed(), paid.creditedAmount?.toFixed()]).toEqual([
      "paid",
      "exact",
      "100",
      "99",
    ]);
    expect(await holds(userId)).toBe("33.333333333333333333");
    expect(await walletOf(merchantId)).toBe("99");
    expect(await viewInvoice(paid)).toHaveProperty("txid", expect.stringMatching(/^0x/));
  });

  test("is converted where the merchant has its coin converted, and shows the result", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("2", "ETH")];
    await convertCoins(merchantId, "ETH");
    await fillTreasury("USDT", "10000");
    const invoice = await newInvoice(merchantId, { amount: "1", currency: "ETH", network: "eth" });
    await payFromPersonalWallet(order(invoice, userId));
    expect([await walletOf(merchantId, "ETH"), await walletOf(merchantId)]).toEqual(["0", "1970.1"]);
    const view = await viewInvoice(await invoiceNow(invoice.id));
    expect(view.convert).toMatchObject({ to_currency: "USDT", amount: "1970.10000000" });
    expect(await holds(userId, "ETH")).toBe("1");
  });

  test("gives its referrer a share of the commission, even when the referrer is the payer", async () => {
    const merchantId = await newMerchant({ commission: "0.01" });
    const { userId } = await newReferrer();
    await moveValue(operatorCapital("USDT"), userWallet(userId, "USDT"), "100");
    const code = await withTransaction((tx) => ensureReferralCode(tx, userId));
    await withTransaction((tx) => connectReferrer(tx, merchantId, code));
    await payFromPersonalWallet(order(await newInvoice(merchantId), userId));
    expect([await holds(userId), await walletOf(merchantId)]).toEqual(["0.2", "99"]);
  });

  test("keeps the payment while an earlier part is reversed and comes back, with correct totals", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("100")];
    const invoice = await newInvoice(merchantId);
    const deposit = await pay(invoice, { amount: "40" });
    await payFromPersonalWallet(order(invoice, userId));
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    const reopened = await invoiceNow(invoice.id);
    expect([reopened.status, reopened.paidAmount.toFixed(), reopened.creditedAmount?.toFixed()]).toEqual([
      "process",
      "60",
      "59.4",
    ]);
    expect(await walletOf(merchantId)).toBe("59.4");
    await includeAgain(deposit);
    await settleInvoice(invoice.id);
    const again = await invoiceNow(invoice.id);
    expect([again.status, again.paymentOutcome, again.creditedAmount?.toFixed()]).toEqual(["paid", "exact", "99"]);
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("is closed as underpaid, not failed, when an earlier part never comes back", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0.01" }), await payerWith("100")];
    const invoice = await newInvoice(merchantId);
    const deposit = await pay(invoice, { amount: "40" });
    await payFromPersonalWallet(order(invoice, userId));
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    await settleInvoice(invoice.id, minutesFromNow(25 * 60));
    const short = await invoiceNow(invoice.id);
    expect([short.status, short.paidAmount.toFixed()]).toEqual(["wrong_amount", "60"]);
    expect(Object.keys(await viewInvoice(short))).not.toContain("txid");
    expect(await walletOf(merchantId)).toBe("59.4");
  });

  test("opens a case for a later payment to its address", async () => {
    const [merchantId, userId] = [await newMerchant({ commission: "0" }), await payerWith("100")];
    const invoice = await newInvoice(merchantId);
    await payFromPersonalWallet(order(invoice, userId));
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    const [opened] = await database().case.findMany({ where: { invoiceId: invoice.id } });
    expect([opened?.kind, opened?.status]).toEqual(["extra", "open"]);
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    expect(await walletOf(merchantId)).toBe("100");
    await creditCase({ caseId: opened?.id ?? "", merchantId, actorId: userId });
    expect(await walletOf(merchantId)).toBe("200");
  });

  test("is paid by exactly one of a racing chain transaction and wallet payment, and the other is never lost", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [merchantId, userId] = [await newMerchant({ commission: "0" }), await payerWith("100")];
      const invoice = await newInvoice(merchantId);
      await Promise.allSettled([
        payFromPersonalWallet(order(invoice, userId)),
        pay(invoice, { amount: "100" }).then(() => settleInvoice(invoice.id)),
        payFromPersonalWallet(order(invoice, userId)),
      ]);
      await settleInvoice(invoice.id);
      const extra = await database().case.count({ where: { invoiceId: invoice.id, kind: "extra" } });
      expect(await holds(userId)).toBe(extra === 1 ? "0" : "100");
      expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["paid", "100"]);
    }
  });
});

describe("a payment from a personal wallet is rejected without taking anything", () => {
  async function refusal(invoice: Invoice, userId: string, agreed?: { quoteId: string; amount: string }, now?: Date) {
    const before = await holds(userId);
    const terms = agreed && { quoteId: agreed.quoteId, amount: decimal(agreed.amount) };
    const outcome = payFromPersonalWallet({ ...order(invoice, userId), agreed: terms ?? null }, now);
    const message = await outcome.then(
      () => "paid",
      (error: Error) => error.message,
    );
    expect([await holds(userId), await payments(invoice)]).toEqual([before, 0]);
    return message;
  }

  test("when the wallet holds too little, or owes the gateway", async () => {
    const invoice = await newInvoice(await newMerchant());
    const [short, nothing, owing] = [await payerWith("99.999999999999999999"), await newUser(), await payerWith("101")];
    await moveValue(userReceivable(owing, "USDT"), operatorCapital("USDT"), "2");
    for (const userId of [short, nothing, owing]) expect(await refusal(invoice, userId)).toBe("balance_too_small");
  });

  test("when the payer or the shop is blocked", async () => {
    const [merchantId, userId] = [await newMerchant(), await payerWith("200")];
    const invoice = await newInvoice(merchantId);
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await refusal(invoice, userId)).toBe("balance_shop_closed");
    await database().user.update({ where: { id: userId }, data: { isBlocked: true } });
    expect(await refusal(invoice, userId)).toBe("balance_account_inactive");
  });

  test("when another amount or coin was agreed to", async () => {
    const [merchantId, userId] = [await newMerchant(), await payerWith("200")];
    const invoice = await newInvoice(merchantId);
    const quoteId = invoice.currentQuote?.id ?? "";
    const other = (await newInvoice(merchantId)).currentQuote?.id ?? "";
    expect(await refusal(invoice, userId, { quoteId, amount: "99" })).toBe("balance_amount_changed");
    expect(await refusal(invoice, userId, { quoteId: other, amount: "100" })).toBe("balance_amount_changed");
  });

  test("while a transaction is pending, in a block or not", async () => {
    const [merchantId, userId] = [await newMerchant(), await payerWith("200")];
    const inBlock = await newInvoice(merchantId);
    await pay(inBlock, { amount: "1", height: START_HEIGHT });
    expect(await refusal(inBlock, userId)).toBe("balance_payment_moving");
    const inPool = await newInvoice(merchantId);
    const deposit = await pay(inPool, { amount: "1", height: START_HEIGHT });
    await database().deposit.update({ where: { id: deposit }, data: { blockHeight: null, blockHash: null } });
    expect(await refusal(inPool, userId)).toBe("balance_payment_moving");
  });

  test("without a coin, after expiry, and when it is closed", async () => {
    const [merchantId, userId] = [await newMerchant(), await payerWith("200")];
    const open = await newInvoice(merchantId, { amount: "10", currency: "USD", network: null });
    expect(await refusal(open, userId)).toBe("balance_no_coin");
    await readUpTo("bsc", START_HEIGHT);
    const late = await newInvoice(merchantId);
    expect(await refusal(late, userId, undefined, minutesFromNow(61))).toBe("balance_time_over");
    const closed = await newInvoice(merchantId);
    await cancelInvoice({ merchantId, invoiceId: closed.id, actorId: userId });
    expect(await refusal(closed, userId)).toBe("balance_invoice_closed");
  });
});
