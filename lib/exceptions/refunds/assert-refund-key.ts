import { readRefundsNeedPayoutKey } from "@/lib/exceptions/refunds/repo";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

/**
 * Refunds may be ordered with either key, unless the merchant wants the payout key for them.
 * @throws AppError `Invalid Sign.`, as for any key that is not the right one
 */
export async function assertRefundKey(merchantId: string, keyKind: ApiKeyKind): Promise<void> {
  if (keyKind === "payout" || !(await readRefundsNeedPayoutKey(database(), merchantId))) return;
  throw new AppError("invalid_signature", "Invalid Sign.");
}
