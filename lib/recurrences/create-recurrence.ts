import { randomUUID } from "node:crypto";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { invalidParameter } from "@/lib/errors";
import { fixedCoin } from "@/lib/invoices/allowed-services";
import { coinErrors } from "@/lib/invoices/coin-error";
import { isOrderIdClaimed } from "@/lib/invoices/insert-invoice-repo";
import { isTemporaryFailure } from "@/lib/invoices/temporary-failure";
import { log } from "@/lib/log";
import { mailSender } from "@/lib/mail/mail-settings";
import type { Merchant } from "@/lib/merchants/merchant";
import type { Decimal } from "@/lib/money/decimal";
import { roundUpToUnit } from "@/lib/money/rounding";
import { findRate } from "@/lib/rates/queries";
import { StaleRateError } from "@/lib/rates/stale-rate-error";
import { pricePeriod } from "@/lib/recurrences/price-period";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { findRecurrenceByOrderId, insertRecurrence, type NewRecurrence } from "@/lib/recurrences/repo";
import type { CreateRecurrenceInput } from "@/lib/recurrences/schema";

/** Decimals that the interface shows of a coin. */
const PAYER_DECIMALS = 8;
/** The scale of the column. */
const USD_DECIMALS = 18;
const HALF_EVEN = 6;

/**
 * Creates a plan of recurring payments, or answers the one that the merchant made with the same order id, whatever else is in `input`.
 * Parallel calls of one order id make one plan. Its periods are judged like invoices: what could not be paid now is refused now.
 *
 * @throws AppError with the specification's text for what an invoice would be refused with; `The terminal was not found` also where this
 * gateway sends no mail, because no payer could accept it; `order_id: validation.unique` when an invoice or a static wallet has it
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

/** The plan that has the order id. @throws AppError `order_id: validation.unique` when something else has it */
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
