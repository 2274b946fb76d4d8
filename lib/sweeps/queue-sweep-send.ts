import type { Tx } from "@/lib/db";
import { queueSend } from "@/lib/sends/queue-send";
import type { Sweep } from "@/lib/sweeps/sweep";

/** Orders the sweep's own send, from the deposit address to the hot wallet. The caller holds the sweep's lock. */
export async function queueSweepSend(tx: Tx, sweep: Sweep, hot: string): Promise<void> {
  await queueSend(tx, {
    purpose: "sweep",
    purposeId: sweep.id,
    networkCode: sweep.networkCode,
    currencyCode: sweep.currencyCode,
    amount: sweep.amount,
    fromAddress: sweep.address,
    toAddress: hot,
    memo: null,
    priority: "recommended",
    feeExpected: null,
  });
}
