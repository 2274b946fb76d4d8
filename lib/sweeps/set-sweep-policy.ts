import { loadCatalog } from "@/lib/catalog/queries";
import { spendsCoins } from "@/lib/catalog/spends-coins";
import { withTransaction } from "@/lib/db";
import { invalidParameter } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import { ZERO } from "@/lib/money/decimal";
import type { SweepPolicy } from "@/lib/sweeps/policy";
import { lockPolicy, upsertPolicy } from "@/lib/sweeps/repo";

const BATCH_LIMIT = 256;

/**
 * Says when deposits of a service are gathered, in place of the defaults.
 * @throws AppError `invalid_request` naming the field: `networkCode` where deposits pay as they are and none is swept
 */
export async function setSweepPolicy(
  order: SweepPolicy & { readonly networkCode: string; readonly currencyCode: string; readonly actorId: string },
): Promise<void> {
  const { networkCode, currencyCode, actorId, ...policy } = order;
  const { amountMin, waitSecondsMax, batchMax, isEnabled } = policy;
  if (spendsCoins(networkCode)) throw invalidParameter("networkCode", "validation.in");
  if ((await loadCatalog()).service(currencyCode, networkCode) === null)
    throw invalidParameter("currencyCode", "validation.in");
  if (amountMin.lt(ZERO)) throw invalidParameter("amountMin", "validation.min.numeric");
  if (waitSecondsMax !== null && !(Number.isSafeInteger(waitSecondsMax) && waitSecondsMax > 0))
    throw invalidParameter("waitSecondsMax", "validation.min.numeric");
  if (!Number.isSafeInteger(batchMax) || batchMax < 1 || batchMax > BATCH_LIMIT)
    throw invalidParameter("batchMax", "validation.between.numeric");
  await withTransaction(async (tx) => {
    const was = await lockPolicy(tx, { networkCode, currencyCode });
    await upsertPolicy(tx, { networkCode, currencyCode }, policy);
    const before = was && { ...was, amountMin: was.amountMin.toFixed() };
    const detail = { isEnabled, amountMin: amountMin.toFixed(), waitSecondsMax, batchMax };
    const change = changedFields({ ...before }, detail);
    const target = `${networkCode}:${currencyCode}`;
    await recordAudit(tx, { actorId, action: "sweep-policy.set", target, detail, ...change });
  });
}
