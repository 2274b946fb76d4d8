import { randomUUID } from "node:crypto";
import { loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { hotCustody } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import { ZERO } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { listEnabledColdCoins, lockColdAddress, sumQueued } from "@/lib/treasury/cold-repo";
import { findColdRest } from "@/lib/treasury/cold-rest";
import { placeOrder } from "@/lib/treasury/order-withdrawal";
import { isForwarding, readFailures } from "@/lib/treasury/withdrawals-repo";

/** What is above this many times of what is to stay goes, down to what is to stay: not every deposit makes a transaction. */
const FULL_AT = "2";

/** After a transaction to the cold address that failed the next one waits for twice this, then four times, at most a day. */
const PAUSE_UNIT_MS = 60_000;
const PAUSE_UNIT_MS_SANDBOX = 1_000;
const PAUSE_MS_MAX = 24 * 60 * 60_000;
/** 2^11 minutes are more than a day. */
const FAILURES_COUNTED = 12;

/**
 * Orders the way to the cold address for every coin of a network whose hot wallet holds more than twice of what is to stay there. What is
 * about to leave it is not surplus, to an address that was set within 24 hours nothing goes, and the surplus goes in whole units of the coin. One at a time for each coin, whoever asks.
 */
export async function forwardSurplus(networkCode: string, now = new Date()): Promise<void> {
  const catalog = await loadCatalog();
  for (const coin of await listEnabledColdCoins(networkCode)) {
    const service = catalog.service(coin.currencyCode, networkCode);
    if (service === null) continue;
    await withTransaction(async (tx) => {
      const cold = await lockColdAddress(tx, coin);
      if (cold === null || !cold.isEnabled || (await isForwarding(tx, networkCode, coin.currencyCode))) return;
      if ((await findColdRest(tx, cold.address, coin, now)) !== null) return;
      const { failures, lastAt } = await readFailures(tx, coin);
      if (lastAt !== null && now < pauseEnd(lastAt, failures, service.network.isSandbox)) return;
      const hot = await readBalance(tx, hotCustody(networkCode, coin.currencyCode));
      const free = hot.minus(await sumQueued(tx, coin));
      const surplus = roundDown(free.minus(cold.keepAmount), service.decimals);
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

function pauseEnd(lastAt: Date, failures: number, isSandbox: boolean): Date {
  const unitMs = isSandbox ? PAUSE_UNIT_MS_SANDBOX : PAUSE_UNIT_MS;
  return new Date(lastAt.getTime() + Math.min(2 ** Math.min(failures, FAILURES_COUNTED) * unitMs, PAUSE_MS_MAX));
}
