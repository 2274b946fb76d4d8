import { randomBytes } from "node:crypto";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import { noteCreated } from "@/lib/kernel/work-context";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { insertInvoiceWithin, type NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import {
  linkErrors,
  linkState,
  type PaymentLink,
  paymentLinkUrl,
  type TakenPlaces,
} from "@/lib/money-in/payment-links/payment-link";
import { type LinkOrder, type OrderForm, readOrder } from "@/lib/money-in/payment-links/read-order";
import { countForLimits, findOrderOfForm, insertOrder, lockLink } from "@/lib/money-in/payment-links/repo";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const ORDER_ID_BYTES = 6;

/** A submitted form: its own random key, and its fields. */
export type SubmittedForm = OrderForm & { readonly formKey: string };

/**
 * Makes the invoice of one submitted form and returns its id; a repeated submission returns the
 * same invoice. Priced before the link is locked, by the rules of any invoice; written in one
 * transaction with its place in the link's limits, which are decided under the link's lock.
 *
 * @throws AppError one of {@link linkErrors}; with the specification's text when the merchant
 *   cannot have such an invoice now
 */
export async function orderFromLink(link: PaymentLink, form: SubmittedForm, now = new Date()): Promise<string> {
  const currency = (await loadCatalog()).currency(link.currencyCode);
  if (currency === null) throw linkErrors.closed();
  const order = readOrder(link, form, currency.decimals);
  const former = await findFormer(database(), link, order, form.formKey);
  if (former !== null) return former;
  // Refused early, so that a link that sells nothing costs no prices.
  assertSells(link, order, await countForLimits(database(), link), now);
  const priced = await priceInvoice(await getMerchant(link.merchantId), termsOf(link, order));
  // Checked when it was set, as of every object (callback-address.ts).
  const invoice = { ...priced, urlCallback: link.urlCallback };
  return await withTransaction((tx) => orderInTransaction(tx, { link, order, invoice, formKey: form.formKey, now }));
}

function termsOf(link: PaymentLink, { amount, payerEmail }: LinkOrder) {
  const asked = createInvoiceInput.parse({
    amount: amount.toFixed(),
    currency: link.currencyCode,
    order_id: `${link.name}-${randomBytes(ORDER_ID_BYTES).toString("hex")}`,
    url_return: paymentLinkUrl(link.name),
    additional_data: `payment_link=${link.id}`,
  });
  return { ...toInvoiceTerms(asked), payerEmail };
}

type Ordering = {
  readonly link: PaymentLink;
  readonly order: LinkOrder;
  readonly invoice: NewInvoice;
  readonly formKey: string;
  readonly now: Date;
};

async function orderInTransaction(tx: Tx, { link, order, invoice, formKey, now }: Ordering): Promise<string> {
  const locked = await lockLink(tx, link.id);
  invariant(locked !== null, "payment links are never deleted");
  const former = await findFormer(tx, locked, order, formKey);
  if (former !== null) return former;
  assertSells(locked, order, await countForLimits(tx, locked), now);
  if (await arePaymentsBlocked(tx, locked.merchantId)) throw refusal("payments_blocked");
  if (!(await insertInvoiceWithin(tx, invoice)))
    throw coinErrors.terminalNotFound({ pool: invoice.quote?.service.network.family });
  const { quantity, note } = order;
  await insertOrder(tx, { invoiceId: invoice.id, linkId: link.id, formKey, quantity, note });
  noteCreated("invoice", invoice.id);
  return invoice.id;
}

/** Returns the id of the invoice that a form has made, whatever it said; null if it made none. */
export async function findInvoiceOfForm(link: PaymentLink, formKey: string): Promise<string | null> {
  return (await findOrderOfForm(database(), link.id, formKey))?.invoiceId ?? null;
}

/** The invoice that this form made before. @throws AppError if it said something else then */
async function findFormer(tx: Tx, link: PaymentLink, order: LinkOrder, formKey: string): Promise<string | null> {
  const former = await findOrderOfForm(tx, link.id, formKey);
  if (former === null) return null;
  const asksSame = former.quantity === order.quantity && former.amount.eq(order.amount);
  if (!asksSame || former.note !== order.note || former.payerEmail !== order.payerEmail) throw linkErrors.formUsed();
  return former.invoiceId;
}

function assertSells(link: PaymentLink, order: LinkOrder, taken: TakenPlaces, now: Date): void {
  const state = linkState(link, taken, now);
  if (state.kind === "closed") throw linkErrors.closed();
  if (state.kind === "sold-out") throw linkErrors.soldOut();
  if (state.piecesLeft !== null && order.quantity > state.piecesLeft) throw linkErrors.fewLeft();
}
