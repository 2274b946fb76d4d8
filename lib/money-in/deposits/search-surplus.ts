import { toAddressKey } from "@/lib/chains/address-keys";
import type { BlockReference, ChainDriver, Transfer } from "@/lib/chains/driver";
import { clearAlarms, listOpenSubjects, raiseAlarm, wasRaised } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { recordUnexplainedBalance } from "@/lib/money-in/deposits/balance-checks-repo";
import { findAddresses } from "@/lib/money-in/deposits/chain-repo";
import {
  type CoinPlace,
  type Holding,
  type KnownChange,
  readKnownChanges,
  type WatchedAddress,
} from "@/lib/money-in/deposits/holdings-repo";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { recordTransfers, settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { findReadBlock, listStanding, lockHeight } from "@/lib/money-in/deposits/unconfirmed-deposits-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const FIRST_STEP_BLOCKS = 16;
/** Each step goes back four times as far: twelve steps cover a hundred million blocks. */
const STEP_FACTOR = 4;

/**
 * Returns how much more an address holds than is known, in base units; negative when it holds less.
 */
type SurplusAt = (height: number) => Promise<bigint>;

export function surplusOf(
  driver: Pick<ChainDriver, "balanceOf">,
  of: { readonly address: string; readonly changes: readonly KnownChange[]; readonly decimals: number },
  signal: AbortSignal,
): SurplusAt {
  return async (height) => {
    const held = await driver.balanceOf(of.address, { kind: "native" }, height, signal);
    const known = of.changes.reduce((sum, change) => (change.height <= height ? sum.plus(change.amount) : sum), ZERO);
    return held - toBaseUnits(known, of.decimals);
  };
}

/**
 * Finds the newest block with an unknown gain, and its amount, when there is a surplus at `height`:
 * steps back to a lower surplus, then bisects. Takes some dozens of balance queries, for whose
 * heights a node must still have the state.
 * @throws ChainUnavailableError when no node has it any more
 */
export async function findGain(
  surplusAt: SurplusAt,
  height: number,
): Promise<{ readonly height: number; readonly units: bigint }> {
  const most = await surplusAt(height);
  let [low, high, step] = [height, height, FIRST_STEP_BLOCKS];
  while (low > 0) {
    low = Math.max(0, height - step);
    if ((await surplusAt(low)) < most) break;
    [high, step] = [low, step * STEP_FACTOR];
  }
  while (high - low > 1) {
    // tidy-ignore: heights of blocks
    const middle = Math.floor((low + high) / 2);
    if ((await surplusAt(middle)) < most) low = middle;
    else high = middle;
  }
  return { height: high, units: most - (high === 0 ? 0n : await surplusAt(high - 1)) };
}

export const UNEXPLAINED_BALANCE = "unexplained-balance";

/**
 * The second search decides; an unexplained surplus is then searched for again after this many
 * pauses, doubled each time.
 */
const SEARCHES_MIN = 2;
const AGAIN_PAUSES = 5;
/** The longest pause between two checks of any address. */
export const IDLE_CHECK_INTERVAL_S_MAX = 24 * 60 * 60;

/** The subject of a round of checks, and its block. */
export type BalanceCheckRound = {
  readonly driver: ChainDriver;
  readonly network: ReadNetwork;
  readonly native: CatalogService;
  readonly place: CoinPlace;
  readonly block: BlockReference;
  /** Between two checks of addresses of open invoices. */
  readonly intervalSeconds: number;
};

/**
 * Searches for the source of a surplus and records it as deposits. A surplus that two consecutive
 * searches cannot explain raises an alarm once per amount and is searched for again at growing
 * intervals.
 */
export async function searchSurplus(round: BalanceCheckRound, at: WatchedAddress, signal: AbortSignal): Promise<void> {
  const { driver, native, place, block } = round;
  const changes = await readKnownChanges(place, at);
  if (changes === null) return;
  const surplusAt = surplusOf(driver, { address: at.address, changes, decimals: native.decimals }, signal);
  const surplus = await surplusAt(block.height);
  if (surplus <= 0n) return;
  const why = await search(round, at, surplusAt, signal);
  if (why !== null) await reportUnexplained(round, at, surplus, why);
}

/** Returns why nothing was recorded; null where something was. */
async function search(
  { driver, network, block }: BalanceCheckRound,
  at: WatchedAddress,
  surplusAt: SurplusAt,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const gain = await findGain(surplusAt, block.height);
    const transfers = (await driver.internalTransfers?.(gain.height, at.address, signal)) ?? null;
    if (transfers !== null && (await recordUnseen(driver, network, { at, gain, transfers }, signal))) return null;
    const why = transfers === null ? "no node can trace it" : "no contract transfer explains it";
    return `the latest part arrived in block ${gain.height}, and ${why}`;
  } catch (error) {
    signal.throwIfAborted();
    log().warn({ network: network.code, address: at.address, err: error }, "a deposit could not be searched for");
    return "the nodes do not provide past balances, so the block is unknown";
  }
}

