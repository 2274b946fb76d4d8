import { randomUUID } from "node:crypto";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createItem } from "@/lib/money-in/point-of-sale/change-catalog";
import { chargeSale } from "@/lib/money-in/point-of-sale/charge";
import { type ChargeInput, chargeInput } from "@/lib/money-in/point-of-sale/dashboard-schema";

/** A sale of 12.50 USD that was entered on the keypad, changed by `changes`. */
export function newCharge(changes: Partial<ChargeInput> = {}): ChargeInput {
  const lines = [{ itemId: null, name: "Amount", price: "12.5", quantity: 1 }];
  const charge = { saleKey: randomUUID(), currency: "USD", lines, tip: "0", total: "12.5" };
  return chargeInput.parse({ ...charge, ...changes });
}

/** Sends a sale; returns the id of its invoice, or why it was refused. */
export async function sell(merchantId: string, actorId: string, charge: ChargeInput): Promise<string> {
  return await chargeSale({ merchantId, actorId }, charge).then(
    ({ id }) => id,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

export async function newItem(merchantId: string, actorId: string): Promise<string> {
  return (await createItem({ merchantId, actorId }, { name: "Tea", price: "2.5" })).id;
}

/** Pays what the payer owes, or `amount`, in USDT on bsc. */
export async function paySale(id: string, amount?: string): Promise<void> {
  if ((await invoiceNow(id)).currentQuote === null) await chooseCoin(id, { currency: "USDT", network: "bsc" });
  const invoice = await invoiceNow(id);
  await pay(invoice, { amount: amount ?? invoice.currentQuote?.payerAmount.toFixed() ?? "" });
  await settleInvoice(id);
}

export async function paidSale(merchantId: string, actorId: string): Promise<string> {
  const { id } = await chargeSale({ merchantId, actorId }, newCharge());
  await paySale(id);
  return id;
}
