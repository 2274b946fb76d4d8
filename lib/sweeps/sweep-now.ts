import { type Tx, withTransaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/enqueue";
import { sweepNowJob } from "@/lib/sweeps/jobs";

type Coin = { readonly networkCode: string; readonly currencyCode: string };

/**
 * Asks for a coin to be gathered on a network now, below the usual minimum as long as it is worth its cost. While something waits for the
 * coin the planner does so by itself: this spares the wait for its next turn. Requests that wait merge.
 */
export async function sweepNow(coin: Coin): Promise<void> {
  await withTransaction((tx) => askForSweep(tx, coin));
}

/** The same in the caller's transaction. */
export async function askForSweep(tx: Tx, { networkCode, currencyCode }: Coin): Promise<void> {
  await enqueue(tx, sweepNowJob, { networkCode, currencyCode }, { key: `sweep-now:${networkCode}:${currencyCode}` });
}
