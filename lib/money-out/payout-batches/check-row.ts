import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import { codeMessage, readOrder } from "@/lib/money-out/payout-batches/batch-order";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import type { BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { findLookAlike } from "@/lib/money-out/payouts/dashboard-preview";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { type PayoutPlan, planPayout } from "@/lib/money-out/payouts/plan-payout";
import type { CreatePayoutInput } from "@/lib/money-out/payouts/schema";
import { approvalReason, findValue, type OutflowLimits } from "@/lib/people/guards/evaluate-value";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** A valid row, ready to be submitted. */
export type GoodRow = {
  readonly number: number;
  readonly input: CreatePayoutInput;
  readonly plan: PayoutPlan;
  /** The value that counts against limits; null: no fresh price is available. */
  readonly valueUsd: Decimal | null;
  /** Why a second person would have to approve it, or null. */
  readonly approval: string | null;
  readonly lookAlike: string | null;
};
export type CheckedRow = { readonly good: GoodRow } | { readonly problems: readonly BatchFinding[] };

/** Maps the form's fields back to the file's columns. */
const COLUMN_OF_FIELD: Readonly<Record<string, string>> = {
  coin: "to_currency",
  fromCurrency: "from_currency",
  requestedRateSource: "course_source",
  orderId: "order_id",
  urlCallback: "url_callback",
};

/** The column to correct, for reasons without a form field. */
const COLUMN_OF_REASON: Partial<Record<Reason, string>> = {
  currency_not_found: "currency",
  network_not_found: "network",
  to_currency_not_found: "to_currency",
};

/**
 * Returns the plan of a row, the same as for a single payout, or what is wrong with it. Balances
 * are checked for the file as a whole. Writes nothing but fee quotes.
 */
export async function checkRow(
  merchant: Merchant,
  limits: OutflowLimits,
  batchId: string,
  row: ParsedRow,
): Promise<CheckedRow> {
  const order = readOrder(batchId, row);
  if ("problems" in order) return order;
  try {
    assertCallbackAllowed(order.input.url_callback);
    const plan = await planPayout(merchant, order.input, { mustBeCovered: false });
    return { good: await judge(merchant.id, limits, { number: row.number, input: order.input, plan }) };
  } catch (error) {
    return { problems: findingsOf(row.number, error, await networkNameOf(row.fields.network)) };
  }
}

async function judge(
  merchantId: string,
  { approvalAboveUsd }: OutflowLimits,
  row: Pick<GoodRow, "number" | "input" | "plan">,
): Promise<GoodRow> {
  const { service, address, debitedAmount: amount, fromCode: currency } = row.plan;
  const [valueUsd, lookAlike] = await Promise.all([
    findValue(database(), { amount, currency }),
    findLookAlike({ merchantId, destination: address === null ? null : { network: service.network, address } }),
  ]);
  const approval = approvalAboveUsd === null ? null : approvalReason({ currency }, valueUsd, approvalAboveUsd);
  return { ...row, valueUsd, approval, lookAlike };
}

/** Returns the display name of a row's network; empty if the row names none. */
export async function networkNameOf(code: string): Promise<string> {
  return (await loadCatalog()).network(code)?.name ?? code;
}

/**
 * Converts the refusal of a payout to findings about its row, with the network's display
 * name. @throws any other error unchanged
 */
export function findingsOf(row: number | null, error: unknown, networkName: string): BatchFinding[] {
  if (!(error instanceof AppError)) throw error;
  const own = Object.entries(error.fields ?? {}).flatMap(([field, [code]]) => {
    const reason = code && codeMessage(field, code);
    return reason ? [{ row, field, reason }] : [];
  });
  if (own.length > 0) return own;
  const column = isRefusal(error) ? COLUMN_OF_REASON[error.reason] : undefined;
  const said = toFormError(error, networkName || undefined);
  if (!(said instanceof AppError)) throw error;
  if (column !== undefined) return [{ row, field: column, reason: said.message }];
  const fields = Object.entries(said.fields ?? {});
  if (fields.length === 0) return [{ row, field: null, reason: said.message }];
  return fields.map(([field, [reason]]) => ({
    row,
    field: COLUMN_OF_FIELD[field] ?? field,
    reason: reason ?? said.message,
  }));
}
