import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { type Commitment, MAIN_GENESIS } from "@/lib/chains/solana/config";
import { type Fields, key, list, object, small } from "@/lib/chains/solana/decode";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";

/**
 * Heights of this driver are slots, some of which have no block. `blockHeight` counts only blocks
 * and determines when transactions expire.
 */
export type SolanaBlock = {
  readonly reference: BlockReference;
  readonly parentSlot: number;
  readonly blockHeight: number;
};

/** Receives a block's transactions, as sent by the node, in order. */
export type Taking = {
  readonly take: (transaction: unknown) => void;
  /** Awaited periodically before more transactions are passed. */
  readonly between: () => Promise<void>;
};

/** Skipped, not available yet, or pruned by this node: in each case it has no block to return. */
const NO_BLOCK: ReadonlySet<number> = new Set([-32_004, -32_007, -32_009, -32_014]);
const NEWER_VERSION = -32_015;
const VERSION_KNOWN = 0;
/**
 * Above any existing version. Accounts and balances have the same form in every version, and
 * nothing else is read.
 */
const VERSION_ANY = 127;

/** Slots below the newest one in which a readable head is searched. */
const HEAD_SLOTS = 32;

/** Returns null when this node has no block in the slot. */
export async function readBlock(
  node: SolanaNode,
  slot: number,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<SolanaBlock | null> {
  const answer = await askBlock(slot, "none", commitment, ({ method, params }) => node.request(method, params, signal));
  return answer == null ? null : decodeBlock(answer, slot);
}

/**
 * Like `readBlock`, but with its transactions, limited to accounts and balances. A block too large
 * to be read as a whole is streamed, and its transactions are then taken again from the
 * start. @throws AnswerTooLargeError
 */
export async function readWholeBlock<Taken extends Taking>(
  node: SolanaNode,
  slot: number,
  commitment: Commitment,
  begin: () => Taken,
  signal: AbortSignal,
): Promise<{ readonly block: SolanaBlock; readonly taken: Taken } | null> {
  const taken = begin();
  const ask = (how: (call: Call) => Promise<unknown>) => askBlock(slot, "accounts", commitment, how);
  try {
    const answer = await ask(({ method, params }) => node.request(method, params, signal));
    if (answer == null) return null;
    list(object(answer).transactions).forEach(taken.take);
    return { block: decodeBlock(answer, slot), taken };
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
  }
  const streamed = begin();
  const reading = { takers: { "$.result.transactions.*": streamed.take }, between: streamed.between };
  const answer = await ask((call) => node.read(call, reading, signal));
  if (answer == null) return null;
  list(object(answer).transactions);
  return { block: decodeBlock(answer, slot), taken: streamed };
}

/**
 * The last heads read. A head stays the same over several polls, and a confirmed block stays in its
 * slot.
 */
const heads = new WeakMap<SolanaNode, SolanaBlock>();

/**
 * Returns the newest block of the commitment. A node reports a slot before its block is readable,
 * and the newest slot of the whole cluster may have been skipped; then the block below is the head.
 */
export async function readHead(node: SolanaNode, commitment: Commitment, signal: AbortSignal): Promise<SolanaBlock> {
  const slot = await readSlot(node, commitment, signal);
  const known = heads.get(node);
  if (known?.reference.height === slot) return known;
  const newest = await readBlock(node, slot, commitment, signal);
  if (newest !== null) {
    heads.set(node, newest);
    return newest;
  }
  const below = await readSlots(node, Math.max(0, slot - HEAD_SLOTS), slot, commitment, signal);
  for (const candidate of below.toReversed()) {
    const block = await readBlock(node, candidate, commitment, signal);
    if (block !== null) return block;
  }
  throw new ChainInconsistentError(`${node.name} has no block near its head ${slot}`);
}

export async function readSlot(node: SolanaNode, commitment: Commitment, signal: AbortSignal): Promise<number> {
  return small(await node.request("getSlot", [{ commitment }], signal));
}

/** Returns the slots of the inclusive range that have a block, ascending. */
export async function readSlots(
  node: SolanaNode,
  from: number,
  to: number,
  commitment: Commitment,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slots = list(await node.request("getBlocks", [from, to, { commitment }], signal)).map(small);
  const isRising = slots.every((slot, index) => slot > (slots[index - 1] ?? from - 1) && slot <= to);
  if (!isRising) throw new ChainInconsistentError(`${node.name} sent slots outside of ${from} to ${to}, or not rising`);
  return slots;
}

/**
 * Returns the genesis hash after verifying that the node is on the main network (or on any, in the
 * sandbox).
 */
export async function readIdentity(node: SolanaNode, isSandbox: boolean, signal: AbortSignal): Promise<string> {
  const genesis = key(await node.request("getGenesisHash", [], signal));
  if (!isSandbox && genesis !== MAIN_GENESIS) {
    throw new ChainIdentityError(`${node.name} is on the Solana cluster ${genesis}, not on the main network`);
  }
  return genesis;
}

type Call = { readonly method: string; readonly params: readonly unknown[] };

async function askBlock(
  slot: number,
  transactionDetails: "accounts" | "none",
  commitment: Commitment,
  ask: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await inAnyVersion((maxSupportedTransactionVersion) => {
      const common = { encoding: "json", transactionDetails, rewards: false };
      return ask({ method: "getBlock", params: [slot, { ...common, commitment, maxSupportedTransactionVersion }] });
    });
  } catch (error) {
    if (error instanceof NodeAnswerError && NO_BLOCK.has(error.code)) return null;
    throw error;
  }
}

/** Retries where a transaction has a version newer than this driver. */
export async function inAnyVersion(ask: (versionMax: number) => Promise<unknown>): Promise<unknown> {
  try {
    return await ask(VERSION_KNOWN);
  } catch (error) {
    if (error instanceof NodeAnswerError && error.code === NEWER_VERSION) return ask(VERSION_ANY);
    throw error;
  }
}

function decodeBlock(answer: unknown, slot: number): SolanaBlock {
  const fields = object(answer);
  const parentSlot = small(fields.parentSlot);
  // The first slot names itself as its parent.
  if (parentSlot >= slot && slot !== 0)
    throw new ChainInconsistentError(`block ${slot} names ${parentSlot} as its parent`);
  return {
    reference: {
      height: slot,
      hash: key(fields.blockhash),
      parentHash: key(fields.previousBlockhash),
      time: timeOf(fields),
    },
    parentSlot,
    blockHeight: small(fields.blockHeight),
  };
}

function timeOf({ blockTime }: Fields): Date {
  return new Date(small(blockTime) * 1000);
}
