import { z } from "zod";
import { listPosition } from "@/lib/kernel/paging/list-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

/** Files of payouts. Safe for the browser; amounts are plain decimal text. */

export const BATCH_ROWS_MAX = 1_000;
export const BATCH_BYTES_MAX = 1024 * 1024;
const FILE_NAME_CHARACTERS_MAX = 120;

/**
 * Columns of the file, by the names of `/v1/payout`, in the order of the template. The first three
 * have to be there.
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

/** The cells of a row, trimmed; empty where the file has none. */
export const batchFields = z.record(z.enum(BATCH_COLUMNS), z.string());
export type BatchFields = z.output<typeof batchFields>;

export const BATCH_STATUSES = ["checked", "submitted", "done", "cancelled"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const uploadQuery = z.object({ fileName: z.string().trim().min(1).max(FILE_NAME_CHARACTERS_MAX) });

/**
 * Something of the file: of a row by the number that spreadsheets give it (the header is 1), or of
 * the file as a whole.
 */
const finding = z.object({ row: z.int().nullable(), field: z.string().nullable(), reason: z.string() });
export type BatchFinding = z.output<typeof finding>;

/** What the file would do, looked at and not done. */
export const batchCheckView = z.object({
  /** Null: something has to be mended first, and nothing was kept of the file. */
  id: z.uuid().nullable(),
  fileName: z.string(),
  rowCount: z.int(),
  /** Each keeps the whole file from being ordered. */
  problems: z.array(finding),
  /** More than are listed. */
  problemCount: z.int(),
  /** Worth a look, and no blocker. */
  warnings: z.array(finding),
  warningCount: z.int(),
  /** What each balance gives, all fees included, and what it has. */
  debits: z.array(
    z.object({ currency: z.string(), amount: z.string(), spendable: z.string(), missing: z.string().nullable() }),
  ),
  /** What arrives, coin by coin and network by network. */
  arrivals: z.array(
    z.object({ currency: z.string(), networkName: z.string(), amount: z.string(), fee: z.string(), count: z.int() }),
  ),
  /** Rows that a second person has to agree to. */
  approvalCount: z.int(),
  /** Why all of them, for what the file is worth as a whole, in words; null: row by row. */
  approval: z.string().nullable(),
  /** Rows whose address looks like another one that was paid before. */
  lookAlikeCount: z.int(),
  /** Whether some amounts follow a rate until the moment at which they are ordered. */
  hasMovingRates: z.boolean(),
  /** The very same file was ordered before. */
  sameFile: z.object({ id: z.uuid(), submittedAt: z.iso.datetime() }).nullable(),
});
export type BatchCheckView = z.output<typeof batchCheckView>;

const batchCounts = z.object({
  rows: z.int(),
  /** Not made into a payout, and not refused. */
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
  /** Whether the person who looks uploaded it: only they may order it. */
  isYours: z.boolean(),
  /** Whether anything of it may still change. */
  isMoving: z.boolean(),
  /** Payouts that wait for a second person's agreement. */
  approvalCount: z.int(),
  /** What keeps whoever looks from agreeing. */
  blocker: z.enum(["own", "role"]).nullable(),
  /** Rows of which nothing is signed: what cancelling would take back. */
  cancellableCount: z.int(),
  /** What was taken for the payouts made so far, and what of it came back, by balance. */
  debits: z.array(z.object({ currency: z.string(), amount: z.string(), returned: z.string() })),
});
export type BatchDetailView = z.output<typeof batchDetailView>;

export const BATCH_ROW_GROUPS = ["trouble", "waiting", "moving", "paid"] as const;
export type BatchRowGroup = (typeof BATCH_ROW_GROUPS)[number];

export const batchRowsQuery = z.object({
  id: z.uuid(),
  group: z.enum(BATCH_ROW_GROUPS).optional(),
  /** The number of the last row of the page before. */
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
   * What people call the network; as the file has it where nobody knows it, null where it names
   * none and there are several.
   */
  networkName: z.string().nullable(),
  orderId: z.string(),
  /** Why it was not ordered. */
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
  /** The person knows that the very same file was ordered before, and means it. */
  isRepeatMeant: z.boolean(),
});
export const approvedView = z.object({
  approved: z.int(),
  /** Why others were not, each reason once. */
  refusals: z.array(z.string()),
});
