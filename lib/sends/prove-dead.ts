import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { ChainDriver, Testimony } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Confirmability } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/witnesses";
import { type Outgoing, toSigned } from "@/lib/sends/outgoing";
import { WITNESSES_MIN } from "@/lib/sends/prove-included";

type Driver = Pick<ChainDriver, "canStillConfirmByEach" | "witnesses">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/**
 * Why a transaction may still arrive; null when every version of it is proven dead, deep in the chain, by every node that answers, each at
 * its own head, and those are two witnesses at least (one on a sandbox): a single node may lie, or be on a fork. Where one witness
 * is all that is configured and the operator decides, that decision stands for the second word.
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
    const transfer = toSigned(outgoing, version);
    const words = await driver.canStillConfirmByEach(transfer, network.confirmations, signal);
    const life = findLifeIn(words, needed);
    if (life !== null) return `${version.transactionId} ${life}`;
  }
  return null;
}

function findLifeIn(words: readonly Testimony<Confirmability>[], needed: number): string | null {
  const told = words.flatMap(({ node, answer }) => (answer === null ? [] : [{ node, answer }]));
  if (told.length === 0) {
    throw new ChainUnavailableError(`no node answered: ${words.map(({ error }) => error).join("; ")}`);
  }
  const alive = told.find(({ answer }) => answer.verdict !== "impossible");
  if (alive !== undefined) return `is ${lifeText(alive.answer)}, says ${alive.node}`;
  const witnesses = countWitnesses(told.map(({ node }) => node));
  if (witnesses >= needed) return null;
  return `is dead by the word of ${witnesses} of the ${needed} nodes, on hosts of their own, that are needed`;
}

function lifeText(answer: Confirmability): string {
  return answer.verdict === "unproven" ? `unproven (${answer.reason})` : answer.verdict;
}
