import { describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { generateSample, type PaymentTest, testPaymentPayload } from "@/lib/fronts/test-webhooks/payment-payload";
import { testPayoutPayload } from "@/lib/fronts/test-webhooks/payout-payload";
import { decimal } from "@/lib/kernel/money/decimal";
import { formatWebhookAmount } from "@/lib/kernel/money/format";
import { INVOICE_STATUSES, isFinal } from "@/lib/money-in/invoices/status";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";
import { aService } from "@/lib/pricing/catalog/testing/catalog-content";

/** Wire facts 2.3 and 2.4, in their order; `sign` is appended when it is sent. */
const PAYMENT_MEMBERS = [
  "type",
  "uuid",
  "order_id",
  "amount",
  "payment_amount",
  "payment_amount_usd",
  "merchant_amount",
  "commission",
  "is_final",
  "status",
  "from",
  "wallet_address_uuid",
  "network",
  "currency",
  "payer_currency",
  "additional_data",
  "txid",
];
const PAYOUT_MEMBERS = [
  "type",
  "uuid",
  "order_id",
  "amount",
  "merchant_amount",
  "commission",
  "is_final",
  "status",
  "txid",
  "currency",
  "network",
  "payer_currency",
  "payer_amount",
];
const EIGHT_DECIMALS = /^\d+\.\d{8}$/;
const WALLET = { id: "58526488-d79f-4e15-9e32-7ec0ccd2b8a4", orderId: "customer-7" };

// biome-ignore lint/suspicious/noExplicitAny: looked into member by member
type Members = Record<string, any>;

function payment(changes: Partial<PaymentTest>): Members {
  const { family } = (changes.service ?? aService()).network;
  const sample = generateSample(family);
  const base = {
    status: "paid",
    service: aService(),
    usdRate: decimal("1"),
    invoice: null,
    wallet: null,
    convert: null,
  } as const;
  return testPaymentPayload({ ...base, sample, ...changes });
}

describe.each([
  ["payment", null],
  ["wallet", WALLET],
] as const)("a sample webhook of kind %s", (type, wallet) => {
  test.each(INVOICE_STATUSES)("in %s has the documented members in order, and consistent sums", (status) => {
    const payload = payment({ status, wallet });
    expect(Object.keys(payload)).toEqual(PAYMENT_MEMBERS);
    expect(payload).toMatchObject({ type, status, is_final: isFinal(status), wallet_address_uuid: wallet?.id ?? null });
    const { amount, payment_amount, merchant_amount, commission } = payload;
    for (const text of [amount, payment_amount, merchant_amount, commission]) expect(text).toMatch(EIGHT_DECIMALS);
    const received = decimal(payment_amount);
    const credited = decimal(merchant_amount).plus(decimal(commission));
    expect(formatWebhookAmount(credited)).toBe(received.isZero() ? amount : payment_amount);
    expect(received.comparedTo(amount)).toBe(
      status === "paid_over" ? 1 : received.isZero() || status === "wrong_amount" ? -1 : 0,
    );
    expect(payload["txid"] !== null).toBe(!received.isZero() || status === "process");
    expect(writePhpJson(payload)).toContain(`"status":"${status}"`);
  });
});

test("a sample webhook of a wallet has the wallet's order id and its own payment uuid", () => {
  const { uuid, order_id } = payment({ wallet: WALLET });
  expect(order_id).toBe(WALLET.orderId);
  expect(uuid).not.toBe(WALLET.id);
});

test("every service of the catalog has sample webhooks in its network's form, with positive amounts, even without a price", () => {
  for (const service of reviewedContent().services) {
    const { family } = service.network;
    const made = payment({ service, usdRate: null });
    expect(made).toMatchObject({ network: service.network.code, currency: service.currency.code });
    expect(validateAddress(family, made["from"], "real")).toEqual({ ok: true, address: made["from"] });
    expect(made["txid"].startsWith("0x")).toBe(family === "evm");
    expect([decimal(made["amount"]).gt("0"), made["payment_amount_usd"]]).toEqual([true, "0.00"]);
    const payout: Members = testPayoutPayload({
      status: "paid",
      service,
      sample: generateSample(family),
      payout: null,
    });
    expect(decimal(payout["payer_amount"]).gt("0")).toBe(true);
  }
});

describe("a webhook of kind payout", () => {
  test.each(PAYOUT_STATUSES)("in %s has the documented members in order", (status) => {
    const made: Members = testPayoutPayload({
      status,
      service: aService(),
      sample: generateSample("evm"),
      payout: null,
    });
    expect(Object.keys(made)).toEqual(PAYOUT_MEMBERS);
    expect(made).toMatchObject({ type: "payout", status, is_final: status !== "process" && status !== "check" });
    for (const name of ["amount", "merchant_amount", "commission", "payer_amount"])
      expect(made[name]).toMatch(EIGHT_DECIMALS);
    const debited = decimal(made["amount"]).plus(decimal(made["commission"]));
    expect(formatWebhookAmount(debited)).toBe(made["merchant_amount"]);
    expect(made["txid"] !== null).toBe(status === "paid");
  });

  test("of a real payout contains its data, except for the status", () => {
    const payout = {
      id: WALLET.id,
      orderId: "salary-1",
      status: "process",
      amount: decimal("207"),
      currencyCode: "USDT",
      payerCode: "USDT",
      sentAmount: decimal("207"),
      networkCode: "tron",
      commission: decimal("0.3"),
      debitedAmount: decimal("207.3"),
      transactionId: null,
    } as const;
    expect(testPayoutPayload({ status: "fail", service: aService(), sample: generateSample("evm"), payout })).toEqual({
      type: "payout",
      uuid: WALLET.id,
      order_id: "salary-1",
      amount: "207.00000000",
      merchant_amount: "207.30000000",
      commission: "0.30000000",
      is_final: true,
      status: "fail",
      txid: null,
      currency: "USDT",
      network: "tron",
      payer_currency: "USDT",
      payer_amount: "207.00000000",
    });
  });
});
