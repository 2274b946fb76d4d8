import { randomBytes } from "node:crypto";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { createInvoice } from "@/lib/invoices/create-invoice";
import type { NewInvoiceInput } from "@/lib/invoices/new-invoice-schema";
import { findInvoiceByOrderId } from "@/lib/invoices/repo";
import { createInvoiceInput } from "@/lib/invoices/schema";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { getMerchant } from "@/lib/merchants/get-merchant";

const ORDER_ID_BYTES = 5;

/** Names of the machine API's parameters in the form. */
const FORM_FIELDS: Readonly<Record<string, keyof NewInvoiceInput>> = {
  amount: "amount",
  currency: "currency",
  to_currency: "coin",
  network: "network",
  order_id: "orderId",
  lifetime: "lifetimeSeconds",
  url_callback: "urlCallback",
  url_return: "urlReturn",
  url_success: "urlSuccess",
  additional_data: "additionalData",
};

/**
 * Creates an invoice from the dashboard's form by the same command as the machine API. Unlike there, a known order id is refused:
 * a person who types one twice means two invoices.
 * @throws AppError, with the form's own field names
 */
export async function createInvoiceFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewInvoiceInput,
): Promise<{ id: string }> {
  const orderId = form.orderId ?? `inv-${randomBytes(ORDER_ID_BYTES).toString("hex")}`;
  if (await findInvoiceByOrderId(merchantId, orderId)) throw orderIdTaken();
  const input = createInvoiceInput.parse({
    amount: form.amount,
    currency: form.currency,
    to_currency: form.coin,
    network: form.network,
    order_id: orderId,
    lifetime: String(form.lifetimeSeconds),
    url_callback: form.urlCallback,
    url_return: form.urlReturn,
    url_success: form.urlSuccess,
    additional_data: form.additionalData,
  });
  try {
    const invoice = await createInvoice(await getMerchant(merchantId), input);
    // After it, not with it: making an invoice is one statement, for which the machine API's clients wait.
    const after = { orderId, amount: form.amount, currency: form.currency };
    await withTransaction((tx) =>
      recordAudit(tx, { actorId, merchantId, action: "invoice.create", target: invoice.id, after }),
    );
    return { id: invoice.id };
  } catch (error) {
    throw inFormWords(error);
  }
}

function inFormWords(error: unknown): unknown {
  if (!(error instanceof AppError) || error.fields === undefined) return error;
  if (error.fields["order_id"]) return orderIdTaken();
  const fields = Object.entries(error.fields).map(([name]) => [FORM_FIELDS[name] ?? name, ["This is not accepted."]]);
  return new AppError("invalid_request", "Something is not filled in right.", { fields: Object.fromEntries(fields) });
}

function orderIdTaken(): AppError {
  return new AppError("invalid_request", "That order id is taken.", {
    fields: { orderId: ["There is an invoice or a wallet with this order id already."] },
  });
}
