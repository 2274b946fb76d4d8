import { createHash, randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { checkBatch, unreadableBatch } from "@/lib/money-out/payout-batches/check-batch";
import { type ParsedRow, parseBatchFile } from "@/lib/money-out/payout-batches/parse-batch-file";
import { findSubmittedDuplicate, insertBatch } from "@/lib/money-out/payout-batches/repo";
import {
  BATCH_COLUMNS,
  type BatchCheckView,
  type BatchColumn,
  type BatchFields,
} from "@/lib/money-out/payout-batches/schema";

/** Columns that are case-insensitive. */
const CASELESS: ReadonlySet<BatchColumn> = new Set([
  "currency",
  "network",
  "to_currency",
  "from_currency",
  "is_subtract",
  "priority",
]);

/**
 * Returns the sha256 of the content of a file's rows, to detect repeats. The way the file was saved
 * (line endings, delimiter, quotes, order of rows and columns, empty lines, trailing zeros of
 * amounts) does not affect it, because such a file would pay the same people the same amounts
 * again.
 */
export function hashRows(rows: readonly Pick<ParsedRow, "fields">[]): Uint8Array {
  const lines = rows.map(({ fields }) => JSON.stringify(BATCH_COLUMNS.map((name) => meantBy(name, fields))));
  return createHash("sha256").update(JSON.stringify(lines.toSorted())).digest();
}

function meantBy(name: BatchColumn, fields: BatchFields): string {
  const cell = fields[name];
  if (name === "amount") return parseAmount(cell)?.toFixed() ?? cell;
  if (name === "is_subtract" && cell === "") return "true";
  return CASELESS.has(name) ? cell.toLowerCase() : cell;
}

export type UploadedBatch = {
  readonly merchantId: string;
  /** The uploader, who alone may submit it. */
  readonly userId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
};

/**
 * Checks a batch file and returns what it would do. Stores it for {@link confirmBatch} if every row
 * is valid. Creates no payouts.
 * @throws AppError `forbidden` while the merchant may not pay out at all
 */
export async function uploadBatch(upload: UploadedBatch, now: Date): Promise<BatchCheckView> {
  const { merchantId, userId, fileName, bytes } = upload;
  const parsed = parseBatchFile(bytes);
  if (parsed.problems.length > 0) return { id: null, fileName, sameFile: null, ...unreadableBatch(parsed.problems) };
  const id = randomUUID();
  const check = await checkBatch(merchantId, id, parsed.rows, now);
  const batch = { id, merchantId, createdById: userId, fileName, fileHash: hashRows(parsed.rows) };
  const sameFile = toSameFile(await findSubmittedDuplicate(batch));
  if (check.problemCount > 0) return { id: null, fileName, sameFile, ...check };
  await withTransaction(async (tx) => {
    await insertBatch(tx, batch, parsed.rows);
    const detail = { fileName, rows: parsed.rows.length };
    await recordAudit(tx, { actorId: userId, merchantId, action: "payout-batch.upload", target: id, detail });
  });
  return { id, fileName, sameFile, ...check };
}

export function toSameFile(duplicate: { id: string; submittedAt: Date | null } | null): BatchCheckView["sameFile"] {
  return duplicate?.submittedAt ? { id: duplicate.id, submittedAt: duplicate.submittedAt.toISOString() } : null;
}

/** Reads the whole file; the caller has limited its size. */
export async function readBytes(file: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}
