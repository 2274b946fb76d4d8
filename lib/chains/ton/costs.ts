import type { ArrivalCost, BlockReference, Transfer } from "@/lib/chains/facts";
import { balanceChange } from "@/lib/chains/ton/balance-change";
import { findOwnRests } from "@/lib/chains/ton/origin";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import type { TonTransaction } from "@/lib/chains/ton/transactions";

/** A transaction of a block in which an account took in what another one sent. */
export type Taken = { readonly transaction: TonTransaction; readonly block: BlockReference };

/** A transfer, with the transaction that took it in. */
export type Received = { readonly transfer: Transfer; readonly transaction: TonTransaction };

export function isTaken({ inMessage }: TonTransaction): boolean {
  return inMessage !== null && inMessage.source !== null;
}

/**
 * By how much accounts of ours hold less, after these transactions, than what `received` says that came: the gas of a wallet's contract,
 * which runs at each arrival, and the rent that was due. Below zero where something stayed that is no transfer: a token's notification
 * brings a little along. With this a balance is exactly: transfers that came, less these, less the account's own sends with their
 * fees; of which the rest of a transfer of tokens, coming back, is a part.
 */
export async function readCosts(
  node: TonNode,
  taken: readonly Taken[],
  received: readonly Received[],
  signal: AbortSignal,
): Promise<readonly ArrivalCost[]> {
  const came = new Map(
    received.flatMap(({ transfer: { transactionId, asset, units } }) =>
      asset.kind === "native" ? [[transactionId, units] as const] : [],
    ),
  );
  const costs = taken.flatMap(({ transaction, block }) => {
    const units = (came.get(transaction.hash) ?? 0n) - balanceChange(transaction);
    return units === 0n ? [] : [{ transaction, block, units }];
  });
  const changed = costs.map(({ transaction }) => transaction);
  const rests = await findOwnRests(node, changed, signal);
  return costs.flatMap(({ transaction: { hash: transactionId, account: address }, block, units }) =>
    rests.has(transactionId) ? [] : [{ transactionId, address, units, block }],
  );
}
