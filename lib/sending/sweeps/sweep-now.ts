import { z } from "zod";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { ZERO } from "@/lib/kernel/money/decimal";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { spendsCoins } from "@/lib/pricing/catalog/network-rules";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { planService } from "@/lib/sending/sweeps/plan-sweeps";
import { lockPolicy, upsertPolicy } from "@/lib/sending/sweeps/repo";
import type { SweepPolicy } from "@/lib/sending/sweeps/sweep";

const BATCH_LIMIT = 256;

/**
 * Sets when deposits of a service are swept, instead of the defaults.
 * @throws AppError `invalid_request` naming the field: `networkCode` on networks that pay directly
 *   from deposits and sweep none
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

type Coin = { readonly networkCode: string; readonly currencyCode: string };

/**
 * Requests an immediate sweep of a coin on a network, below the usual minimum as long as it is
 * worth its cost. While a send waits for the coin the planner does this automatically; this avoids
 * waiting for its next run. Pending requests merge.
 * @param actorId the requester; null: the gateway itself, without an audit event
 * @throws AppError `refused` on networks without sweeps
 */
export async function sweepNow(coin: Coin & { readonly actorId?: string | null }): Promise<void> {
  const { actorId = null, networkCode, currencyCode } = coin;
  if (spendsCoins(networkCode))
    throw new AppError("refused", "Deposits on this network can be spent directly, so they are not swept.");
  await withTransaction(async (tx) => {
    await askForSweep(tx, coin);
    if (actorId === null) return;
    await recordAudit(tx, { actorId, action: "sweep.now", target: `${networkCode}:${currencyCode}`, detail: {} });
  });
}

/**
 * Requests a sweep in the caller's transaction; does nothing on UTXO networks, which pay directly
 * from deposits.
 */
export async function askForSweep(tx: Tx, { networkCode, currencyCode }: Coin): Promise<void> {
  if (spendsCoins(networkCode)) return;
  await enqueue(tx, sweepNowJob, { networkCode, currencyCode }, { key: `sweep-now:${networkCode}:${currencyCode}` });
}

/** Plans sweeps of one coin immediately and below the usual minimum. */
export const sweepNowJob = defineJob({
  name: "sweep-now",
  payload: z.object({ networkCode: z.string(), currencyCode: z.string() }),
  run: async ({ networkCode, currencyCode }, { signal }) => {
    const catalog = await loadCatalog();
    const service = catalog.service(currencyCode, networkCode);
    const urls = env().nodeUrls[networkCode];
    if (service === null || urls === undefined) return;
    const driver = await createDriver(driverConfigOf(catalog, networkCode, urls));
    if (driver.features.spending !== "coins") await planService(driver, service, { isUrgent: true }, signal);
  },
});
