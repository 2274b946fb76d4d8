import { NEEDS_TLS, NEEDS_TLS_WORDS } from "@/lib/delivery/webhooks/callback-address";
import { AppError } from "@/lib/kernel/errors";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import type { BatchFields, BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { type CreatePayoutInput, createPayoutInput } from "@/lib/money-out/payouts/schema";

export const batchErrors = {
  notFound: () => new AppError("not_found", "There is no such file of payouts."),
  notYours: () => new AppError("forbidden", "Who uploaded the file orders it. Upload it yourself to order it."),
  over: () => new AppError("refused", "This file was cancelled. Upload it again to order it."),
  repeated: () =>
    new AppError(
      "refused",
      "The very same file was ordered before. Confirm that everything in it is to be paid again.",
    ),
  stale: () =>
    new AppError(
      "refused",
      "The file was ordered more than an hour ago, and this row was not paid since. Upload what is still to be paid again.",
    ),
  unauthorised: () => new AppError("refused", "Who ordered the file may not pay out for this merchant any more."),
  changed: (count: number, first: string) =>
    new AppError(
      "refused",
      `Something has changed since you uploaded it: ${first}${count > 1 ? ` And ${count - 1} more.` : ""} Upload the file again.`,
    ),
} as const;

/** What the machine API's codes mean for who fills in a table. */
const CODE_WORDS: Readonly<Record<string, string>> = {
  "validation.required": "This has to be filled in.",
  "validation.numeric": "This is no number. Write it with a point for decimals and nothing else: 1250.50",
  "validation.regex": "This has characters that are not allowed here.",
  "validation.min.numeric": "This has to be more than zero.",
  "validation.max.numeric": "This is more than there can be.",
  "validation.decimal": "This has more decimals than the coin has.",
  "validation.max.string": "This is too long.",
  "validation.min.string": "This is too short.",
  "validation.boolean": "Write true (exactly the amount arrives) or false (the fee is taken out of it).",
  "validation.in": "This is not one of the choices.",
  [NEEDS_TLS]: NEEDS_TLS_WORDS,
  "validation.url": "This is no whole address, beginning with https://.",
};
const FIELD_CODE_WORDS: Readonly<Record<string, string>> = {
  "amount validation.regex": "Write it with a point for decimals and nothing else: 1250.50",
  "order_id validation.regex": "Use letters, digits, dashes and underscores.",
  "priority validation.in": "Choose economy, recommended, high or highest, or leave it empty.",
};

export function codeWords(field: string, code: string): string | undefined {
  return FIELD_CODE_WORDS[`${field} ${code}`] ?? CODE_WORDS[code];
}

/** The order id of a row that has none of its own: one for the life of the batch, so that a row pays once however often it is tried. */
export function orderIdOf(batchId: string, number: number, fields: BatchFields): string {
  return fields.order_id || `batch-${batchId}-${number}`;
}

/**
 * A row as the machine API takes it. Left empty, `is_subtract` is true as in the form: exactly the amount arrives. Null findings: it is
 * well-formed.
 */
export function readOrder(
  batchId: string,
  { number, fields }: ParsedRow,
): { readonly input: CreatePayoutInput } | { readonly problems: readonly BatchFinding[] } {
  const parsed = createPayoutInput.safeParse({
    ...fields,
    order_id: orderIdOf(batchId, number, fields),
    is_subtract: fields.is_subtract || "true",
  });
  if (parsed.success) return { input: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => {
    const field = String(path[0]);
    return { row: number, field, reason: codeWords(field, message) ?? "This is not accepted." };
  });
  return { problems };
}
