import { log } from "@/lib/kernel/log";
import { REVERSAL_WAIT_MS } from "@/lib/money-in/invoices/decide-invoice";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { listOverdueWalletIds } from "@/lib/money-in/static-wallets/top-ups-repo";

/** One pass stays short; what is left comes with the next one. */
const BATCH = 100;

/** Ends top-ups whose reversed deposit has not come back within a day. Found by a scan; safe to run from several workers at once. */
export async function closeReversedTopUps(now = new Date()): Promise<void> {
  const reversedBefore = new Date(now.getTime() - REVERSAL_WAIT_MS);
  for (const id of await listOverdueWalletIds(reversedBefore, BATCH)) {
    try {
      await settleWallet(id, now);
    } catch (error) {
      log().error({ wallet: id, err: error }, "a reversed top-up could not be settled");
    }
  }
}
