import { z } from "zod";
import { INVOICE_STATUSES } from "@/lib/invoices/status";

/**
 * What webhooks carry, member by member in the order of the bytes, for the documentation and for tests that hold the payloads
 * against it. Amounts are text with 8 decimals.
 */

const amount = z.string();
const sign = z
  .string()
  .describe("Lowercase hex MD5 of: base64 of the body's bytes without this member, followed by the key");

const convert = z
  .strictObject({
    to_currency: z.string(),
    commission: amount.nullable().describe("Fee of the conversion, in to_currency"),
    rate: amount.describe("Units of to_currency for one of payer_currency"),
    amount: amount.describe("Added to the balance in to_currency, after all fees"),
  })
  .optional()
  .describe("Only where the merchant has payer_currency converted");

const paymentWebhook = z.strictObject({
  type: z.enum(["payment", "wallet"]).describe("`wallet` for a top-up of a static wallet"),
  uuid: z.uuid().describe("Of the invoice, or of the top-up's own payment record; payment/info finds both"),
  order_id: z.string().describe("Of the invoice or the wallet"),
  amount: amount.describe("Of the invoice, in currency"),
  payment_amount: amount.describe("Confirmed so far, in payer_currency"),
  payment_amount_usd: z.string().describe("The same in US dollars"),
  merchant_amount: amount.nullable().describe("Credited after commission; before payment, what will be"),
  commission: amount.nullable().describe("Kept by the gateway"),
  is_final: z.boolean().describe("Nothing is awaited any more"),
  status: z.enum(INVOICE_STATUSES),
  from: z.string().nullable().describe("Where it was paid from"),
  wallet_address_uuid: z.uuid().nullable().describe("The static wallet's uuid; null for an invoice"),
  network: z.string().nullable().describe("Network code in lower case"),
  currency: z.string().describe("Of the invoice"),
  payer_currency: z.string().nullable().describe("What it was paid in"),
  additional_data: z.string().nullable().describe("As given at creation"),
  convert,
  txid: z.string().nullable().describe("Null until a transaction is known, and when it was marked as paid by hand"),
  sign,
});

const payoutWebhook = z.strictObject({
  type: z.literal("payout"),
  uuid: z.uuid(),
  order_id: z.string(),
  amount: amount.describe("Of the payout, in currency"),
  merchant_amount: amount.describe("Taken from the balance, all fees included"),
  commission: amount,
  is_final: z.boolean(),
  status: z.enum(["process", "check", "paid", "fail", "cancel", "system_fail"]),
  txid: z.string().nullable(),
  currency: z.string(),
  network: z.string().describe("Network code in lower case"),
  payer_currency: z.string().describe("The coin that is sent"),
  payer_amount: amount.describe("How much of it"),
  sign,
});

/** By the value of their `type`; `payment` and `wallet` have the same members. */
export const WEBHOOK_PAYLOADS = { payment: paymentWebhook, payout: payoutWebhook };
