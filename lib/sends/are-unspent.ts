import type { ChainDriver } from "@/lib/chains/driver";
import type { Coin } from "@/lib/chains/spending";

/** No transaction has it: the question is about the coins alone. */
const NO_TRANSACTION = "0".repeat(64);

/**
 * Whether a transaction could still spend all of these coins, as far as the chain's nodes know; false only when another one has spent one of
 * them, deep enough.
 * @throws ChainUnavailableError when no node answers
 */
export async function areUnspent(
  driver: Pick<ChainDriver, "canStillConfirm">,
  coins: readonly Coin[],
  confirmations: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (coins.length === 0) return true;
  const of = { transactionId: NO_TRANSACTION, spends: { kind: "coins" as const, coins } };
  return (await driver.canStillConfirm(of, confirmations, signal)).verdict !== "impossible";
}
