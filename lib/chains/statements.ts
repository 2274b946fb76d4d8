import type { NodeAnswer } from "@/lib/chains/driver";
import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import type { BroadcastOutcome } from "@/lib/chains/spending";

/** One node's answer or the error it gave instead. */
export type Statement<Result> =
  | { readonly node: string; readonly answer: Result }
  | { readonly node: string; readonly error: unknown };

/** Of the nodes that answered; throws ChainUnavailableError when none did. */
export function answersOf<Answer>(statements: readonly Statement<Answer>[]): readonly Answer[] {
  const answers = statements.flatMap((statement) => ("answer" in statement ? [statement.answer] : []));
  if (answers.length > 0) return answers;
  throw toUnavailable(errorsOf(statements));
}

/** One node that has the transaction is enough. A refusal counts only when no node took it. */
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
 * The first line of an error: libraries append request bodies and URLs, which may hold credentials.
 */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}

function errorsOf(statements: readonly Statement<unknown>[]): readonly unknown[] {
  return statements.flatMap((statement) => ("error" in statement ? [statement.error] : []));
}

/**
 * Whose word a node's is, by the name that it is told by (its host, and perhaps a port): the host
 * alone. Two programs on one machine, and two keys of one service, are run by the same people and
 * broken into at the same moment, so they are one word however many URLs lead to them. Names are
 * compared as they are written: nothing is looked up, and two hosts of one company are two.
 */
export function witnessOf(node: string): string {
  return node.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

/** How many words these nodes are, by their names. */
export function countWitnesses(nodes: readonly string[]): number {
  return new Set(nodes.map(witnessOf)).size;
}

/**
 * Of readings by several nodes: a node that lags reads too little, never too much. Zero without
 * any.
 */
export function highest(readings: readonly bigint[]): bigint {
  return readings.reduce((best, reading) => (reading > best ? reading : best), 0n);
}
