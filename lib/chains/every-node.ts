import type { BlockReference, Testimony } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending, Confirmability, SentTransfer } from "@/lib/chains/spending";
import { answersOf, type Statement, toTestimonies } from "@/lib/chains/statements";

/**
 * The genesis that a network's nodes show. All of them are asked: one node on a wrong chain is a mistake in the settings that must not wait
 * for a failover.
 * @throws ChainIdentityError when one is on a wrong chain, ChainUnavailableError when none answers
 */
export async function identifyEvery<Node>(
  nodes: Failover<Node>,
  readIdentity: (node: Node) => Promise<string>,
  signal: AbortSignal,
): Promise<{ readonly genesisHash: string }> {
  const statements = await nodes.each(readIdentity, signal);
  const wrong = statements.find(isIdentityError);
  if (wrong !== undefined) throw wrong.error;
  return { genesisHash: await nodes.call(readIdentity, signal) };
}

function isIdentityError(statement: Statement<string>): statement is { node: string; error: ChainIdentityError } {
  return "error" in statement && statement.error instanceof ChainIdentityError;
}

/** What each node says, with its head, which is read first: the answer is then at least as new as the head that vouches for it. */
export async function askEvery<Node, Answer>(
  nodes: Failover<Node>,
  readHead: (node: Node) => Promise<BlockReference>,
  work: (node: Node) => Promise<Answer>,
  signal: AbortSignal,
): Promise<readonly Testimony<Answer>[]> {
  const statements = await nodes.each(async (node) => {
    const head = await readHead(node);
    return { head, answer: await work(node) };
  }, signal);
  return toTestimonies(statements);
}

type Confirmabilities = Pick<ChainSpending, "canStillConfirm" | "canStillConfirmByEach">;

/** Both ways to ask whether a transaction may still move money, of one node's way to judge it. */
export function judgeByEvery<Node>(
  nodes: Failover<Node>,
  readHead: (node: Node, signal: AbortSignal) => Promise<BlockReference>,
  judge: (node: Node, transfer: SentTransfer, confirmations: number, signal: AbortSignal) => Promise<Confirmability>,
): Confirmabilities {
  return {
    async canStillConfirm(transfer, confirmations, signal) {
      const verdicts = answersOf(await nodes.each((node) => judge(node, transfer, confirmations, signal), signal));
      return mostCareful(verdicts) ?? { verdict: "unproven", reason: "no node answered" };
    },
    canStillConfirmByEach: (transfer, confirmations, signal) =>
      askEvery(
        nodes,
        (node) => readHead(node, signal),
        (node) => judge(node, transfer, confirmations, signal),
        signal,
      ),
  };
}

/**
 * One verdict from several nodes. The careful one wins: a node that has the transaction in a block is
 * believed first, and nothing is dead while one node still thinks that it may live. Null without any.
 */
export function mostCareful(verdicts: readonly Confirmability[]): Confirmability | null {
  for (const wanted of ["included", "possible", "unproven", "impossible"] as const) {
    const found = verdicts.find(({ verdict }) => verdict === wanted);
    if (found !== undefined) return found;
  }
  return null;
}
