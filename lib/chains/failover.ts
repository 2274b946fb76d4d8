import type { NodeHealth } from "@/lib/chains/driver";
import { ChainIdentityError, ChainInconsistentError, TransactionRefusedError } from "@/lib/chains/errors";
import { messageOf, type Statement, toUnavailable } from "@/lib/chains/statements";

/** First rest of a node that failed; doubles with each further failure up to the longest. */
const QUARANTINE_FIRST_MS = 2_000;
const QUARANTINE_LONGEST_MS = 300_000;

/** Carries an error of the caller's own callback past the failover, which must not blame a node for it. */
export class CallerFailure extends Error {
  override readonly name = "CallerFailure";
}

type Standing = { failures: number; restsUntilMs: number; reason: string | null; verified: boolean };

export type FailoverConfig<Node> = {
  readonly nodes: readonly Node[];
  /** Proves that the node is on the right chain; asked before its first use and again after each failure. */
  readonly verify: (node: Node, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
};

export type Failover<Node> = {
  /** The answer of the first node that gives one; a node that fails rests and the next is asked. */
  readonly call: <Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /** Every node's own answer, resting ones included. Never throws for a node's failure. */
  readonly each: <Result>(
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<readonly Statement<Result>[]>;
  readonly health: () => readonly NodeHealth[];
};

/** Several nodes of one network behind one call. A network with one node is the same with a list of one. */
export function createFailover<Node extends { readonly name: string }>(
  config: FailoverConfig<Node>,
): Failover<Node> {
  if (config.nodes.length === 0) throw new Error("a chain driver needs at least one node URL");
  const now = config.now ?? Date.now;
  const standings = new Map<Node, Standing>(
    config.nodes.map((node) => [node, { failures: 0, restsUntilMs: 0, reason: null, verified: false }]),
  );
  const standingOf = (node: Node): Standing => {
    const standing = standings.get(node);
    if (standing === undefined) throw new Error(`unknown node ${node.name}`);
    return standing;
  };

  const attempt = async <Result>(
    node: Node,
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> => {
    const standing = standingOf(node);
    try {
      if (!standing.verified) await config.verify(node, signal);
      standing.verified = true;
      const result = await work(node);
      Object.assign(standing, { failures: 0, restsUntilMs: 0, reason: null });
      return result;
    } catch (error) {
      if (!signal.aborted && isFailure(error)) rest(standing, error, now());
      throw error;
    }
  };

  return {
    async call(work, signal) {
      const errors: unknown[] = [];
      for (const node of inOrder(config.nodes, standingOf, now())) {
        signal.throwIfAborted();
        try {
          return await attempt(node, work, signal);
        } catch (error) {
          if (signal.aborted) throw signal.reason;
          if (error instanceof CallerFailure) throw error.cause;
          if (!isNodesFault(error)) throw error;
          errors.push(error);
        }
      }
      throw everyNodeFailed(errors);
    },
    async each(work, signal) {
      const statements = await Promise.all(
        config.nodes.map(async (node): Promise<Statement<Awaited<ReturnType<typeof work>>>> => {
          try {
            return { node: node.name, answer: await attempt(node, work, signal) };
          } catch (error) {
            return { node: node.name, error };
          }
        }),
      );
      signal.throwIfAborted();
      return statements;
    },
    health: () =>
      config.nodes.map((node) => {
        const { reason } = standingOf(node);
        return { node: node.name, healthy: reason === null, reason };
      }),
  };
}

/** A refusal is an answer about the transaction, and a caller's own failure is the caller's. */
function isNodesFault(error: unknown): boolean {
  return !(error instanceof TransactionRefusedError || error instanceof CallerFailure);
}

/** A node that reorganised while being read is well: the next one is asked, but this one need not rest. */
function isFailure(error: unknown): boolean {
  return isNodesFault(error) && !(error instanceof ChainInconsistentError);
}

function rest(standing: Standing, error: unknown, nowMs: number): void {
  standing.failures += 1;
  standing.verified = false;
  standing.reason = messageOf(error);
  const restMs = Math.min(QUARANTINE_FIRST_MS * 2 ** (standing.failures - 1), QUARANTINE_LONGEST_MS);
  standing.restsUntilMs = nowMs + restMs;
}

/** Rested nodes in configured order, then the resting ones, soonest back first: a last resort is still tried. */
function inOrder<Node>(
  nodes: readonly Node[],
  standingOf: (node: Node) => Standing,
  nowMs: number,
): readonly Node[] {
  const restsUntil = (node: Node) => Math.max(standingOf(node).restsUntilMs, nowMs);
  return [...nodes].sort((left, right) => restsUntil(left) - restsUntil(right));
}

function everyNodeFailed(errors: readonly unknown[]): Error {
  const isOfKind = (kind: typeof ChainIdentityError | typeof ChainInconsistentError) =>
    errors.find((error) => error instanceof kind);
  const telling = isOfKind(ChainInconsistentError) ?? isOfKind(ChainIdentityError);
  if (telling instanceof Error) return telling;
  return toUnavailable(errors);
}
