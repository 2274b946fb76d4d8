import { clearAlarms, listOpenSubjects, raiseAlarm, wasRaised } from "@/lib/alarms/raise-alarm";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { noteUnexplained } from "@/lib/deposits/balance-looks-repo";
import { findGain, type SurplusAt, surplusOf } from "@/lib/deposits/find-surplus";
import { type CoinPlace, readKnownChanges, type WatchedAddress } from "@/lib/deposits/holdings-repo";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { recordMissed } from "@/lib/deposits/record-missed";
import { log } from "@/lib/log";
import { fromBaseUnits } from "@/lib/money/base-units";

export const UNFOUND = "deposit-unfound";

/** A second look decides; after it a surplus that nothing explained is searched for after so many pauses, and after twice as many each time. */
const LOOKS_MIN = 2;
const AGAIN_PAUSES = 5;
/** The longest pause between two looks at anything. */
export const REST_PAUSE_S_MAX = 24 * 60 * 60;

/** What a round of looks is about, and at which block. */
export type Looking = {
  readonly driver: ChainDriver;
  readonly network: ReadNetwork;
  readonly native: CatalogService;
  readonly place: CoinPlace;
  readonly block: BlockReference;
  /** Between two looks at what is expected. */
  readonly pauseSeconds: number;
};

/**
 * Searches for what brought an address more than is known, and records it as deposits. What nothing explains at two looks in a row is an
 * alarm, once for each amount, and is searched for again at growing intervals.
 */
export async function searchSurplus(looking: Looking, at: WatchedAddress, signal: AbortSignal): Promise<void> {
  const { driver, native, place, block } = looking;
  const changes = await readKnownChanges(place, at);
  if (changes === null) return;
  const surplusAt = surplusOf(driver, { address: at.address, changes, decimals: native.decimals }, signal);
  const surplus = await surplusAt(block.height);
  if (surplus <= 0n) return;
  const why = await search(looking, at, surplusAt, signal);
  if (why !== null) await tell(looking, at, surplus, why);
}

/** Why nothing was recorded; null where something was. */
async function search(
  { driver, network, block }: Looking,
  at: WatchedAddress,
  surplusAt: SurplusAt,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const gain = await findGain(surplusAt, block.height);
    const transfers = (await driver.internalTransfers?.(gain.height, at.address, signal)) ?? null;
    if (transfers !== null && (await recordMissed(driver, network, { at, gain, transfers }, signal))) return null;
    const why = transfers === null ? "no node can trace it" : "no transfer of a contract explains it";
    return `the newest of it came in block ${gain.height}, and ${why}`;
  } catch (error) {
    signal.throwIfAborted();
    log().warn({ network: network.code, address: at.address, err: error }, "a deposit could not be searched for");
    return "the nodes do not tell balances of the past, so its block is not known";
  }
}

/** Once for a surplus that a second look finds again: what the operator has dismissed is not told again until more comes. */
async function tell(looking: Looking, at: WatchedAddress, surplus: bigint, why: string): Promise<void> {
  const { network, native, place, block, pauseSeconds } = looking;
  const pauses = { soon: pauseSeconds, again: AGAIN_PAUSES * pauseSeconds, max: REST_PAUSE_S_MAX };
  const searches = await noteUnexplained(place, at, surplus, pauses);
  const alarm = { kind: UNFOUND, subject: `${network.code}:${at.address}:${surplus}` } as const;
  if (searches < LOOKS_MIN || (await wasRaised(alarm))) return;
  const amount = `${fromBaseUnits(surplus, native.decimals).toFixed()} ${native.currency.code}`;
  const message = `${at.address} holds ${amount} on ${network.code} at block ${block.height} that no deposit explains: ${why}`;
  const earlier = await listOpenSubjects(UNFOUND, `${network.code}:${at.address}:`);
  await withTransaction(async (tx) => {
    await clearAlarms(tx, UNFOUND, earlier);
    await raiseAlarm(tx, { ...alarm, message });
  });
}
