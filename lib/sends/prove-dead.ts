import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { ChainDriver, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { type Outgoing, toSigned } from "@/lib/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sends/prove-included";

type Driver = Pick<ChainDriver, "accountNonce" | "canStillConfirm" | "transactionStatusByEach" | "witnesses">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/** How far a witness may be behind the furthest one, where a proof by time leaves at least so many blocks of room. */
const EXPIRY_SLACK_BLOCKS = 8;

/**
 * Why a transaction may still arrive; null when every version of it is proven dead, deep in the chain, by every node that answers, and
 * enough do: two, but on a sandbox, which has one. A single node may lie, or be on a fork. Where one node is all that is configured
 * and the operator decides, that decision stands for the second word.
 * @throws ChainUnavailableError when no node answers
 */
export async function findLife(
  driver: Driver,
  network: Network,
  outgoing: Outgoing,
  by: { readonly isOperators: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const isAlone = outgoing.nonce === null && driver.witnesses === 1 && by.isOperators;
  const needed = network.isSandbox || isAlone ? 1 : WITNESSES_MIN;
  for (const version of outgoing.versions) {
    const { transactionId } = version;
    const transfer = toSigned(outgoing, version);
    const { verdict } = await driver.canStillConfirm(transfer, network.confirmations, signal);
    if (verdict !== "impossible") return `${transactionId} is ${verdict}`;
    const slack = transfer.spends.kind === "expiring" ? EXPIRY_SLACK_BLOCKS : 0;
    const depth = Math.max(network.confirmations - 1, slack);
    const answered = await countWitnesses(driver, outgoing, { transactionId, depth }, signal);
    if (typeof answered === "string") return answered;
    if (answered < needed) return `${answered} of the ${needed} nodes that are needed answer and are as far`;
  }
  return null;
}

/**
 * How many nodes speak against it; a text when one of them has it. One that is further behind the others than what was proven is deep
 * knows nothing of the time in which it would have been taken: its "absent" is no word.
 */
async function countWitnesses(
  driver: Driver,
  { fromAddress, nonce }: Outgoing,
  of: { readonly transactionId: string; readonly depth: number },
  signal: AbortSignal,
): Promise<number | string> {
  if (nonce !== null) return (await driver.accountNonce(fromAddress, signal))?.answered ?? 0;
  const testimonies = await driver.transactionStatusByEach(of.transactionId, signal);
  const having = testimonies.find(has);
  if (having !== undefined) return `${of.transactionId} is known to ${having.node}`;
  const furthest = Math.max(...testimonies.map(({ head }) => head?.height ?? 0));
  return testimonies.filter(
    ({ answer, head }) => answer !== null && head !== null && head.height >= furthest - of.depth,
  ).length;
}

function has({ answer }: Testimony<TransactionStatus>): boolean {
  return answer !== null && answer.state !== "absent";
}
