import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";
import { coinErrors, fixedCoin, isTemporaryFailure } from "@/lib/money-in/invoices/allowed-services";
import { orderIdTaken, toInvoiceFormError } from "@/lib/money-in/invoices/create-from-form";
import { isOrderIdClaimed } from "@/lib/money-in/invoices/insert-invoice-repo";
import type { NewRecurrenceInput } from "@/lib/money-in/recurrences/dashboard-schema";
import { pricePeriod } from "@/lib/money-in/recurrences/price-period";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { findRecurrenceByOrderId, insertRecurrence, type NewRecurrence } from "@/lib/money-in/recurrences/repo";
import { type CreateRecurrenceInput, createRecurrenceInput } from "@/lib/money-in/recurrences/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { findRate } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";

/** Decimals that the API shows of a coin. */
const PAYER_DECIMALS = 8;
/** The scale of the column. */
const USD_DECIMALS = 18;
const HALF_EVEN = 6;

/**
 * Creates a plan of recurring payments, or returns the merchant's existing one with the same order
 * id, whatever else is in `input`. Concurrent calls with one order id create one plan. Its terms
 * are checked like an invoice's: what could not be paid now is rejected now.
 *
 * @throws AppError with the specification's text for the errors of an invoice; `terminal_not_found`
 *   also where this gateway sends no mail, because no payer could accept it;
 *   `order_id: validation.unique` when an invoice or a static wallet has it
 */
export async function createRecurrence(merchant: Merchant, input: CreateRecurrenceInput): Promise<Recurrence> {
  try {
    return await createOrFind(merchant, input);
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error;
    log().error({ err: error, merchant: merchant.id }, "a plan of recurring payments could not be written");
    throw coinErrors.serverError(error);
  }
}

async function createOrFind(merchant: Merchant, input: CreateRecurrenceInput): Promise<Recurrence> {
  const { order_id: orderId } = input;
  const first = orderId === null ? null : await findRecurrenceByOrderId(merchant.id, orderId);
  if (first !== null) return first;
  const plan = await preparePlan(merchant, input).catch(async (refusal: unknown) => {
    if (orderId !== null && (await isOrderIdClaimed(merchant.id, orderId))) return null;
    throw refusal;
  });
  const inserted = plan && (await withTransaction((tx) => insertRecurrence(tx, plan)));
  return inserted ?? (await findFirst(merchant.id, orderId));
}

/**
 * Finds the plan with the order id. @throws AppError `order_id: validation.unique` when something
 * else has it
 */
async function findFirst(merchantId: string, orderId: string | null): Promise<Recurrence> {
  const first = orderId === null ? null : await findRecurrenceByOrderId(merchantId, orderId);
  if (first === null) throw invalidParameter("order_id", "validation.unique");
  return first;
}

async function preparePlan(merchant: Merchant, input: CreateRecurrenceInput): Promise<NewRecurrence> {
  const terms = {
    id: randomUUID(),
    orderId: input.order_id,
    currencyCode: input.currency,
    toCurrencyCode: input.to_currency,
    urlCallback: input.url_callback,
    additionalData: input.additional_data,
    payerEmail: null,
  };
  const priced = await pricePeriod(merchant, terms, input.amount);
  if (input.discount_amount !== null) await pricePeriod(merchant, terms, input.amount.minus(input.discount_amount));
  if (mailSender() === null) throw coinErrors.terminalNotFound({ mail: "off" });
  const { currencyCode, toCurrencyCode } = priced;
  const { payerEmail: _, ...rest } = terms;
  return {
    ...rest,
    merchantId: merchant.id,
    name: input.name,
    amount: input.amount,
    currencyCode,
    toCurrencyCode,
    interval: input.period,
    discountDays: input.discount_days,
    discountAmount: input.discount_amount,
    payerAmount: await payerAmountOf(await loadCatalog(), input.amount, { currencyCode, toCurrencyCode }),
    payerAmountUsd: (await converted(input.amount, currencyCode, "USD")).toDecimalPlaces(USD_DECIMALS, HALF_EVEN),
    createdAt: new Date(),
  };
}

type Codes = { readonly currencyCode: string; readonly toCurrencyCode: string | null };

/** Null when the payer chooses the coin. */
async function payerAmountOf(catalog: Catalog, amount: Decimal, codes: Codes): Promise<Decimal | null> {
  const coin = fixedCoin(catalog, codes);
  return coin === null ? null : roundUpToUnit(await converted(amount, codes.currencyCode, coin), PAYER_DECIMALS);
}

async function converted(amount: Decimal, from: string, to: string): Promise<Decimal> {
  try {
    return amount.times((await findRate({ from, to })).rate);
  } catch (error) {
    throw error instanceof StaleRateError ? coinErrors.gatewayError(error) : error;
  }
}

/**
 * Creates a plan from the dashboard's form by the same command as the machine API. Unlike there, a
 * known order id is rejected: a person who types one twice means two plans.
 * @throws AppError, with the form's own field names
 */
export async function createRecurrenceFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewRecurrenceInput,
): Promise<{ id: string }> {
  if (form.orderId !== null && (await findRecurrenceByOrderId(merchantId, form.orderId))) throw orderIdTaken();
  if (mailSender() === null)
    throw new AppError("unavailable", "This gateway does not send e-mail, so payers can't accept plans.");
  try {
    const { id } = await createRecurrence(await getMerchant(merchantId), toInput(form));
    const { name, orderId, amount, currency } = form;
    const after = { name, orderId, amount, currency, interval: form.interval };
    await withTransaction((tx) =>
      recordAudit(tx, { actorId, merchantId, action: "recurrence.create", target: id, after }),
    );
    return { id };
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}

/** @throws ZodError with the machine API's names */
function toInput(form: NewRecurrenceInput) {
  return createRecurrenceInput.parse({
    amount: form.amount,
    currency: form.currency,
    name: form.name,
    period: form.interval,
    to_currency: form.coin,
    order_id: form.orderId,
    url_callback: form.urlCallback,
    discount_days: form.discountDays,
    discount_amount: form.discountAmount,
    additional_data: form.additionalData,
  });
}
