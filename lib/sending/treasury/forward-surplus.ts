import { randomUUID } from "node:crypto";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { hotCustody } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import { sumSpendable } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { keepsCoins } from "@/lib/pricing/catalog/network-rules";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { dustLimitOf } from "@/lib/sending/destinations/check-destination";
import { insertWithdrawalOnce } from "@/lib/sending/treasury/create-withdrawal";
import {
  isForwarding,
  listEnabledColdCoins,
  lockColdAddress,
  readFailures,
  sumQueued,
} from "@/lib/sending/treasury/repo";
import { findColdAddressCooldown } from "@/lib/sending/treasury/set-cold-address";

/**
 * A balance above this multiple of the amount to keep is reduced to the amount to keep: not every
 * deposit causes a transaction.
 */
const FULL_AT = "2";

/**
 * After a failed transaction to the cold address the next one waits for twice this, then four
 * times, at most a day.
 */
const PAUSE_UNIT_MS = 60_000;
const PAUSE_UNIT_MS_SANDBOX = 1_000;
const PAUSE_MS_MAX = 24 * 60 * 60_000;
/** 2^11 minutes are more than a day. */
const FAILURES_COUNTED = 12;

/**
 * Creates a withdrawal to the cold address for every coin of a network whose hot wallet holds more
 * than twice the amount to keep. Queued sends do not count as surplus, nothing is sent to an
 * address set within 24 hours, and the surplus is rounded to whole units of the coin. One at a time
 * for each coin, even with concurrent calls.
 */
export async function forwardSurplus(networkCode: string, now = new Date()): Promise<void> {
  const catalog = await loadCatalog();
  for (const coin of await listEnabledColdCoins(networkCode)) {
    const service = catalog.service(coin.currencyCode, networkCode);
    if (service === null) continue;
    await withTransaction(async (tx) => {
      const cold = await lockColdAddress(tx, coin);
      if (cold === null || !cold.isEnabled || (await isForwarding(tx, networkCode, coin.currencyCode))) return;
      if ((await findColdAddressCooldown(tx, cold.address, coin, now)) !== null) return;
      const { failures, lastAt } = await readFailures(tx, coin);
      if (lastAt !== null && now < pauseEnd(lastAt, failures, service.network.isSandbox)) return;
      const free = (await readMovable(tx, service)).minus(await sumQueued(tx, coin));
      const surplus = roundDown(free.minus(cold.keepAmount), service.decimals);
      if (!surplus.gt(ZERO) || surplus.lt(dustLimitOf(service)) || free.lte(cold.keepAmount.times(FULL_AT))) return;
      const memo = "Surplus of the hot wallet";
      const { address } = cold;
      await insertWithdrawalOnce(tx, {
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

/**
 * Returns how much may leave a hot wallet: its booked balance, limited to the spendable UTXOs where
 * UTXOs are recorded. The books also include deposits that wait for a decision.
 */
async function readMovable(tx: Tx, { network, currency, decimals }: CatalogService): Promise<Decimal> {
  const hot = await readBalance(tx, hotCustody(network.code, currency.code));
  if (!keepsCoins(network.code)) return hot;
  return Decimal.min(hot, fromBaseUnits(await sumSpendable(tx, network.code), decimals));
}

function pauseEnd(lastAt: Date, failures: number, isSandbox: boolean): Date {
  const unitMs = isSandbox ? PAUSE_UNIT_MS_SANDBOX : PAUSE_UNIT_MS;
  return new Date(lastAt.getTime() + Math.min(2 ** Math.min(failures, FAILURES_COUNTED) * unitMs, PAUSE_MS_MAX));
}
