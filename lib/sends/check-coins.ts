import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Coin } from "@/lib/chains/spending";
import { filterFree, listSpendable } from "@/lib/coins/coins-repo";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { areUnspent } from "@/lib/sends/are-unspent";
import type { Engine } from "@/lib/sends/engine";
import { type Outgoing, toSigned } from "@/lib/sends/outgoing";
import { stopForOutcome } from "@/lib/sends/stop-for-outcome";
import { insertOutcomeStop } from "@/lib/sends/stops-repo";

/** How often the chain is asked for coins that nothing of ours spends; at a start before anything is signed. */
const CHECK_MS = 30_000;
/** The largest: those are spent first, by us or by whoever else has the seed. */
const CHECKED_MAX = 500;

type Network = Pick<CatalogNetwork, "code" | "confirmations">;

/**
 * Stops a network's sends where coins of ours were spent by a transaction that is none of ours: a database from yesterday, or a seed that
 * somebody else uses as well. Whatever was paid by it may be among what is still queued here.
 * @param absent live transactions that the node did not know when it was asked just now
 */
export async function checkCoins(
  engine: Engine,
  network: Network,
  absent: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  for (const outgoing of absent) {
    if (await isDead(engine, network, outgoing, signal)) {
      await stopForOutcome(outgoing, "another transaction has spent its coins");
    }
  }
  const now = performance.now();
  if (now - engine.memory.coinsCheckedAtMs < CHECK_MS) return;
  await checkFree(engine, network, signal);
  engine.memory.coinsCheckedAtMs = now;
}

async function isDead(
  { driver }: Engine,
  { confirmations }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<boolean> {
  for (const version of outgoing.versions) {
    const { verdict } = await driver.canStillConfirm(toSigned(outgoing, version), confirmations, signal);
    if (verdict !== "impossible") return false;
  }
  return true;
}

async function checkFree({ driver }: Engine, network: Network, signal: AbortSignal): Promise<void> {
  const free = await listSpendable(network.code, CHECKED_MAX);
  if (await areUnspent(driver, free, network.confirmations, signal)) return;
  const spent: Coin[] = [];
  for (const coin of free) {
    if (!(await areUnspent(driver, [coin], network.confirmations, signal))) spent.push(coin);
  }
  // One of our own may have taken some since they were listed.
  const [first, ...others] = await filterFree(network.code, spent);
  if (first === undefined) return;
  const named = `output ${first.index} of ${first.transactionId}`;
  const reason = `another transaction has spent ${named}${others.length > 0 ? ` and ${others.length} other coins` : ""}, and this database does not know it`;
  log().error({ network: network.code, reason }, "sending is stopped");
  await withTransaction(async (tx) => {
    await insertOutcomeStop(tx, { networkCode: network.code, reason });
    await raiseAlarm(tx, { kind: "sends-stopped", subject: network.code, message: reason });
  });
}
