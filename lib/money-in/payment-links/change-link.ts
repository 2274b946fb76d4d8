import { randomUUID } from "node:crypto";
import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, invariant, wrongField } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { toInvoiceFormError } from "@/lib/money-in/invoices/create-from-form";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import type { ChangeLinkInput, NewLinkInput } from "@/lib/money-in/payment-links/dashboard-schema";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import {
  countLinksSince,
  findMerchantLink,
  insertLink,
  type LinkChange,
  lockLink,
  updateLink,
} from "@/lib/money-in/payment-links/repo";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Names are never given away again: nobody may take all of them in an afternoon. */
export const LINKS_A_DAY = 100;
const DAY_MS = 86_400_000;

type Actor = { readonly merchantId: string; readonly actorId: string };

/**
 * Creates a payment link. Its amount, or the minimum of an open one, is checked like an invoice's:
 * what could not be paid now is rejected now.
 * @throws AppError with the form's own field names, also when the name is taken
 */
export async function createLink(
  { merchantId, actorId }: Actor,
  form: NewLinkInput,
  now = new Date(),
): Promise<{ id: string }> {
  const { amount, amountMin, amountMax, endsAt, quantityMax, ...rest } = form;
  const currency = (await loadCatalog()).currency(form.currency);
  if (currency === null) throw wrongField("currency", "This currency is not available.");
  const amounts = { amount, amountMin, amountMax };
  for (const [field, text] of Object.entries(amounts))
    if (text !== null && decimal(text).decimalPlaces() > currency.decimals)
      throw wrongField(field, `Use at most ${currency.decimals} decimals.`);
  if (endsAt !== null && new Date(endsAt) <= now) throw wrongField("endsAt", "Choose a day that is not over.");
  await assertPayable(merchantId, form);
  const { currency: _, ...terms } = rest;
  const link = {
    ...terms,
    id: randomUUID(),
    merchantId,
    currencyCode: currency.code,
    amount: amount === null ? null : decimal(amount),
    amountMin: amountMin === null ? null : decimal(amountMin),
    amountMax: amountMax === null ? null : decimal(amountMax),
    quantityMax: quantityMax ?? 1,
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
  await withTransaction(async (tx) => {
    if ((await countLinksSince(tx, merchantId, new Date(now.getTime() - DAY_MS))) >= LINKS_A_DAY)
      throw new AppError("refused", `At most ${LINKS_A_DAY} payment links can be created a day. Try again tomorrow.`);
    if (!(await insertLink(tx, link))) throw wrongField("name", "This name is taken. Choose another one.");
    const after = { name: form.name, title: form.title, amount, amountMin, amountMax, currency: currency.code };
    await recordAudit(tx, { actorId, merchantId, action: "payment-link.create", target: link.id, after });
  });
  return { id: link.id };
}

/** An open amount without a minimum is checked when a payer enters it. */
async function assertPayable(merchantId: string, { amount, amountMin, currency, urlCallback }: NewLinkInput) {
  const least = amount ?? amountMin;
  try {
    assertCallbackAllowed(urlCallback);
    if (least === null) return;
    const asked = createInvoiceInput.parse({ amount: least, currency, order_id: "any" });
    await priceInvoice(await getMerchant(merchantId), toInvoiceTerms(asked));
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}

/**
 * Changes whether and how much one of the merchant's links sells. Orders that were made stand.
 * @throws AppError `not_found`, also for another merchant's
 */
export async function changeLink({ merchantId, actorId }: Actor, form: ChangeLinkInput, now = new Date()) {
  const found = await getLink(merchantId, form.id);
  const { isActive, stock, useLimit } = form;
  const change = { isActive, stock, useLimit, endsAt: form.endsAt === null ? null : new Date(form.endsAt) };
  await withTransaction(async (tx) => {
    const locked = await lockLink(tx, found.id);
    invariant(locked !== null, "payment links are never deleted");
    await updateLink(tx, found.id, change, now);
    const audited = { before: limitsOf(locked), after: limitsOf(change) };
    await recordAudit(tx, { actorId, merchantId, action: "payment-link.change", target: found.id, ...audited });
  });
}

function limitsOf({ isActive, stock, useLimit, endsAt }: LinkChange) {
  return { isActive, stock, useLimit, endsAt: endsAt?.toISOString() ?? null };
}

/** @throws AppError `not_found`, the same for another merchant's link as for none */
export async function getLink(merchantId: string, id: string): Promise<PaymentLink> {
  const found = await findMerchantLink(merchantId, id);
  if (found === null) throw new AppError("not_found", "Payment link not found.");
  return found;
}
