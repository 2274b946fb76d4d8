import type { ChainDriver } from "@/lib/chains/driver";
import type { CoinName } from "@/lib/chains/facts";
import { findOrigin, recordOrigins } from "@/lib/coins/origins-repo";
import { withTransaction } from "@/lib/db";
import { findSpentBy } from "@/lib/sends/outgoing-repo";

type Node = Pick<ChainDriver, "coinsSpentBy">;

/**
 * Coins that a transaction spends, ours or somebody else's, which never is a node's mere word: what we signed, or what bytes have proven. What
 * nobody has written down yet and a node still has is written down now, because a node that lost a transaction forgets it. Null when it
 * cannot be known.
 */
export async function findInputs(
  driver: Node,
  networkCode: string,
  transactionId: string,
  signal: AbortSignal,
): Promise<readonly CoinName[] | null> {
  const own = await findSpentBy(networkCode, transactionId);
  const known = own ?? (await findOrigin(networkCode, transactionId));
  if (known !== null) return known;
  const told = (await driver.coinsSpentBy?.(transactionId, signal)) ?? null;
  if (told === null) return null;
  await withTransaction((tx) => recordOrigins(tx, networkCode, new Map([[transactionId, told]])));
  return told;
}
