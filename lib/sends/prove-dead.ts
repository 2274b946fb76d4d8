import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { ChainDriver, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { type Outgoing, toSigned } from "@/lib/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sends/prove-included";

type Driver = Pick<ChainDriver, "accountNonce" | "canStillConfirm" | "transactionStatusByEach">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/**
 * Why a transaction may still arrive; null when every version of it is proven dead, deep in the chain, by every node that answers, and
 * enough do: two, but on a sandbox, which has one. A single node may lie, or be on a fork.
 * @throws ChainUnavailableError when no node answers
 */
export async function findLife(
  driver: Driver,
  { confirmations, isSandbox }: Network,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<string | null> {
  const needed = isSandbox ? 1 : WITNESSES_MIN;
  for (const version of outgoing.versions) {
    const { transactionId } = version;
    const { verdict } = await driver.canStillConfirm(toSigned(outgoing, version), confirmations, signal);
    if (verdict !== "impossible") return `${transactionId} is ${verdict}`;
    const answered = await countWitnesses(driver, outgoing, transactionId, signal);
    if (typeof answered === "string") return answered;
    if (answered < needed) return `${answered} of the ${needed} nodes that are needed answer`;
  }
  return null;
}

/** How many nodes answer for it; a text when one of them has it. */
async function countWitnesses(
  driver: Driver,
  { fromAddress, nonce }: Outgoing,
  transactionId: string,
  signal: AbortSignal,
): Promise<number | string> {
  if (nonce !== null) return (await driver.accountNonce(fromAddress, signal))?.answered ?? 0;
  const testimonies = await driver.transactionStatusByEach(transactionId, signal);
  const having = testimonies.find(has);
  if (having !== undefined) return `${transactionId} is known to ${having.node}`;
  return testimonies.filter(({ answer }) => answer !== null).length;
}

function has({ answer }: Testimony<TransactionStatus>): boolean {
  return answer !== null && answer.state !== "absent";
}
