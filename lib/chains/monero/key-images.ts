import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { readBlock } from "@/lib/chains/monero/blocks";
import { list } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { findTransactions } from "@/lib/chains/monero/transactions";

/** Whether something has published a key image: in the chain, in the daemon's pool, or nowhere. */
export type KeyImageState = "free" | "in-chain" | "waiting";

const STATES: ReadonlyMap<bigint, KeyImageState> = new Map([
  [0n, "free"],
  [1n, "in-chain"],
  [2n, "waiting"],
]);

/** In the order in which they are asked for. */
export async function readKeyImages(
  { daemon }: MoneroNode,
  keyImages: readonly string[],
  signal: AbortSignal,
): Promise<readonly KeyImageState[]> {
  if (keyImages.length === 0) return [];
  const answer = await daemon.post("is_key_image_spent", { key_images: keyImages }, signal);
  const states = list(answer.spent_status).map((state) => (typeof state === "bigint" ? STATES.get(state) : undefined));
  const known = states.filter((state) => state !== undefined);
  if (answer.status === "OK" && known.length === keyImages.length) return known;
  throw new Error(`${daemon.name} does not tell which key images are spent`);
}

/** All that the newest blocks have published, from this head down. */
export async function readNewestKeyImages(
  node: MoneroNode,
  head: BlockReference,
  blocks: number,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const transactionIds: string[] = [];
  for (let height = head.height; height > head.height - blocks && height > 0; height -= 1) {
    const block = await readBlock(node, height, signal);
    // The coinbase spends nothing.
    transactionIds.push(...(block?.transactionIds.slice(1) ?? []));
  }
  const found = await findTransactions(node, transactionIds, signal);
  if (found.length !== transactionIds.length) {
    throw new ChainInconsistentError(`${node.name} lacks transactions of its newest blocks`);
  }
  return new Set(found.flatMap((transaction) => transaction.head.keyImages));
}
