import { type Tx, withTransaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { sweepNowJob } from "@/lib/sweeps/jobs";

type Coin = { readonly networkCode: string; readonly currencyCode: string };

/**
 * Asks for a coin to be gathered on a network now, below the usual minimum as long as it is worth its cost. While something waits for the
 * coin the planner does so by itself: this spares the wait for its next turn. Requests that wait merge.
 * @param actorId who asks; null: the gateway itself, which leaves no trace
 */
export async function sweepNow(coin: Coin & { readonly actorId?: string | null }): Promise<void> {
  const { actorId = null, networkCode, currencyCode } = coin;
  await withTransaction(async (tx) => {
    await askForSweep(tx, coin);
    if (actorId === null) return;
    await recordAudit(tx, { actorId, action: "sweep.now", target: `${networkCode}:${currencyCode}`, detail: {} });
  });
}

/** The same in the caller's transaction. */
export async function askForSweep(tx: Tx, { networkCode, currencyCode }: Coin): Promise<void> {
  await enqueue(tx, sweepNowJob, { networkCode, currencyCode }, { key: `sweep-now:${networkCode}:${currencyCode}` });
}
