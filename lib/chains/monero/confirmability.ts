import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { readHead } from "@/lib/chains/monero/blocks";
import { readKeyImages, readNewestKeyImages } from "@/lib/chains/monero/key-images";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { readTransactionStatus } from "@/lib/chains/monero/transactions";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";

const ATTEMPTS = 3;

/**
 * This node's word. A transaction of Monero never expires: it is dead only when another one in the chain has published one of its key images, and
 * proven dead only when that other one lies as deep as asked. Daemons do not tell where it lies; so the newest blocks are looked
 * through, and what none of them published was published below. All of it is read under one head, or read again.
 */
export async function judgeConfirmability(
  node: MoneroNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const head = await readHead(node, signal);
    const verdict = await judgeUnder(node, transfer, { head, confirmations: Math.max(confirmations, 1) }, signal);
    if ((await readHead(node, signal)).hash === head.hash) return verdict;
  }
  throw new ChainInconsistentError(`${node.name} got new blocks each time that it was asked`);
}

type Depth = { readonly head: BlockReference; readonly confirmations: number };

async function judgeUnder(
  node: MoneroNode,
  { transactionId, spends }: SentTransfer,
  { head, confirmations }: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  if (spends.kind !== "coins") throw new TypeError("a transfer of Monero spends coins");
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") return { verdict: "included", block: status.block, succeeded: status.succeeded };
  const keyImages = spends.keyImages ?? [];
  if (keyImages.length === 0) return { verdict: "unproven", reason: "what it spends is not known" };
  const states = await readKeyImages(node, keyImages, signal);
  const spent = keyImages.filter((_, index) => states[index] === "in-chain");
  if (spent.length === 0) return { verdict: "possible" };
  if (status.state === "pending") {
    return { verdict: "unproven", reason: "the daemon holds it, and says that what it spends is spent" };
  }
  const shallow = await readNewestKeyImages(node, head, confirmations - 1, signal);
  // One that lies deep enough is enough.
  if (spent.some((image) => !shallow.has(image))) return { verdict: "impossible", reason: "spent" };
  return { verdict: "unproven", reason: "another transaction spent the same but is not deep enough" };
}
