import type { Cell } from "@ton/core";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { decodeTokenNotification, purposeOf, readComment } from "@/lib/chains/ton/bodies";
import type { FindMaster } from "@/lib/chains/ton/token-origin";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import type { TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * Whether value from another account stayed where it arrived. It does so even where no contract runs yet, unless the sender wanted it
 * back then. What comes back to its sender, because its receiver failed, is no payment.
 */
export function isArrival({ inMessage, hasBounced }: TonTransaction): boolean {
  if (inMessage === null || inMessage.source === null) return false;
  return inMessage.value > 0n && !inMessage.bounced && !hasBounced;
}

/**
 * The deposit that this transaction of an account of ours is, or null. Named by the transaction's own hash: a payer's transaction has
 * as many as it has receivers. The little value that a token's notification or the rest of a token transfer of ours brings along
 * pays for that message, and nobody means it as a payment: it stays on the account and is credited to nobody.
 */
export async function readArrival(
  node: TonNode,
  { transaction, block }: { readonly transaction: TonTransaction; readonly block: BlockReference },
  findMaster: FindMaster,
  signal: AbortSignal,
): Promise<Transfer | null> {
  const { inMessage, account, hash } = transaction;
  if (inMessage === null || inMessage.source === null) return null;
  const body = inMessage.body();
  const purpose = purposeOf(body);
  if (purpose === "excess") return null;
  const common = { transactionId: hash, block };
  if (purpose !== "token-notification") {
    return {
      ...common,
      position: "native",
      asset: { kind: "native" },
      units: inMessage.value,
      to: { address: account, memo: commentIn(body) },
      from: inMessage.source,
    };
  }
  const notification = decodeTokenNotification(body);
  if (notification === null || notification.units === 0n) return null;
  const master = await findMaster(node, { sender: inMessage.source, owner: account }, signal);
  if (master === null) return null;
  return {
    ...common,
    position: "jetton",
    asset: { kind: "token", contract: master },
    units: notification.units,
    to: { address: account, memo: notification.memo },
    from: notification.from,
  };
}

/** Whatever is wrong with the words, the money has arrived. */
function commentIn(body: Cell): string | null {
  try {
    return readComment(body.beginParse());
  } catch {
    return null;
  }
}
