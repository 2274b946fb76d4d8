import { TransactionRefusedError } from "@/lib/chains/errors";
import type { SignedTransfer } from "@/lib/chains/spending";
import { crashPoint } from "@/lib/crash-point";
import { log } from "@/lib/log";
import type { Engine } from "@/lib/sends/engine";
import { noteBroadcasts } from "@/lib/sends/outgoing-repo";

export type ToBroadcast = { readonly outgoingId: string; readonly signed: SignedTransfer };

/**
 * Hands stored bytes to the nodes, one after the other in the order given, which is that of their nonces. Whatever the nodes answer, or
 * whether they do, decides nothing: what is on its way is looked for on the chain, and handed out again until it is there.
 */
export async function broadcastInOrder(
  engine: Engine,
  items: readonly ToBroadcast[],
  signal: AbortSignal,
): Promise<void> {
  for (const item of items) await broadcastOne(engine, item, signal);
  await noteBroadcasts(items.map(({ outgoingId }) => outgoingId));
}

/** Only the caller's own signal makes it throw. */
export async function broadcastOne(
  engine: Engine,
  { outgoingId, signed }: ToBroadcast,
  signal: AbortSignal,
): Promise<void> {
  try {
    await engine.driver.broadcast(signed, signal);
    crashPoint("send:broadcast");
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof TransactionRefusedError ? error.reason : "unknown outcome";
    log().warn(
      { network: engine.networkCode, outgoingId, reason, err: error },
      "a transaction was not taken by a node",
    );
  }
}
