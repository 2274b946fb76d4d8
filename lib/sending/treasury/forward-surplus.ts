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
 * What is above this many times of what is to stay goes, down to what is to stay: not every deposit
 * makes a transaction.
 */
const FULL_AT = "2";

/**
 * After a transaction to the cold address that failed the next one waits for twice this, then four
 * times, at most a day.
 */
const PAUSE_UNIT_MS = 60_000;
const PAUSE_UNIT_MS_SANDBOX = 1_000;
const PAUSE_MS_MAX = 24 * 60 * 60_000;
/** 2^11 minutes are more than a day. */
const FAILURES_COUNTED = 12;

/**
 * Orders the way to the cold address for every coin of a network whose hot wallet holds more than
 * twice of what is to stay there. What is about to leave it is not surplus, to an address that was
 * set within 24 hours nothing goes, and the surplus goes in whole units of the coin. One at a time
 * for each coin, whoever asks.
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
 * What of a hot wallet may go: what the books have there, and where coins are kept one by one no
 * more than those that may be spent. A deposit that waits for a decision stands in the same books.
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
