import { randomBytes, randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/kernel/db";
import { orderFromLink, type SubmittedForm } from "@/lib/money-in/payment-links/order-from-link";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { findLinkByName, insertLink } from "@/lib/money-in/payment-links/repo";
import { blankLink } from "@/lib/money-in/payment-links/testing/blank-link";

/** Creates a link that sells pieces of 12.50 USD, changed by `changes`. */
export async function newLink(merchantId: string, changes: Partial<PaymentLink> = {}): Promise<PaymentLink> {
  const name = `link-${randomBytes(6).toString("hex")}`;
  const { createdAt: _created, updatedAt: _updated, isActive: _active, ...terms } = { ...blankLink(), ...changes };
  await withTransaction((tx) => insertLink(tx, { ...terms, merchantId, name }));
  const link = await findLinkByName(name);
  if (link === null) throw new Error(`no link ${name}`);
  return link;
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
