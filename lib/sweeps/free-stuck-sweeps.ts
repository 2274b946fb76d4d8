import { withTransaction } from "@/lib/db";
import { cancelSend } from "@/lib/sends/cancel-send";
import { freeDeposits, listStuck, lockSweep, setSweepStatus } from "@/lib/sweeps/repo";

/**
 * Gives up sweeps that could not be signed for `patienceMs`: prices rose after their gas was sent, say. Their deposits are planned anew,
 * with what the address holds by now and the prices of then. One that is signed is never given up.
 */
export async function freeStuckSweeps(networkCode: string, patienceMs: number, now = new Date()): Promise<void> {
  for (const { id, purpose } of await listStuck(networkCode, new Date(now.getTime() - patienceMs))) {
    await withTransaction(async (tx) => {
      const sweep = await lockSweep(tx, id);
      const isWaiting = sweep.status === (purpose === "gas" ? "gas" : "process");
      if (!isWaiting || !(await cancelSend(tx, purpose, id))) return;
      await freeDeposits(tx, id);
      await setSweepStatus(tx, id, "fail");
    });
  }
}
