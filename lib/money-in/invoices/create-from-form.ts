import { randomBytes } from "node:crypto";
import { ZodError } from "zod";
import { HTTPS_REQUIRED_MESSAGE, NEEDS_TLS } from "@/lib/delivery/webhooks/callback-address";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { createTokenBuckets, type Rate } from "@/lib/kernel/http/address-limits";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import { isLimitError } from "@/lib/money-in/invoices/allowed-services";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import type { NewInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { findInvoiceByOrderId } from "@/lib/money-in/invoices/read-invoice-repo";
import { createInvoiceInput, type InvoiceTerms, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { errorText } from "@/lib/people/guards/refusal-text";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/**
 * Typing causes a few previews a minute, and a form left open causes one; each prices every coin
 * and renders a page.
 */
const PREVIEWS: Rate = { perSecond: 0.5, burst: 30 };

/** Per web process, like the payment pages' limit (decision 0020). */
const buckets = createTokenBuckets(20_000, { sharedAs: "invoice form" });

/**
 * Takes one preview from a person's allowance, across all their merchants.
 * @throws AppError `rate_limited` when it is used up, with the seconds to wait
 */
export function limitPreviews(userId: string, now = Date.now()): void {
  const retryAfterSeconds = buckets.take(userId, PREVIEWS, now);
  if (retryAfterSeconds === 0) return;
  const message =
    "Too many previews in a short time. The preview updates within a minute, or when you change something. You can still create the invoice.";
  throw new AppError("rate_limited", message, { retryAfterSeconds });
}

/** The form's field names by machine API parameter. */
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
  subtract: "subtractPercent",
  accuracy_payment_percent: "accuracyPercent",
  discount_percent: "discountPercent",
  currencies: "coins",
  except_currencies: "coins",
  course_source: "requestedRateSource",
  payer_email: "payerEmail",
  from_referral_code: "referralCode",
};

const VALUE_MESSAGES: Readonly<Record<string, string>> = {
  "validation.decimal": "Use at most 18 decimals.",
  [NEEDS_TLS]: HTTPS_REQUIRED_MESSAGE,
  "validation.max.numeric": "The amount is too large for one invoice.",
};

/** Errors for which the form has a more specific text than other pages. */
const SENTENCES: Partial<Record<Reason, string>> = {
  terminal_not_found: "No network is ready for this payment at the moment. Try again later.",
  price_unavailable: "There is no current price for this coin. Try again in a minute.",
  convert_failed: "No source has a price for this coin in that currency.",
  wallet_not_found: "Your settings accept none of the available coins.",
  service_not_found: "Payments on this network are not possible.",
  to_currency_not_found: "Payments in this coin are not possible.",
};

/**
 * Parses the dashboard's form by the rules of the machine API. @throws ZodError with the machine
 * API's names
 */
export function toTerms(form: NewInvoiceInput, orderId: string): InvoiceTerms {
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
    is_payment_multiple: form.isPaymentMultiple,
    subtract: form.subtractPercent,
    accuracy_payment_percent: form.accuracyPercent,
    discount_percent: form.discountPercent,
    currencies: form.coinRule === "only" ? form.coins : null,
    except_currencies: form.coinRule === "except" ? form.coins : null,
    course_source: form.requestedRateSource,
    payer_email: form.payerEmail,
    from_referral_code: form.referralCode,
  });
  return toInvoiceTerms(input);
}

/**
 * Translates an error of the machine API's command to the form's names and texts; returns any other
 * error unchanged.
 */
export function toInvoiceFormError(error: unknown): unknown {
  if (error instanceof ZodError)
    return wrongFields(error.issues.map(({ path, message }) => [String(path[0]), message]));
  if (!(error instanceof AppError)) return error;
  if (error.fields?.["order_id"]) return orderIdTaken();
  if (isRefusal(error)) {
    const text = SENTENCES[error.reason] ?? errorText(error);
    const fields = isLimitError(error) && { fields: { amount: [text] } };
    return new AppError(isLimitError(error) ? "invalid_request" : error.code, text, { cause: error, ...fields });
  }
  if (error.fields !== undefined)
    return wrongFields(Object.entries(error.fields).map(([name, [text = ""]]) => [name, text]));
  return error;
}

/** Takes the machine API's names and texts. */
function wrongFields(wrong: readonly (readonly [name: string, text: string])[]): AppError {
  const fields = wrong.map(([name, text]) => [FORM_FIELDS[name] ?? name, [valueMessage(text)]] as const);
  const [first] = fields;
  const message = first?.[1][0] ?? "Check the highlighted fields.";
  return new AppError("invalid_request", message, { fields: Object.fromEntries(fields) });
}

function valueMessage(text: string): string {
  return VALUE_MESSAGES[text] ?? "This is not accepted.";
}

export function orderIdTaken(): AppError {
  return new AppError("invalid_request", "This order ID is already used.", {
    fields: { orderId: ["An invoice, static wallet or recurring payment with this order ID already exists."] },
  });
}

const ORDER_ID_BYTES = 5;

/**
 * Creates an invoice from the dashboard's form by the same command as the machine API. Unlike
 * there, a known order id is rejected: a person who types one twice means two invoices.
 * @throws AppError, with the form's own field names
 */
export async function createInvoiceFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewInvoiceInput,
): Promise<{ id: string }> {
  const orderId = form.orderId ?? `inv-${randomBytes(ORDER_ID_BYTES).toString("hex")}`;
  if (await findInvoiceByOrderId(merchantId, orderId)) throw orderIdTaken();
  try {
    const invoice = await createInvoice(await getMerchant(merchantId), toTerms(form, orderId));
    // Recorded after the insert, not with it: creating an invoice is one statement, for which the
    // machine API's clients wait.
    const after = { orderId, amount: form.amount, currency: form.currency };
    await withTransaction((tx) =>
      recordAudit(tx, { actorId, merchantId, action: "invoice.create", target: invoice.id, after }),
    );
    return { id: invoice.id };
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}
