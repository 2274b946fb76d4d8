import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { MAINNET_ZERO_STATE } from "@/lib/chains/ton/config";
import { fields, hash, list, units, whole } from "@/lib/chains/ton/decode";
import type { TonNode } from "@/lib/chains/ton/ton-node";

const MASTERCHAIN = { workchain: -1, shard: "8000000000000000" } as const;
/**
 * A masterchain block covers a few blocks of each shard, and there are never more than some hundred
 * shards.
 */
const COVERED_MAX = 1_000;
const NO_HASH = "0".repeat(64);

/**
 * A block of the masterchain, which covers the blocks of the other chains since the previous one.
 */
type MasterBlock = {
  readonly height: number;
  readonly hash: string;
  readonly time: Date;
  readonly startLt: bigint;
  readonly transactions: number;
};

/**
 * A block, and the number of its transactions on the masterchain's own accounts: the network's
 * contracts run in each block.
 */
export type CountedBlock = { readonly block: BlockReference; readonly ownTransactions: number };

/**
 * The last heads read. A head stays the same over many polls, and its hash identifies everything
 * below it.
 */
const heads = new WeakMap<TonNode, BlockReference>();

export async function readHead(node: TonNode, signal: AbortSignal): Promise<BlockReference> {
  const { last } = fields(await node.get("/api/v3/masterchainInfo", {}, signal));
  const head = decodeBlock(last);
  const known = heads.get(node);
  if (known?.hash === head.hash && known.height === head.height) return known;
  const reference = toReference(head, await readHashBelow(node, head.height, signal));
  heads.set(node, reference);
  return reference;
}

/**
 * Returns null above the head of the node's index. Height 0 is the zero state, which is not a block
 * but the first one's parent.
 */
export async function readBlock(node: TonNode, height: number, signal: AbortSignal): Promise<BlockReference | null> {
  if (height < 0) return null;
  if (height === 0) {
    const hashOfZero = await readZeroState(node, signal);
    // The API dates the zero state nowhere.
    return { height, hash: hashOfZero, parentHash: NO_HASH, time: new Date(0) };
  }
  const block = await findBlock(node, height, signal);
  return block === null ? null : toReference(block, await readHashBelow(node, height, signal));
}

/**
 * Returns the blocks of an inclusive range. The API names no parents, but masterchain blocks are
 * final and numbered consecutively: the parent is the block one below on the same node.
 *
 * @throws ChainInconsistentError when the node lacks any of them
 */
export async function readRange(
  node: TonNode,
  fromHeight: number,
  toHeight: number,
  signal: AbortSignal,
): Promise<readonly CountedBlock[]> {
  const [first, last] = await Promise.all([
    findBlock(node, Math.max(fromHeight - 1, 1), signal),
    findBlock(node, toHeight, signal),
  ]);
  if (first === null || last === null) throw lacking(node, toHeight);
  const limit = toHeight - first.height + 1;
  const range = { ...MASTERCHAIN, start_lt: `${first.startLt}`, end_lt: `${last.startLt}`, limit };
  const found = await readBlocks(node, range, signal);
  const hashes = new Map(found.map((block) => [block.height, block.hash]));
  if (fromHeight === 1) hashes.set(0, await readZeroState(node, signal));
  const wanted = Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => fromHeight + index);
  return wanted.map((height) => {
    const block = found.find((candidate) => candidate.height === height);
    const parentHash = hashes.get(height - 1);
    if (block === undefined || parentHash === undefined) throw lacking(node, height);
    return { block: toReference(block, parentHash), ownTransactions: block.transactions };
  });
}

/**
 * Returns how many transactions a masterchain block covers, its own and those in the blocks of
 * other chains that it covers.
 *
 * @throws ChainInconsistentError when the node does not have it
 */
export async function countTransactions(node: TonNode, height: number, signal: AbortSignal): Promise<number> {
  const { blocks } = fields(await node.get("/api/v3/blocks", { mc_seqno: height, limit: COVERED_MAX }, signal));
  const covered = list(blocks).map(fields);
  const isOwn = ({ workchain, seqno }: (typeof covered)[number]) =>
    whole(workchain) === MASTERCHAIN.workchain && whole(seqno) === height;
  if (!covered.some(isOwn)) throw lacking(node, height);
  return covered.reduce((sum, block) => sum + whole(block["tx_count"]), 0);
}

/**
 * Returns the hash of the zero state after verifying that the node follows the main network; in a
 * sandbox any is accepted.
 */
export async function readIdentity(node: TonNode, isSandbox: boolean, signal: AbortSignal): Promise<string> {
  const { rootHash, fileHash } = await readInit(node, signal);
  const isMainnet = rootHash === MAINNET_ZERO_STATE.rootHash && fileHash === MAINNET_ZERO_STATE.fileHash;
  if (!isSandbox && !isMainnet) throw new ChainIdentityError(`${node.name} is not on TON's main network`);
  return rootHash;
}

async function readZeroState(node: TonNode, signal: AbortSignal): Promise<string> {
  return (await readInit(node, signal)).rootHash;
}

/** Reads version 2 of the API: `first` in version 3 is only the first block in its index. */
async function readInit(
  node: TonNode,
  signal: AbortSignal,
): Promise<{ readonly rootHash: string; readonly fileHash: string }> {
  const { result } = fields(await node.get("/api/v2/getMasterchainInfo", {}, signal));
  const init = fields(fields(result)["init"]);
  if (whole(init["seqno"]) !== 0) throw new ChainIdentityError(`${node.name} does not tell its zero state`);
  return { rootHash: hash(init["root_hash"]), fileHash: hash(init["file_hash"]) };
}

async function readHashBelow(node: TonNode, height: number, signal: AbortSignal): Promise<string> {
  if (height === 1) return readZeroState(node, signal);
  const below = await findBlock(node, height - 1, signal);
  if (below === null) throw lacking(node, height - 1);
  return below.hash;
}

async function findBlock(node: TonNode, height: number, signal: AbortSignal): Promise<MasterBlock | null> {
  const blocks = await readBlocks(node, { ...MASTERCHAIN, seqno: height, limit: 1 }, signal);
  return blocks.find((block) => block.height === height) ?? null;
}

async function readBlocks(
  node: TonNode,
  query: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<readonly MasterBlock[]> {
  const { blocks } = fields(await node.get("/api/v3/blocks", query, signal));
  return list(blocks).map(decodeBlock);
}

function decodeBlock(value: unknown): MasterBlock {
  const block = fields(value);
  if (whole(block["workchain"]) !== MASTERCHAIN.workchain) throw new TypeError("this is no block of the masterchain");
  return {
    height: whole(block["seqno"]),
    hash: hash(block["root_hash"]),
    time: new Date(whole(block["gen_utime"]) * 1000),
    startLt: units(block["start_lt"]),
    transactions: whole(block["tx_count"]),
  };
}

function toReference({ height, hash: own, time }: MasterBlock, parentHash: string): BlockReference {
  return { height, hash: own, parentHash, time };
}

function lacking(node: TonNode, height: number): ChainInconsistentError {
  return new ChainInconsistentError(`${node.name} has no block ${height}`);
}
