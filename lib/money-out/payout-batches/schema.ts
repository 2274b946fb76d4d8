import { z } from "zod";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

/** Payout batches. Safe for the browser; amounts are plain decimal text. */

export const BATCH_ROWS_MAX = 1_000;
export const BATCH_BYTES_MAX = 1024 * 1024;
const FILE_NAME_CHARACTERS_MAX = 120;

/**
 * Columns of the file, by the names of `/v1/payout`, in the order of the template. The first three
 * are required.
 */
export const BATCH_COLUMNS = [
  "amount",
  "currency",
  "address",
  "network",
  "to_currency",
  "from_currency",
  "is_subtract",
  "memo",
  "order_id",
  "priority",
  "course_source",
  "url_callback",
] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];
export const REQUIRED_COLUMNS: readonly BatchColumn[] = ["amount", "currency", "address"];

/** The cells of a row, trimmed; empty if the file has no such column. */
export const batchFields = z.record(z.enum(BATCH_COLUMNS), z.string());
export type BatchFields = z.output<typeof batchFields>;

export const BATCH_STATUSES = ["checked", "submitted", "done", "cancelled"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const uploadQuery = z.object({ fileName: z.string().trim().min(1).max(FILE_NAME_CHARACTERS_MAX) });

/**
 * A finding about a row, by its spreadsheet number (the header is 1), or about the file as a whole.
 */
const finding = z.object({ row: z.int().nullable(), field: z.string().nullable(), reason: z.string() });
export type BatchFinding = z.output<typeof finding>;

/** What submitting the file would do. */
export const batchCheckView = z.object({
  /** Null: the file has problems to fix first and was not stored. */
  id: z.uuid().nullable(),
  fileName: z.string(),
  rowCount: z.int(),
  /** Each problem blocks the whole file. */
  problems: z.array(finding),
  /** The total; may exceed the number listed. */
  problemCount: z.int(),
  /** Worth checking, but not blocking. */
  warnings: z.array(finding),
  warningCount: z.int(),
  /** What each balance pays, including fees, and what it has. */
  debits: z.array(
    z.object({ currency: z.string(), amount: z.string(), spendable: z.string(), missing: z.string().nullable() }),
  ),
  /** What arrives, by coin and network. */
  arrivals: z.array(
    z.object({ currency: z.string(), networkName: z.string(), amount: z.string(), fee: z.string(), count: z.int() }),
  ),
  /** Rows that require a second person's approval. */
  approvalCount: z.int(),
  /**
   * Why all rows require approval because of the file's total value, as text; null: decided row by
   * row.
   */
  approval: z.string().nullable(),
  /** Rows whose address resembles one that was paid before. */
  lookAlikeCount: z.int(),
  /** Whether some amounts depend on a rate until they are submitted. */
  hasMovingRates: z.boolean(),
  /** The same file was submitted before. */
  sameFile: z.object({ id: z.uuid(), submittedAt: z.iso.datetime() }).nullable(),
});
export type BatchCheckView = z.output<typeof batchCheckView>;

const batchCounts = z.object({
  rows: z.int(),
  /** Rows without a payout or a refusal. */
  open: z.int(),
  refused: z.int(),
  check: z.int(),
  process: z.int(),
  paid: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
export type BatchCounts = z.output<typeof batchCounts>;

export const batchRowView = z.object({
  id: z.uuid(),
  fileName: z.string(),
  status: z.enum(BATCH_STATUSES),
  uploadedBy: z.string(),
  createdAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  counts: batchCounts,
});
export type BatchRowView = z.output<typeof batchRowView>;

export const batchListQuery = z.object({
  cursor: listPosition.optional(),
});
export const batchPageView = z.object({ items: z.array(batchRowView), nextCursor: z.string().nullable() });
export type BatchPageView = z.output<typeof batchPageView>;

export const batchDetailView = batchRowView.extend({
  /** Whether the viewer uploaded it: only the uploader may submit it. */
  isYours: z.boolean(),
  /** Whether any part of it may still change. */
  isMoving: z.boolean(),
  /** Payouts that wait for a second person's approval. */
  approvalCount: z.int(),
  /** What prevents the viewer from approving. */
  blocker: z.enum(["own", "role"]).nullable(),
  /** Rows without a signed transaction, which cancelling would return. */
  cancellableCount: z.int(),
  /** What was debited for the payouts created so far, and what was returned, by balance. */
  debits: z.array(z.object({ currency: z.string(), amount: z.string(), returned: z.string() })),
});
export type BatchDetailView = z.output<typeof batchDetailView>;

export const BATCH_ROW_GROUPS = ["trouble", "waiting", "moving", "paid"] as const;
export type BatchRowGroup = (typeof BATCH_ROW_GROUPS)[number];

export const batchRowsQuery = z.object({
  id: z.uuid(),
  group: z.enum(BATCH_ROW_GROUPS).optional(),
  /** Number of the last row on the previous page. */
  cursor: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
});

export const batchItemView = z.object({
  number: z.int(),
  amount: z.string(),
  currency: z.string(),
  address: z.string(),
  /**
   * Display name of the network; as written in the file if unknown, null if the file names none and
   * there are several.
   */
  networkName: z.string().nullable(),
  orderId: z.string(),
  /** Why it was not created. */
  refusal: z.string().nullable(),
  payout: z
    .object({
      id: z.uuid(),
      status: z.enum(PAYOUT_STATUSES),
      sentAmount: z.string(),
      currency: z.string(),
      failure: z.string().nullable(),
    })
    .nullable(),
});
export type BatchItemView = z.output<typeof batchItemView>;
export const batchItemsView = z.object({ items: z.array(batchItemView), nextCursor: z.string().nullable() });

export const batchIdInput = z.object({ id: z.uuid() });
export const confirmBatchInput = z.object({
  id: z.uuid(),
  /** The user knows that the same file was submitted before, and confirms the repeat. */
  isRepeatMeant: z.boolean(),
});
export const approvedView = z.object({
  approved: z.int(),
  /** Why others were not approved, each reason once. */
  refusals: z.array(z.string()),
});
