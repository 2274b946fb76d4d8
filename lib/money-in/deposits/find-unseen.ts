import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { clearAlarms, listOpenSubjects } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import {
  type DueBalanceCheck,
  listDue,
  listNetworkCheckStates,
  type NetworkCheckState,
  postponeChecks,
  recordSettledBalances,
} from "@/lib/money-in/deposits/balance-checks-repo";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import type { CoinPlace } from "@/lib/money-in/deposits/holdings-repo";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import {
  type BalanceCheckRound,
  IDLE_CHECK_INTERVAL_S_MAX,
  readSurpluses,
  searchSurplus,
  UNEXPLAINED_BALANCE,
} from "@/lib/money-in/deposits/search-surplus";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Addresses per comparison: four requests to the contract that answers for 250. */
const PAGE = 1_000;
/**
 * A search takes dozens of requests and a trace: a round starts no further search after this time
 * and leaves it to the next round.
 */
const SEARCH_MS = 30_000;
/**
 * After this time a round checks no further pages; its findings are stored, and the next round
 * continues. A node that is queried one address at a time needs that long for ten thousand.
 */
const ROUND_MS = 100_000;
/** Includes the last page and the searches after it. */
export const UNSEEN_ROUND_MS_MAX = ROUND_MS + 60_000;
/**
 * A wallet may be paid at any time, so it is checked more often than an invoice that can only be
 * paid late.
 */
const WALLET_PAUSE_S_MAX = 10 * 60;

/**
 * Finds deposits that no scan detects: native coin that a contract pays during its execution.
 * Compares the balances of the addresses assigned for that coin with the known amounts: open
 * invoices first and after each pause, all others at growing intervals. A surplus of at least the
 * minimum payment is searched for and recorded like any deposit; if it cannot be found, an alarm is
 * raised. Skips chains that list every transfer.
 *
 * The queue is in the database, and a check leaves it only once its result is stored there, so a
 * crash loses nothing. One worker at a time runs this, which saves requests but is not needed for
 * correctness.
 */
export async function findUnseenDeposits(
  driver: ChainDriver,
  network: ReadNetwork,
  intervalSeconds: number,
  signal: AbortSignal,
): Promise<void> {
  const native = (await loadCatalog()).serviceOfAsset(network.code, null);
  if (driver.balancesOf === undefined || driver.internalTransfers === undefined || !native?.isReviewed) return;
  const place = { networkCode: network.code, currencyCode: native.currency.code };
  const [before, untilMs] = [new Date(), performance.now() + ROUND_MS];
  const rich: Rich[] = [];
  while (performance.now() < untilMs) {
    const block = await readPosition(driver, network, signal);
    if (block === null) break;
    const due = await listDue(place, { height: BigInt(block.height), hash: block.hash }, { before, limit: PAGE });
    if (due.length === 0) break;
    rich.push(...(await compare({ driver, network, native, place, block, intervalSeconds }, due, signal)));
  }
  // Surpluses not searched for yet come first; the others are due again after a pause.
  const bySearches = rich.toSorted((left, right) => left.at.searches - right.at.searches);
  const searchUntilMs = performance.now() + SEARCH_MS;
  for (const { round, at } of bySearches) {
    if (performance.now() > searchUntilMs) return;
    await searchSurplus(round, at, signal);
  }
}

/**
 * Whether a round of {@link findUnseenDeposits} has anything to do: some assigned address was not
 * checked at the current block.
 */
export function isSearchDue(
  driver: Pick<ChainDriver, "internalTransfers" | "network">,
  places: readonly NetworkCheckState[],
): boolean {
  const place = places.find(({ networkCode }) => networkCode === driver.network);
  return driver.internalTransfers !== undefined && place?.isDue === true;
}

/** For {@link isSearchDue}; of all networks. */
export const readNetworkCheckStates = (): Promise<readonly NetworkCheckState[]> => listNetworkCheckStates();

/** Returns the last block read; null if the nodes are on another branch, or nothing was read. */
async function readPosition(
  driver: ChainDriver,
  network: ReadNetwork,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const cursor = await readCursor(network.code);
  if (cursor === null || cursor.stoppedAt !== null) return null;
  const block = await driver.blockAt(Number.parseInt(cursor.height.toString(), 10), signal);
  // Balances on another branch cannot be compared with the blocks read.
  return block?.hash === cursor.hash ? block : null;
}

/** An address that holds more than is known, at the block of the check. */
type Rich = { readonly round: BalanceCheckRound; readonly at: DueBalanceCheck };

/**
 * Records which addresses hold the known amounts, and returns those that hold at least the minimum
 * payment more.
 */
async function compare(
  round: BalanceCheckRound,
  due: readonly DueBalanceCheck[],
  signal: AbortSignal,
): Promise<readonly Rich[]> {
  const { driver, native, place, block, intervalSeconds } = round;
  const least = toBaseUnits(native.paymentMin, native.decimals);
  const surpluses = await readSurpluses(driver, native, { holdings: due, height: block.height }, signal).catch(
    async (error: unknown) => {
      signal.throwIfAborted();
      await postponeChecks(place, idsOf(due), intervalSeconds);
      throw error;
    },
  );
  const isRich = ({ id }: DueBalanceCheck) => (surpluses.get(id) ?? 0n) > 0n && (surpluses.get(id) ?? 0n) >= least;
  const settled = due.filter((at) => surpluses.has(at.id) && !isRich(at));
  const unsettled = due.filter((at) => !surpluses.has(at.id) || isRich(at));
  await postponeChecks(place, idsOf(unsettled), intervalSeconds);
  await endAlarms(place, settled);
  const position = { height: BigInt(block.height), hash: block.hash, time: block.time };
  const pauses = { expected: intervalSeconds, walletMax: WALLET_PAUSE_S_MAX, idleMax: IDLE_CHECK_INTERVAL_S_MAX };
  await recordSettledBalances(place, idsOf(settled), position, pauses);
  return due.filter(isRich).map((at) => ({ round, at }));
}

/** Ends the alarms about addresses that no longer hold a surplus. */
async function endAlarms({ networkCode }: CoinPlace, settled: readonly DueBalanceCheck[]): Promise<void> {
  const held = new Set(settled.map(({ address }) => address));
  const open = await listOpenSubjects(UNEXPLAINED_BALANCE, `${networkCode}:`);
  const ended = open.filter((subject) => held.has(subject.split(":")[1] ?? ""));
  if (ended.length > 0) await withTransaction((tx) => clearAlarms(tx, UNEXPLAINED_BALANCE, ended));
}

const idsOf = (checks: readonly DueBalanceCheck[]) => checks.map(({ id }) => id);
