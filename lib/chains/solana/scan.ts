import { createDestinationFilter, type DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Asset, BlockReference, Transfer } from "@/lib/chains/facts";
import { inBlock, mapLimited } from "@/lib/chains/limits";
import { readSlot, readSlots, readWholeBlock, type SolanaBlock } from "@/lib/chains/solana/blocks";
import { PARALLEL_BLOCKS, SKIPPED_SLOTS_MAX, TOKEN_PROGRAMS } from "@/lib/chains/solana/config";
import { decodeTransaction, type SolanaTransaction, type TokenBalance } from "@/lib/chains/solana/decode";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

/** Balance increase of one account or owner by a transaction. */
type Gain = {
  readonly address: string;
  readonly asset: Asset;
  readonly units: bigint;
  readonly position: string;
  readonly from: string | null;
};

/**
 * Lists every gain of a successful transaction, in the order of its accounts. Computed from
 * balances and not from instructions: money that an exchange sends through its own program has
 * arrived as well, and a Token-2022 fee has not. Several payments of one transaction to one
 * recipient are one gain. Positions follow the accounts that the signatures cover: the same
 * transaction has them in every block.
 */
export function listGains(transaction: SolanaTransaction): readonly Gain[] {
  if (!transaction.succeeded) return [];
  return [...nativeGains(transaction), ...tokenGains(transaction)];
}

function nativeGains({ accounts, before, after, feeUnits }: SolanaTransaction): readonly Gain[] {
  const changes = accounts.map(({ address, isSigner }, index) => ({
    address,
    isSigner,
    units: (after[index] ?? 0n) - (before[index] ?? 0n),
    index,
  }));
  const from = soleLoser(changes.map((change) => (change.index === 0 ? withUnits(change, feeUnits) : change)));
  return changes
    .filter(({ units }) => units > 0n)
    .map(({ address, units, index }) => {
      return { address, asset: { kind: "native" }, units, position: `native:${index}`, from };
    });
}

type Change = { readonly address: string; readonly isSigner: boolean; readonly units: bigint };

function withUnits<Item extends Change>(change: Item, more: bigint): Item {
  return { ...change, units: change.units + more };
}

/** The sender is certain only when a single account lost anything and its key has signed. */
function soleLoser(changes: readonly Change[]): string | null {
  const losers = changes.filter(({ units }) => units < 0n);
  const [loser] = losers;
  return losers.length === 1 && loser?.isSigner === true ? loser.address : null;
}

/** Above the index of any account. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

type Holding = Change & { readonly mint: string; readonly index: number };

function tokenGains(transaction: SolanaTransaction): readonly Gain[] {
  const holdings = tokenChanges(transaction);
  return holdings
    .filter(({ units }) => units > 0n)
    .map(({ address, mint, units, index }) => ({
      address,
      asset: { kind: "token", contract: mint },
      units,
      position: `token:${index}`,
      from: soleLoser(holdings.filter((other) => other.mint === mint)),
    }));
}

/**
 * By owner and mint: the owner can spend, from whichever of its token accounts. The position is the
 * lowest account that the owner has afterwards; no other owner has that one then.
 */
function tokenChanges({ accounts, tokensBefore, tokensAfter }: SolanaTransaction): readonly Holding[] {
  const signers = new Set(accounts.flatMap(({ address, isSigner }) => (isSigner ? [address] : [])));
  const holdings = new Map<string, Holding>();
  const add = ({ owner, mint, program }: TokenBalance, units: bigint, index: number) => {
    if (owner === null || program === null || !TOKEN_PROGRAMS.has(program)) return;
    const known = holdings.get(`${owner} ${mint}`);
    holdings.set(`${owner} ${mint}`, {
      address: owner,
      isSigner: signers.has(owner),
      mint,
      units: (known?.units ?? 0n) + units,
      index: Math.min(known?.index ?? NOWHERE, index),
    });
  };
  for (const held of tokensBefore) add(held, -held.units, NOWHERE);
  for (const held of tokensAfter) add(held, held.units, held.accountIndex);
  return [...holdings.values()].sort((left, right) => left.index - right.index);
}

type Received = Gain & { readonly transactionId: string };
type ReadBlock = Pick<SolanaBlock, "reference" | "parentSlot"> & { readonly received: DestinationFilter<Received> };

/** Reads the whole range from one node: two nodes may not have the same newest blocks. */
export async function scanRange(node: SolanaNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const head = await readSlot(node, "confirmed", signal);
  if (head < range.toHeight) throw new ChainInconsistentError(`${node.name} is at ${head}, before ${range.toHeight}`);
  const slots = await findSlots(node, range, head, signal);
  const blocks = await mapLimited(slots, PARALLEL_BLOCKS, (slot) =>
    inBlock(slot, () => readReceived(node, slot, range.match, signal)),
  );
  assertLinked(node, blocks, range.fromHeight);
  const transfers = createDestinationFilter<Transfer>(range.match, ({ to }) => to);
  for (const { reference, received } of blocks) {
    transfers.adopt(received.entries().map(({ item, isOurs }) => ({ item: toTransfer(item, reference), isOurs })));
    await transfers.drain();
  }
  return { blocks: blocks.map(({ reference }) => reference), transfers: await transfers.finish() };
}

/**
 * Returns the slots of the range that have blocks, or, when all were skipped, the next one above
 * that has: otherwise a reader that continues from the last block would request the same empty
 * range forever.
 */
async function findSlots(
  node: SolanaNode,
  { fromHeight, toHeight }: ScanRange,
  head: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slots = await readSlots(node, fromHeight, toHeight, "confirmed", signal);
  if (slots.length > 0 || head === toHeight) return slots;
  const beyond = Math.min(head, toHeight + SKIPPED_SLOTS_MAX);
  return (await readSlots(node, toHeight + 1, beyond, "confirmed", signal)).slice(0, 1);
}

/**
 * Only the gains of a transaction are stored: a full block is megabytes of accounts that are not
 * ours.
 */
async function readReceived(
  node: SolanaNode,
  slot: number,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<ReadBlock> {
  const begin = () => {
    const received = createDestinationFilter<Received>(match, ({ address }) => ({ address, memo: null }));
    const take = (item: unknown) => {
      const transaction = decodeTransaction(item);
      const { transactionId } = transaction;
      for (const gain of listGains(transaction)) received.add({ ...gain, transactionId });
    };
    return { received, take, between: received.drain };
  };
  const read = await readWholeBlock(node, slot, "confirmed", begin, signal);
  if (read === null) throw new ChainInconsistentError(`${node.name} has no block ${slot} that it listed`);
  const { block, taken } = read;
  return { reference: block.reference, parentSlot: block.parentSlot, received: taken.received };
}

function toTransfer({ address, ...gain }: Received, block: BlockReference): Transfer {
  return { ...gain, to: { address, memo: null }, block };
}

/**
 * By slot as well as by hash: the next block's parent reveals a block that a node omitted from its
 * list.
 */
function assertLinked(node: SolanaNode, blocks: readonly ReadBlock[], fromHeight: number): void {
  for (const [index, { reference, parentSlot }] of blocks.entries()) {
    const below = blocks[index - 1]?.reference;
    const isLinked =
      below === undefined
        ? parentSlot < fromHeight || reference.height === 0
        : parentSlot === below.height && reference.parentHash === below.hash;
    if (!isLinked)
      throw new ChainInconsistentError(`${node.name} left blocks out below ${reference.height}, or changed its mind`);
  }
}
