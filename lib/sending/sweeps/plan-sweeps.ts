import type { ChainDriver } from "@/lib/chains/driver";
import { crashPoint } from "@/lib/kernel/crash-point";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { cancelSend } from "@/lib/sending/sends/fail-send";
import { findSweepableCoins, isWaitedFor, listCandidates } from "@/lib/sending/sweeps/candidates-repo";
import {
  countUnderWay,
  findHotAddress,
  findPolicy,
  freeDeposits,
  listStuck,
  lockSweep,
  setSweepStatus,
} from "@/lib/sending/sweeps/repo";
import { findRoom, startSweep } from "@/lib/sending/sweeps/start-sweep";
import { defaultPolicy, minimumNow } from "@/lib/sending/sweeps/sweep";
import { estimateSweep } from "@/lib/sending/sweeps/sweep-cost";

/** After this, a sweep that cannot be signed is planned again. */
const PATIENCE_MS = 10 * 60_000;
const PATIENCE_MS_SANDBOX = 10_000;
/** An address whose sweep failed is paused for twice this, then four times. */
const PAUSE_UNIT_MS = 60_000;
const PAUSE_UNIT_MS_SANDBOX = 1_000;

type Planned = { readonly driver: ChainDriver; readonly network: { readonly code: string } };

/**
 * Starts the worthwhile sweeps of one network: whole deposits of one coin from one address each, as
 * many as fit into one transaction; the next run continues with the others. Any number of workers
 * may run it concurrently; the database accepts each deposit in only one sweep. UTXO networks need
 * no sweeps: they pay directly from deposits.
 */
export async function planSweeps({ driver, network }: Planned, signal: AbortSignal): Promise<void> {
  if (driver.features.spending === "coins") return;
  const services = (await loadCatalog()).services().filter((service) => service.network.code === network.code);
  const isSandbox = services.some((service) => service.network.isSandbox);
  await freeStuckSweeps(network.code, isSandbox ? PATIENCE_MS_SANDBOX : PATIENCE_MS);
  const codes = services.map(({ currency }) => currency.code);
  const held = await findSweepableCoins(network.code, codes);
  // The native coin first: it pays for the others' gas.
  for (const service of services.toSorted((left, right) => rank(left) - rank(right))) {
    if (!held.has(service.currency.code)) continue;
    try {
      await planService(driver, service, { isUrgent: false }, signal);
    } catch (error) {
      signal.throwIfAborted();
      log().warn({ network: network.code, coin: service.currency.code, err: error }, "sweeps could not be planned");
    }
  }
}

const rank = ({ contract }: CatalogService) => (contract === null ? 0 : 1);

/**
 * Plans the sweeps of one coin of a network. `isUrgent`: sweeps everything worth its cost, as while
 * a send waits for the coin.
 * @throws ChainUnavailableError when no node responds
 */
export async function planService(
  driver: ChainDriver,
  service: CatalogService,
  { isUrgent }: { readonly isUrgent: boolean },
  signal: AbortSignal,
): Promise<void> {
  const [networkCode, currencyCode] = [service.network.code, service.currency.code];
  const native = (await loadCatalog()).serviceOfAsset(networkCode, null);
  const pauseUnitMs = service.network.isSandbox ? PAUSE_UNIT_MS_SANDBOX : PAUSE_UNIT_MS;
  const place = { networkCode, currencyCode, waitingSince: null, pauseUnitMs };
  const [richest] = await listCandidates({ ...place, amountMin: ZERO, limit: 1 });
  if (richest === undefined || native === null) return;
  const hot = await findHotAddress(database(), networkCode);
  if (hot === null) return;
  const cost = await estimateSweep(driver, service, native, hot, richest, signal);
  const policy = (await findPolicy(networkCode, currencyCode)) ?? defaultPolicy(service, cost.inCoin);
  const isWanted = isUrgent || (await isWaitedFor(networkCode, currencyCode, service.contract === null));
  const limit = policy.batchMax - (await countUnderWay(networkCode, currencyCode));
  if ((!policy.isEnabled && !isWanted) || limit <= 0) return;
  const { waitSecondsMax } = policy;
  const waitingSince = waitSecondsMax === null ? null : new Date(Date.now() - waitSecondsMax * 1_000);
  const amountMin = minimumNow(policy, cost.inCoin, isWanted);
  const { needed, enough, isFeePaidByHotWallet } = cost;
  const plan = { service, nativeCurrency: native.currency.code, hot, needed, enough, isFeePaidByHotWallet };
  for (const candidate of await listCandidates({ ...place, amountMin, waitingSince, limit })) {
    const room = await findRoom(driver, service, candidate.address, signal);
    if ((await startSweep(plan, candidate, room)) !== null) crashPoint("sweep:planned");
  }
}

/**
 * Gives up sweeps that could not be signed for `patienceMs`, for example because fees rose after
 * their gas was sent. Their deposits are planned again, with the address's current holdings and
 * current fees. A signed sweep is never given up.
 */
async function freeStuckSweeps(networkCode: string, patienceMs: number, now = new Date()): Promise<void> {
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
