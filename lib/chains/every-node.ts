import type { BlockReference, NodeAnswer } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending, Confirmability, SentTransfer } from "@/lib/chains/spending";
import { answersOf, type Statement, toNodeAnswers } from "@/lib/chains/statements";

/**
 * Returns the genesis of a network's nodes. All of them are queried: one node on a wrong chain is a
 * configuration error that must not surface only on failover.
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

/**
 * Returns each node's answer with its head, which is read first: the answer is then at least as
 * recent as its head.
 */
export async function queryAllNodes<Node, Answer>(
  nodes: Failover<Node>,
  readHead: (node: Node) => Promise<BlockReference>,
  work: (node: Node) => Promise<Answer>,
  signal: AbortSignal,
): Promise<readonly NodeAnswer<Answer>[]> {
  const statements = await nodes.each(async (node) => {
    const head = await readHead(node);
    return { head, answer: await work(node) };
  }, signal);
  return toNodeAnswers(statements);
}

type Confirmabilities = Pick<ChainSpending, "canStillConfirm" | "canStillConfirmByEach">;

/**
 * Builds both ways to query whether a transaction may still move money from the query of one node.
 */
export function evaluateAcrossNodes<Node>(
  nodes: Failover<Node>,
  readHead: (node: Node, signal: AbortSignal) => Promise<BlockReference>,
  judge: (node: Node, transfer: SentTransfer, confirmations: number, signal: AbortSignal) => Promise<Confirmability>,
): Confirmabilities {
  return {
    async canStillConfirm(transfer, confirmations, signal) {
      const verdicts = answersOf(await nodes.each((node) => judge(node, transfer, confirmations, signal), signal));
      return mostConservative(verdicts) ?? { verdict: "unproven", reason: "no node answered" };
    },
    canStillConfirmByEach: (transfer, confirmations, signal) =>
      queryAllNodes(
        nodes,
        (node) => readHead(node, signal),
        (node) => judge(node, transfer, confirmations, signal),
        signal,
      ),
  };
}

/**
 * Combines the verdicts of several nodes. The most conservative one wins: a node that has the
 * transaction in a block takes precedence, and nothing is dead while one node considers it
 * possible. Null without any verdict.
 */
export function mostConservative(verdicts: readonly Confirmability[]): Confirmability | null {
  for (const wanted of ["included", "possible", "unproven", "impossible"] as const) {
    const found = verdicts.find(({ verdict }) => verdict === wanted);
    if (found !== undefined) return found;
  }
  return null;
}