/**
 * Raises the alarm once for a surplus that the second search confirms: after a dismissal only when
 * more arrives.
 */
async function reportUnexplained(
  round: BalanceCheckRound,
  at: WatchedAddress,
  surplus: bigint,
  why: string,
): Promise<void> {
  const { network, native, place, block, intervalSeconds } = round;
  const pauses = { soon: intervalSeconds, again: AGAIN_PAUSES * intervalSeconds, max: IDLE_CHECK_INTERVAL_S_MAX };
  const searches = await recordUnexplainedBalance(place, at, surplus, pauses);
  const alarm = { kind: UNEXPLAINED_BALANCE, subject: `${network.code}:${at.address}:${surplus}` } as const;
  if (searches < SEARCHES_MIN || (await wasRaised(alarm))) return;
  const amount = moneyText(fromBaseUnits(surplus, native.decimals).toFixed(), native.currency.code);
  const message = `${at.address} holds ${amount} on ${network.code} at block ${block.height} that no deposit explains: ${why}`;
  const earlier = await listOpenSubjects(UNEXPLAINED_BALANCE, `${network.code}:${at.address}:`);
  await withTransaction(async (tx) => {
    await clearAlarms(tx, UNEXPLAINED_BALANCE, earlier);
    await raiseAlarm(tx, { ...alarm, message });
  });
}

type Gain = { readonly height: number; readonly units: bigint };

/**
 * Records transfers found outside the scan, if their block was read and they do not exceed the
 * balance's growth.
 * @returns whether anything was recorded
 */
export async function recordUnseen(
  driver: ChainDriver,
  network: ReadNetwork,
  found: { readonly at: WatchedAddress; readonly gain: Gain; readonly transfers: readonly Transfer[] },
  signal: AbortSignal,
): Promise<boolean> {
  const { at, gain, transfers } = found;
  const hash = transfers[0]?.block?.hash;
  if (hash === undefined || !(await isOnOurBranch(driver, network.code, gain.height, signal))) return false;
  const catalog = await loadCatalog();
  return withTransaction(async (tx) => {
    const height = await lockHeight(tx, network.code);
    if (height === null || height < BigInt(gain.height)) return false;
    const read = await findReadBlock(tx, network.code, BigInt(gain.height));
    const isForgotten = read.lowest !== null && BigInt(gain.height) < read.lowest.height;
    if (read.hash !== hash && !isForgotten) return false;
    const standing = await listStanding(tx, network.code, at.id);
    const added = transfers.filter(
      ({ transactionId, position }) =>
        !standing.some((one) => one.transactionId === transactionId && one.position === position),
    );
    const sum = added.reduce((total, { units }) => total + units, 0n);
    if (sum === 0n || sum > gain.units) return false;
    const ours = new Map(
      (await findAddresses(tx, driver.family, [toAddressKey(driver.family, at.address)])).map((owned) => [
        owned.addressKey,
        owned,
      ]),
    );
    const recorded = await recordTransfers(tx, { catalog, network, driver, ours }, added);
    await settleOwners(tx, recorded);
    return recorded.length > 0;
  });
}

/**
 * No hash is known of a block below the stored ones: the nodes must have the lowest stored block,
 * which builds on it.
 */
async function isOnOurBranch(driver: ChainDriver, networkCode: string, height: number, signal: AbortSignal) {
  const { lowest } = await withTransaction((tx) => findReadBlock(tx, networkCode, BigInt(height)));
  if (lowest === null || lowest.height <= BigInt(height)) return lowest !== null;
  const said = await driver.blockAt(Number.parseInt(lowest.height.toString(), 10), signal);
  return said?.hash === lowest.hash;
}

/** Base units of the network's coin, by address id. */
type Surpluses = ReadonlyMap<bigint, bigint>;

/**
 * Returns how much more addresses hold at a height than is known, negative where it is less. Leaves
 * out addresses with a pending transaction of the gateway.
 * @throws ChainUnavailableError where no node answers
 */
export async function readSurpluses(
  driver: Pick<ChainDriver, "balancesOf">,
  { decimals }: Pick<CatalogService, "decimals">,
  { holdings, height }: { readonly holdings: readonly Holding[]; readonly height: number },
  signal: AbortSignal,
): Promise<Surpluses> {
  const still = holdings.filter(({ isMoving }) => !isMoving);
  const addresses = still.map(({ address }) => address);
  const balances = await driver.balancesOf?.(addresses, height, signal);
  invariant(balances?.length === still.length, "every address has a balance");
  return new Map(still.map(({ id, known }, index) => [id, (balances[index] ?? 0n) - toBaseUnits(known, decimals)]));
}
