import { balanceChange, sentAlong } from "@/lib/chains/ton/balance-change";
import { purposeOf } from "@/lib/chains/ton/bodies";
import { isOfTransfer, soleMessage } from "@/lib/chains/ton/token-trail";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { readByMessage, type TonMessage, type TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * What the request of a wallet came to; `costUnits` is all that the wallet lost beyond the amount that arrived, by the block of `height` at the
 * latest: the books of a moment before it would hold what is not there yet.
 */
export type Outcome = { readonly succeeded: boolean; readonly costUnits: bigint; readonly height: number };

/**
 * How it ended, or null while the messages that it set off are still on their way. Value sent to an account has arrived when it was
 * taken in, whatever came of that: it does not bounce. Tokens have arrived when the receiver's wallet of them took them in, and what it cost is known when the
 * rest of the attached value is back, less what the wallet pays for taking that in.
 */
export async function readOutcome(node: TonNode, own: TonTransaction, signal: AbortSignal): Promise<Outcome | null> {
  const message = soleMessage(own);
  const spentUnits = own.totalFees + sentAlong(own.outMessages);
  if (message === null) return { succeeded: false, costUnits: spentUnits, height: own.height };
  if (purposeOf(message.body()) !== "token-transfer") {
    const taken = await findTaker(node, message, signal);
    return taken && { succeeded: true, costUnits: spentUnits - message.value, height: taken.height };
  }
  const settled = await settle(node, { owner: own.account, message, depth: 0 }, signal);
  if (settled === null) return null;
  return { succeeded: settled.hasArrived, costUnits: spentUnits - settled.returnedUnits, height: settled.height };
}

type Step = { readonly owner: string; readonly message: TonMessage; readonly depth: number };
type Settled = { readonly hasArrived: boolean; readonly returnedUnits: bigint; readonly height: number };

/** Follows one message and what it set off, as far as it is about these tokens or comes back to their owner. */
async function settle(node: TonNode, { owner, message, depth }: Step, signal: AbortSignal): Promise<Settled | null> {
  const taken = await findTaker(node, message, signal);
  if (taken === null) return null;
  const { height } = taken;
  if (taken.account === owner) return { hasArrived: false, returnedUnits: balanceChange(taken), height };
  const purpose = message.bounced ? "other" : purposeOf(message.body());
  let settled: Settled = { hasArrived: purpose === "token-arrival" && taken.succeeded, returnedUnits: 0n, height };
  for (const next of taken.outMessages.filter((out) => isOfTransfer(out, owner, depth + 1))) {
    const further = await settle(node, { owner, message: next, depth: depth + 1 }, signal);
    if (further === null) return null;
    settled = {
      hasArrived: settled.hasArrived || further.hasArrived,
      returnedUnits: settled.returnedUnits + further.returnedUnits,
      height: Math.max(settled.height, further.height),
    };
  }
  return settled;
}

async function findTaker(node: TonNode, message: TonMessage, signal: AbortSignal): Promise<TonTransaction | null> {
  const found = await readByMessage(node, [message.hash], signal);
  return (
    found.find(({ account, inMessage }) => {
      return account === message.destination && inMessage?.hash === message.hash;
    }) ?? null
  );
}
