import type { NodeAnswer } from "@/lib/chains/driver";
import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import type { BroadcastOutcome } from "@/lib/chains/spending";

/** One node's answer, or its error. */
export type Statement<Result> =
  | { readonly node: string; readonly answer: Result }
  | { readonly node: string; readonly error: unknown };

/** Returns the answers of the nodes that gave one; throws ChainUnavailableError when none did. */
export function answersOf<Answer>(statements: readonly Statement<Answer>[]): readonly Answer[] {
  const answers = statements.flatMap((statement) => ("answer" in statement ? [statement.answer] : []));
  if (answers.length > 0) return answers;
  throw toUnavailable(errorsOf(statements));
}

/**
 * One node that has the transaction is sufficient. A refusal counts only when no node accepted it.
 */
export function bestOutcome(statements: readonly Statement<BroadcastOutcome>[]): BroadcastOutcome {
  for (const outcome of ["already-included", "already-known", "accepted"] as const) {
    if (statements.some((statement) => "answer" in statement && statement.answer === outcome)) return outcome;
  }
  const errors = errorsOf(statements);
  throw errors.find((error) => error instanceof TransactionRefusedError) ?? toUnavailable(errors);
}

/** For callers that need to know which node gave which answer. */
export function toNodeAnswers<Answer>(
  statements: readonly Statement<Pick<NodeAnswer<Answer>, "head" | "answer">>[],
): readonly NodeAnswer<Answer>[] {
  return statements.map((statement) =>
    "answer" in statement
      ? { node: statement.node, ...statement.answer, error: null }
      : { node: statement.node, head: null, answer: null, error: messageOf(statement.error) },
  );
}

export function toUnavailable(errors: readonly unknown[]): ChainUnavailableError {
  return new ChainUnavailableError(`no node answered: ${errors.map(messageOf).join("; ")}`, { cause: errors[0] });
}

/**
 * Returns the first line of an error: libraries append request bodies and URLs, which may hold
 * credentials.
 */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}

function errorsOf(statements: readonly Statement<unknown>[]): readonly unknown[] {
  return statements.flatMap((statement) => ("error" in statement ? [statement.error] : []));
}

/**
 * Returns whose attestation a node's is, from its displayed name (its host, and perhaps a port):
 * the host alone. Two programs on one machine, and two keys of one service, are run by the same
 * people and would be compromised together, so they are one attestation however many URLs lead to
 * them. Names are compared as written: nothing is resolved, and two hosts of one company count as
 * two.
 */
export function witnessOf(node: string): string {
  return node.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

/** Returns the number of independent attestations of these nodes, by their names. */
export function countWitnesses(nodes: readonly string[]): number {
  return new Set(nodes.map(witnessOf)).size;
}

/**
 * Returns the highest reading of several nodes: a lagging node reads too little, never too much.
 * Zero without any.
 */
export function highest(readings: readonly bigint[]): bigint {
  return readings.reduce((best, reading) => (reading > best ? reading : best), 0n);
}
