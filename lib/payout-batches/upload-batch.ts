import { randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { checkBatch, unreadableBatch } from "@/lib/payout-batches/check-batch";
import { hashRows } from "@/lib/payout-batches/hash-rows";
import { parseBatchFile } from "@/lib/payout-batches/parse-batch-file";
import { findOrderedTwin, insertBatch } from "@/lib/payout-batches/repo";
import type { BatchCheckView } from "@/lib/payout-batches/schema";

export type UploadedBatch = {
  readonly merchantId: string;
  /** The person who uploads it, and alone may order it. */
  readonly userId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
};

/**
 * Looks at a file of payouts and says what it would do. When every row is good it is kept, to be ordered by {@link confirmBatch}; else
 * nothing is. Orders nothing.
 * @throws AppError `forbidden` while the merchant may not pay out at all
 */
export async function uploadBatch(upload: UploadedBatch, now: Date): Promise<BatchCheckView> {
  const { merchantId, userId, fileName, bytes } = upload;
  const parsed = parseBatchFile(bytes);
  if (parsed.problems.length > 0) return { id: null, fileName, sameFile: null, ...unreadableBatch(parsed.problems) };
  const id = randomUUID();
  const check = await checkBatch(merchantId, id, parsed.rows, now);
  const batch = { id, merchantId, createdById: userId, fileName, fileHash: hashRows(parsed.rows) };
  const sameFile = toSameFile(await findOrderedTwin(batch));
  if (check.problemCount > 0) return { id: null, fileName, sameFile, ...check };
  await withTransaction(async (tx) => {
    await insertBatch(tx, batch, parsed.rows);
    const detail = { fileName, rows: parsed.rows.length };
    await recordAudit(tx, { actorId: userId, merchantId, action: "payout-batch.upload", target: id, detail });
  });
  return { id, fileName, sameFile, ...check };
}

export function toSameFile(twin: { id: string; orderedAt: Date | null } | null): BatchCheckView["sameFile"] {
  return twin?.orderedAt ? { id: twin.id, orderedAt: twin.orderedAt.toISOString() } : null;
}
