import { HTTPS_REQUIRED_MESSAGE, NEEDS_TLS } from "@/lib/delivery/webhooks/callback-address";
import { AppError } from "@/lib/kernel/errors";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import type { BatchFields, BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { type CreatePayoutInput, createPayoutInput } from "@/lib/money-out/payouts/schema";

export const batchErrors = {
  notFound: () => new AppError("not_found", "Batch not found."),
  notYours: () =>
    new AppError("forbidden", "Only the person who uploaded this file can submit it. Upload it yourself to submit it."),
  over: () => new AppError("refused", "This batch was cancelled. Upload the file again to submit it."),
  repeated: () =>
    new AppError("refused", "The same file was already submitted. Confirm that everyone in it should be paid again."),
  stale: () =>
    new AppError(
      "refused",
      "The batch was submitted more than an hour ago, and this row has not been paid. Upload the unpaid rows again.",
    ),
  unauthorised: () =>
    new AppError("refused", "The person who submitted the batch can no longer pay out for this merchant."),
  changed: (count: number, first: string) =>
    new AppError(
      "refused",
      `Something has changed since you uploaded it: ${first}${count > 1 ? ` And ${count - 1} more.` : ""} Upload the file again.`,
    ),
} as const;

/** Messages for the machine API's codes, for someone who fills in a table. */
const CODE_MESSAGES: Readonly<Record<string, string>> = {
  "validation.required": "Required.",
  "validation.numeric": "Enter a number with a decimal point and no other characters: 1250.50",
  "validation.regex": "Contains characters that are not allowed.",
  "validation.min.numeric": "Must be above zero.",
  "validation.max.numeric": "Too large.",
  "validation.decimal": "Has more decimals than the coin.",
  "validation.max.string": "Too long.",
  "validation.min.string": "Too short.",
  "validation.boolean": "Enter true (the exact amount arrives) or false (the fee is deducted from it).",
  "validation.in": "Not a valid choice.",
  [NEEDS_TLS]: HTTPS_REQUIRED_MESSAGE,
  "validation.url": "Enter a full URL that starts with https://.",
};
const FIELD_CODE_MESSAGES: Readonly<Record<string, string>> = {
  "amount validation.regex": "Enter a number with a decimal point and no other characters: 1250.50",
  "order_id validation.regex": "Use letters, digits, dashes and underscores.",
  "priority validation.in": "Choose economy, recommended, high or highest, or leave it empty.",
};

export function codeMessage(field: string, code: string): string | undefined {
  return FIELD_CODE_MESSAGES[`${field} ${code}`] ?? CODE_MESSAGES[code];
}

/**
 * Returns the order id of a row, generated if it has none: constant for the life of the batch, so
 * that a row pays once however often it is retried.
 */
export function orderIdOf(batchId: string, number: number, fields: BatchFields): string {
  return fields.order_id || `batch-${batchId}-${number}`;
}

/**
 * Parses a row as the machine API would. An empty `is_subtract` is true, as in the form: exactly
 * the amount arrives. Returns problems if it is malformed.
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
    return { row: number, field, reason: codeMessage(field, message) ?? "Not accepted." };
  });
  return { problems };
}
