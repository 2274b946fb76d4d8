import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import type { BlockReference, ChainDriver, Destination, Transfer } from "@/lib/chains/driver";
import { clearAlarms } from "@/lib/kernel/alarms/raise-alarm";
import { chunk } from "@/lib/kernel/chunk";
import { database, LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { enqueueSettlements } from "@/lib/money-in/deposits/assign-address-repo";
import {
  type Advance,
  advanceCursor,
  type CursorNote,
  type DepositOwner,
  findAddresses,
  listConfirmable,
  type OwnedAddress,
  recordAtPosition,
  type StoredCursor,
  upsertDeposits,
} from "@/lib/money-in/deposits/chain-repo";
import { recordCoins, recordOrigins, type SeenCoin } from "@/lib/money-in/deposits/coins-repo";
import { type HoldReason, NO_OWNER } from "@/lib/money-in/deposits/deposit";
import { excludeOwnTransfers, extractLargeExcess } from "@/lib/money-in/deposits/own-transfers";
import { findPositions, type NewDeposit } from "@/lib/money-in/deposits/position-repo";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { recordReceiveCosts } from "@/lib/money-in/deposits/receive-costs";
import { findOwnTransactions } from "@/lib/money-in/deposits/repo";
import { traceDeposits } from "@/lib/money-in/deposits/trace-deposits";
import { correctUnconfirmedDeposits } from "@/lib/money-in/deposits/unconfirmed-deposits-repo";
import {
  countUnknownTokens,
  findUnreadable,
  reportUnreadable,
  type UnknownTransfer,
} from "@/lib/money-in/deposits/unknown-tokens";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

type Range = {
  readonly cursor: StoredCursor;
  readonly fromHeight: number;
  readonly toHeight: number;
  /** The note stored with the new position when it is at this block. */
  readonly cursorNote?: (last: BlockReference) => CursorNote;
};
type Ours = ReadonlyMap<string, OwnedAddress>;

const WHY_CHARACTERS_MAX = 300;

/**
 * Most blocks contain nothing and confirm nothing where payments are rare: they cost only this one
 * statement.
 */
const QUIETLY = { isNothingDue: true } as const;

/**
 * The last block recorded, and whether the blocks contained nothing for the gateway. `moved`: the
 * chain or another worker moved meanwhile, so the caller restarts from the cursor. `unreadable`:
 * the next block contains a payment whose amount is unknown, and waits.
 */
export type Recorded =
  | { readonly height: number; readonly hash: string; readonly isEmpty: boolean }
  | "moved"
  | "unreadable";

/**
 * Reads a range of blocks and records their transfers to the gateway's addresses together with the
 * moved cursor, atomically. Stops before a payment that cannot be read (see
 * {@link findUnreadable}), which raises an alarm.
 */
export async function recordBlocks(
  driver: ChainDriver,
  network: ReadNetwork,
  range: Range,
  signal: AbortSignal,
): Promise<Recorded> {
  const ours = new Map<string, OwnedAddress>();
  const match = async (destinations: readonly Destination[]) => findOurs(driver.family, destinations, ours);
  const { cursor, fromHeight, toHeight, cursorNote } = range;
  const scanned = await driver.scan({ fromHeight, toHeight, match }, signal);
  if (scanned.blocks[0]?.parentHash !== cursor.hash) return "moved";
  const advance = (blocks: readonly BlockReference[], last: BlockReference): Advance => {
    return { networkCode: network.code, from: cursor, blocks, note: cursorNote?.(last) ?? null };
  };
  const head = scanned.blocks.at(-1);
  const isEmpty = [scanned.transfers, scanned.costs, scanned.excesses].every((told) => (told ?? []).length === 0);
  if (isEmpty && head !== undefined && (await advanceCursor(database(), advance(scanned.blocks, head), QUIETLY)))
    return { height: head.height, hash: head.hash, isEmpty };
  const catalog = await loadCatalog();
  const unreadable = findUnreadable(catalog, network.code, scanned.transfers);
  const blocks = scanned.blocks.filter(({ height }) => unreadable === null || height < unreadable.height);
  const last = blocks.at(-1);
  if (last === undefined) {
    if (unreadable !== null) await reportUnreadable(network.code, unreadable);
    return "unreadable";
  }
  const isBelow = ({ block }: Transfer) => block !== null && block.height <= last.height;
  const isHot = (address: string) => ours.get(toAddressKey(driver.family, address))?.ownerKind === "hot";
  const { costs, excesses } = extractLargeExcess(catalog, network.code, scanned, isHot);
  const transfers = scanned.transfers.filter(isBelow);
  const isSingle = fromHeight === toHeight;
  let recorded: readonly DepositOwner[] = [];
  const record = async (tx: Tx) => {
    if (!(await advanceCursor(tx, advance(blocks, last), { isNothingDue: false }))) return false;
    const recording = { catalog, network, driver, ours };
    const touched = [
      ...(await recordTransfers(tx, recording, transfers)),
      ...(await recordTransfers(tx, recording, excesses.filter(isBelow), "excess")),
    ];
    recorded = touched;
    const taken = costs.filter(({ block }) => block.height <= last.height);
    await recordReceiveCosts(tx, recording, taken);
    if (scanned.origins !== undefined) await recordOrigins(tx, network.code, scanned.origins);
    await settleOwners(tx, [
      ...touched,
      ...(await listConfirmable(tx, network.code, { from: cursor.height, to: last.height })),
    ]);
    return true;
  };
  // A range that exceeds the transaction limit is read in halves; a single block cannot be halved
  // and gets the time that it needs.
  const isRecorded = await withTransaction(record, isSingle ? { transactionMs: LONG_TRANSACTION_MS } : {}).catch(
    (error: unknown) => (isSingle ? reportUnwritten(network, cursor, last, error) : Promise.reject(error)),
  );
  if (isRecorded) traceDeposits(network.code, last.height, recorded);
  return isRecorded ? { height: last.height, hash: last.hash, isEmpty: false } : "moved";
}

/**
 * A single block is the smallest range, so it is never rejected for its size: the operator sees why
 * reading waits before it.
 */
async function reportUnwritten(
  { code }: ReadNetwork,
  { height, hash }: StoredCursor,
  block: BlockReference,
  error: unknown,
): Promise<never> {
  const [why = ""] = String(error).split("\n").slice(-1);
  const problem = `Syncing waits before block ${block.height}: its deposits could not be stored (${why.slice(0, WHY_CHARACTERS_MAX)})`;
  await recordAtPosition(code, { height, hash }, { problem }).catch(() => undefined);
  throw error;
}

/** Finds which destinations are gateway addresses; `ours` collects them with their owners. */
export async function findOurs(
  family: AddressFamily,
  destinations: readonly Destination[],
  ours: Map<string, OwnedAddress>,
): Promise<ReadonlySet<string>> {
  const keys = new Map(destinations.map(({ address }) => [toAddressKey(family, address), address]));
  const found = await findAddresses(database(), family, [...keys.keys()]);
  for (const address of found) ours.set(address.addressKey, address);
  return new Set(found.flatMap((address) => keys.get(address.addressKey) ?? []));
}

type Recording = {
  readonly catalog: Catalog;
  readonly network: ReadNetwork;
  readonly driver: ChainDriver;
  readonly ours: Ours;
};

/** Rows per set of statements: three megabytes of text, half a second. */
const AT_ONCE = 5_000;

/**
 * Returns the owners whose deposits changed; known deposits do not count. The gateway's own
 * transfers are not deposits. Anybody can send a hundred thousand transfers for a few dollars, so
 * none of them gets its own statement.
 * @param holdReason of all of them
 */
export async function recordTransfers(
  tx: Tx,
  recording: Recording,
  transfers: readonly Transfer[],
  holdReason: HoldReason | null = null,
): Promise<DepositOwner[]> {
  const touched: DepositOwner[] = [];
  for (const part of chunk(transfers, AT_ONCE)) touched.push(...(await recordPart(tx, recording, part, holdReason)));
  return touched;
}

async function recordPart(
  tx: Tx,
  recording: Recording,
  transfers: readonly Transfer[],
  holdReason: HoldReason | null,
): Promise<DepositOwner[]> {
  const rows: NewDeposit[] = [];
  const unknown: UnknownTransfer[] = [];
  const transactionIds = transfers.map(sentAs);
  const own = await findOwnTransactions(tx, recording.network.code, transactionIds);
  if (recording.driver.features.spending === "coins") await recordCoins(tx, toCoins(recording, transfers, own));
  for (const transfer of transfers) {
    if (own.has(sentAs(transfer))) continue;
    const row = toRow(recording, transfer);
    if (row !== null && "contract" in row) unknown.push(row);
    else if (row !== null) rows.push({ ...row, holdReason: holdReason ?? row.holdReason });
  }
  await countUnknownTokens(tx, recording.network.code, unknown);
  const foreign = await excludeOwnTransfers(tx, recording.driver, rows);
  const corrected = await correctUnconfirmedDeposits(tx, foreign);
  const recorded = await upsertDeposits(tx, await findPositions(tx, foreign), recording.network.needsSecondNode);
  const returned = recorded.flatMap(({ id, inclusion }) => (inclusion > 1 ? [id] : []));
  await clearAlarms(tx, "reversal-pending", returned);
  return [...corrected, ...recorded];
}

/** No chain reaches this height. */
const NEVER = 2n ** 62n;
/** The id with which the gateway sent the transaction, if it did. */
export const sentAs = ({ originId, transactionId }: Transfer): string => originId ?? transactionId;

const OUTPUT_INDEX = /^\d+$/;

/**
 * Every output to a gateway address is a coin, including change; whether it may be spent is decided
 * when it is selected.
 */
function toCoins(
  { network, driver, ours }: Recording,
  transfers: readonly Transfer[],
  own: ReadonlySet<string>,
): readonly SeenCoin[] {
  return transfers.flatMap(({ transactionId, position, asset, units, to, block, lockedUntilHeight, isUnspendable }) => {
    const address = ours.get(toAddressKey(driver.family, to.address));
    // A wallet service that does not expose its coins uses other names for its transfers.
    if (address === undefined || block === null || asset.kind !== "native" || !OUTPUT_INDEX.test(position)) return [];
    return {
      networkCode: network.code,
      transactionId,
      index: Number.parseInt(position, 10),
      addressId: address.id,
      units,
      isInternal: own.has(transactionId),
      blockHeight: BigInt(block.height),
      lockedUntil: isUnspendable === true ? NEVER : lockedUntilHeight === undefined ? null : BigInt(lockedUntilHeight),
    };
  });
}

/** Null unless it is a transfer in a block to a gateway address. */
function toRow(recording: Recording, transfer: Transfer): NewDeposit | UnknownTransfer | null {
  const { catalog, network, driver, ours } = recording;
  const address = ours.get(toAddressKey(driver.family, transfer.to.address));
  const { block, isUnspendable } = transfer;
  if (address === undefined || block === null) return null;
  const contract = transfer.asset.kind === "token" ? transfer.asset.contract : null;
  const service = catalog.serviceOfAsset(network.code, contract);
  // An unreviewed token was never offered for payment, and its decimals are uncertain.
  if (service === null || !service.isReviewed) {
    return {
      contract: contract ?? "native",
      transactionId: transfer.transactionId,
      toAddress: transfer.to.address,
    };
  }
  // No owner waits for it, and coins that can never be spent are not capital.
  if (isUnspendable === true && address.ownerKind === "hot") return null;
  return {
    networkCode: network.code,
    transactionId: transfer.transactionId,
    position: transfer.position,
    currencyCode: service.currency.code,
    amount: fromBaseUnits(transfer.units, service.decimals).toFixed(),
    fromAddress: transfer.from,
    toAddress: transfer.to.address,
    addressId: address.id,
    ownerKind: address.ownerKind,
    ownerId: address.ownerId,
    blockHeight: BigInt(block.height),
    blockHash: block.hash,
    blockTime: block.time,
    holdReason: isUnspendable === true ? "token" : null,
  };
}

/** Queues one settlement for each owner whose deposits changed. */
export async function settleOwners(tx: Tx, owners: readonly DepositOwner[]): Promise<void> {
  const distinct = new Map(
    owners.map(({ id, ownerKind, ownerId }) => {
      const owner =
        ownerKind !== null && ownerId !== null ? { ownerKind, ownerId } : { ownerKind: NO_OWNER, ownerId: id };
      return [`${owner.ownerKind}:${owner.ownerId}`, owner];
    }),
  );
  await enqueueSettlements(tx, [...distinct.values()]);
}
