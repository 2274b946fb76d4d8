import { spendsCoins } from "@/lib/catalog/spends-coins";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { sweepNowJob } from "@/lib/sweeps/jobs";

type Coin = { readonly networkCode: string; readonly currencyCode: string };

/**
 * Asks for a coin to be gathered on a network now, below the usual minimum as long as it is worth its cost. While something waits for the
 * coin the planner does so by itself: this spares the wait for its next turn. Requests that wait merge.
 * @param actorId who asks; null: the gateway itself, which leaves no trace
 * @throws AppError `refused` where nothing is swept
 */
export async function sweepNow(coin: Coin & { readonly actorId?: string | null }): Promise<void> {
  const { actorId = null, networkCode, currencyCode } = coin;
  if (spendsCoins(networkCode))
    throw new AppError("refused", "Deposits pay as they are on this network: none is swept.");
  await withTransaction(async (tx) => {
    await askForSweep(tx, coin);
    if (actorId === null) return;
    await recordAudit(tx, { actorId, action: "sweep.now", target: `${networkCode}:${currencyCode}`, detail: {} });
  });
}

/** The same in the caller's transaction; nothing where transactions spend coins, because there deposits pay as they are. */
export async function askForSweep(tx: Tx, { networkCode, currencyCode }: Coin): Promise<void> {
  if (spendsCoins(networkCode)) return;
  await enqueue(tx, sweepNowJob, { networkCode, currencyCode }, { key: `sweep-now:${networkCode}:${currencyCode}` });
}
