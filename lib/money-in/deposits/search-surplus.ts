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
/** Each step goes four times as far: twelve of them reach a hundred million blocks back. */
const STEP_FACTOR = 4;

/**
 * What an address holds beyond all that we know of, in base units; below zero when it holds less.
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
 * The newest block that brought something unknown, and how much, when there is a surplus at
 * `height`: steps back until there was less, then halves. Some dozens of questions about one
 * balance, whose state of then a node must still have.
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
 * A second look decides; after it a surplus that nothing explained is searched for after so many
 * pauses, and after twice as many each time.
 */
const SEARCHES_MIN = 2;
const AGAIN_PAUSES = 5;
/** The longest pause between two looks at anything. */
export const IDLE_CHECK_INTERVAL_S_MAX = 24 * 60 * 60;

/** What a round of looks is about, and at which block. */
export type BalanceCheckRound = {
  readonly driver: ChainDriver;
  readonly network: ReadNetwork;
  readonly native: CatalogService;
  readonly place: CoinPlace;
  readonly block: BlockReference;
  /** Between two looks at what is expected. */
  readonly intervalSeconds: number;
};

/**
 * Searches for what brought an address more than is known, and records it as deposits. What nothing
 * explains at two looks in a row is an alarm, once for each amount, and is searched for again at
 * growing intervals.
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

/** Why nothing was recorded; null where something was. */
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
 * Once for a surplus that a second look finds again: what the operator has dismissed is not told
 * again until more comes.
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
 * Records what was found beside the scan, if its block is one of those that were read and it is no
 * more than what the balance grew by.
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
 * Of a block below those that are kept no hash is known: the nodes must have our lowest one, on
 * which it all stands.
 */
async function isOnOurBranch(driver: ChainDriver, networkCode: string, height: number, signal: AbortSignal) {
  const { lowest } = await withTransaction((tx) => findReadBlock(tx, networkCode, BigInt(height)));
  if (lowest === null || lowest.height <= BigInt(height)) return lowest !== null;
  const said = await driver.blockAt(Number.parseInt(lowest.height.toString(), 10), signal);
  return said?.hash === lowest.hash;
}

/** Units of the network's coin, by address id. */
type Surpluses = ReadonlyMap<bigint, bigint>;

/**
 * What addresses hold at a height beyond what is known, below zero where it is less; of those to or
 * from which nothing of ours is under way.
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
