import { randomBytes, randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { orderFromLink, type SubmittedForm } from "@/lib/money-in/payment-links/order-from-link";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { findLinkByName, insertLink } from "@/lib/money-in/payment-links/repo";

export const PRICE = decimal("12.50");

/** Creates a link that sells pieces of 12.50 USD, changed by `changes`. */
export async function newLink(merchantId: string, changes: Partial<PaymentLink> = {}): Promise<PaymentLink> {
  const name = `link-${randomBytes(6).toString("hex")}`;
  const { createdAt: _created, updatedAt: _updated, isActive: _active, ...terms } = { ...blankLink(), ...changes };
  await withTransaction((tx) => insertLink(tx, { ...terms, merchantId, name }));
  const link = await findLinkByName(name);
  if (link === null) throw new Error(`no link ${name}`);
  return link;
}

/** A link that is not stored. */
export function blankLink(): PaymentLink {
  const at = new Date();
  return {
    id: randomUUID(),
    merchantId: randomUUID(),
    name: "tea",
    title: "Tea",
    currencyCode: "USD",
    amount: PRICE,
    amountMin: null,
    amountMax: null,
    quantityMax: 1,
    noteQuestion: "no",
    emailQuestion: "no",
    urlCallback: null,
    stock: null,
    useLimit: null,
    endsAt: null,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  };
}

/** A form as submitted, with a key of its own. */
export function newForm(changes: Partial<SubmittedForm> = {}): SubmittedForm {
  return { formKey: randomUUID(), amount: "", quantity: "1", note: "", email: "", ...changes };
}

/** Submits a form; returns the id of its invoice, or why it was refused. */
export async function buy(link: PaymentLink, changes: Partial<SubmittedForm> = {}): Promise<string> {
  return await orderFromLink(link, newForm(changes)).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
}
