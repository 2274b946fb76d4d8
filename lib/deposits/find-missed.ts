import { clearAlarm, listOpenSubjects, raiseAlarm, wasRaised } from "@/lib/alarms/raise-alarm";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/map-limited";
import { withTransaction } from "@/lib/db";
import { readCursor } from "@/lib/deposits/chain-repo";
import { findGain, type SurplusAt, surplusOf } from "@/lib/deposits/find-surplus";
import { listWatchPlaces, readKnownChanges, type WatchedAddress, type WatchPlace } from "@/lib/deposits/missed-repo";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { recordMissed } from "@/lib/deposits/record-missed";
import { isSearchDue, isUnexplainedTwice, nextToCheck, type WatchMemory } from "@/lib/deposits/watch-balances";
import { log } from "@/lib/log";
import { fromBaseUnits, toBaseUnits } from "@/lib/money/base-units";

const KIND = "deposit-unfound";
const ASKED_AT_ONCE = 4;
/** A search is dozens of questions and a trace: one round makes no more than these, the next one goes on. */
const SEARCHES_MAX = 3;

type Searched = {
  readonly driver: ChainDriver;
  readonly network: ReadNetwork;
  readonly native: CatalogService;
  readonly memory: WatchMemory;
  readonly height: number;
};

/**
 * Looks for deposits that no scan finds: the native coin that a contract pays on while it runs. Compares what addresses under watch hold
 * with what is known, some in each round, those first that were not looked at for longest. A surplus of at least the least payment is
 * searched for and recorded like any deposit; what cannot be found is an alarm. Chains that list every transfer are left alone.
 */
export async function findMissed(
  driver: ChainDriver,
  network: ReadNetwork,
  memory: WatchMemory,
  signal: AbortSignal,
): Promise<void> {
  const native = (await loadCatalog()).serviceOfAsset(network.code, null);
  const cursor = await readCursor(network.code);
  if (driver.internalTransfers === undefined || !native?.isReviewed || cursor === null || cursor.stoppedAt !== null)
    return;
  const height = Number.parseInt(cursor.height.toString(), 10);
  // What a node on another branch holds is not what was read.
  if ((await driver.blockAt(height, signal))?.hash !== cursor.hash) return;
  const searched = { driver, network, native, memory, height };
  const alarmed = await listOpenSubjects(KIND, `${network.code}:`);
  const place = { networkCode: network.code, currencyCode: native.currency.code, family: driver.family };
  const addresses = await nextToCheck(place, alarmed.map(addressOf), memory);
  const looks = await mapLimited(addresses, ASKED_AT_ONCE, async (at) => ({
    at,
    surplusAt: await surplusAbout(searched, at, alarmed, signal),
  }));
  const isAll = looks.length === memory.watched.size && alarmed.length === 0;
  memory.settledAtHash = isAll && looks.every(({ surplusAt }) => surplusAt === "none") ? cursor.hash : null;
  const rich = looks.flatMap(({ at, surplusAt }) => (typeof surplusAt === "function" ? [{ at, surplusAt }] : []));
  for (const { at, surplusAt } of rich.slice(0, SEARCHES_MAX)) await search(searched, at, surplusAt, signal);
}

/**
 * Whether a round of {@link findMissed} can find anything: not while nobody may pay to an address of the network, nor at the block at which the
 * last round found that every address holds what is known.
 */
export function isSearchWorthIt(
  driver: Pick<ChainDriver, "internalTransfers" | "network">,
  memory: WatchMemory,
  places: readonly WatchPlace[],
): boolean {
  const place = places.find(({ networkCode }) => networkCode === driver.network);
  if (driver.internalTransfers === undefined || place === undefined) return false;
  return (place.isWatched || memory.watched.size > 0) && place.hash !== memory.settledAtHash;
}

/** For {@link isSearchWorthIt}, of all networks. */
export const readWatchPlaces = (): Promise<readonly WatchPlace[]> => listWatchPlaces(KIND);

const addressOf = (subject: string) => subject.split(":")[1] ?? "";

/**
 * `none` where the address holds what is known; null where that is not to be said now, because it is in motion or was searched a moment
 * ago. An alarm about one that holds no surplus any more ends.
 */
async function surplusAbout(
  { driver, network, native, memory, height }: Searched,
  at: WatchedAddress,
  alarmed: readonly string[],
  signal: AbortSignal,
): Promise<SurplusAt | "none" | null> {
  const place = { networkCode: network.code, currencyCode: native.currency.code };
  const changes = await readKnownChanges(place, at);
  if (changes === null) return null;
  const surplusAt = surplusOf(driver, { address: at.address, changes, decimals: native.decimals }, signal);
  const surplus = await surplusAt(height);
  if (surplus > 0n && surplus >= toBaseUnits(native.paymentMin, native.decimals)) {
    return isSearchDue(memory, at, surplus) ? surplusAt : null;
  }
  const ended = alarmed.filter((subject) => addressOf(subject) === at.address);
  if (ended.length > 0) {
    await withTransaction(async (tx) => {
      for (const subject of ended) await clearAlarm(tx, { kind: KIND, subject });
    });
  }
  return "none";
}

async function search(searched: Searched, at: WatchedAddress, surplusAt: SurplusAt, signal: AbortSignal) {
  const { driver, network, height } = searched;
  const surplus = await surplusAt(height);
  try {
    const gain = await findGain(surplusAt, height);
    const transfers = (await driver.internalTransfers?.(gain.height, at.address, signal)) ?? null;
    if (transfers !== null && (await recordMissed(driver, network, { at, gain, transfers }, signal))) return;
    const why = transfers === null ? "no node can trace it" : "no transfer of a contract explains it";
    await tell(searched, at, surplus, `the newest of it came in block ${gain.height}, and ${why}`);
  } catch (error) {
    signal.throwIfAborted();
    log().warn({ network: network.code, address: at.address, err: error }, "a deposit could not be searched for");
    await tell(searched, at, surplus, "the nodes do not tell balances of the past, so its block is not known");
  }
}

/** Once for a surplus that a second look finds again: what the operator has dismissed is not told again until more comes. */
async function tell({ network, native, memory, height }: Searched, at: WatchedAddress, surplus: bigint, why: string) {
  const alarm = { kind: KIND, subject: `${network.code}:${at.address}:${surplus}` } as const;
  if (!isUnexplainedTwice(memory, at, surplus) || (await wasRaised(alarm))) return;
  const amount = `${fromBaseUnits(surplus, native.decimals).toFixed()} ${native.currency.code}`;
  const message = `${at.address} holds ${amount} on ${network.code} at block ${height} that no deposit explains: ${why}`;
  await withTransaction(async (tx) => {
    for (const subject of await listOpenSubjects(KIND, `${network.code}:${at.address}:`)) {
      await clearAlarm(tx, { kind: KIND, subject });
    }
    await raiseAlarm(tx, { ...alarm, message });
  });
}
