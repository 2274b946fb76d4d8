import { randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/db";
import { hotCustody } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import { ZERO } from "@/lib/money/decimal";
import { listEnabledColdCoins, lockColdAddress, sumQueued } from "@/lib/treasury/cold-repo";
import { placeOrder } from "@/lib/treasury/order-withdrawal";
import { isForwarding } from "@/lib/treasury/withdrawals-repo";

/** What is above this many times of what is to stay goes, down to what is to stay: not every deposit makes a transaction. */
const FULL_AT = "2";

/**
 * Orders the way to the cold address for every coin of a network whose hot wallet holds more than twice of what is to stay there. What is
 * about to leave it is not surplus. One at a time for each coin, whoever asks.
 */
export async function forwardSurplus(networkCode: string): Promise<void> {
  for (const coin of await listEnabledColdCoins(networkCode)) {
    await withTransaction(async (tx) => {
      const cold = await lockColdAddress(tx, coin);
      if (cold === null || !cold.isEnabled || (await isForwarding(tx, networkCode, coin.currencyCode))) return;
      const hot = await readBalance(tx, hotCustody(networkCode, coin.currencyCode));
      const free = hot.minus(await sumQueued(tx, coin));
      const surplus = free.minus(cold.keepAmount);
      if (!surplus.gt(ZERO) || free.lte(cold.keepAmount.times(FULL_AT))) return;
      const memo = "Surplus of the hot wallet";
      const { address } = cold;
      await placeOrder(tx, {
        commandId: randomUUID(),
        kind: "cold",
        ...coin,
        address,
        amount: surplus,
        memo,
        actorId: null,
      });
    });
  }
}
