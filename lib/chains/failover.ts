import type { NodeHealth } from "@/lib/chains/driver";
import {
  BlockTooLargeError,
  ChainIdentityError,
  ChainInconsistentError,
  TransactionRefusedError,
} from "@/lib/chains/errors";
import { countWitnesses, messageOf, type Statement, toUnavailable } from "@/lib/chains/statements";
import { tracedCall } from "@/lib/kernel/tracing/traced";

/** First pause of a failed node; doubles with each further failure up to the longest. */
const QUARANTINE_FIRST_MS = 2_000;
const QUARANTINE_LONGEST_MS = 300_000;
const UNHEALTHY_NODE_TIMEOUT_MS = 1_000;

/**
 * Carries an error of the caller's own callback through the failover, which must not blame a node
 * for it.
 */
export class CallerFailure extends Error {
  override readonly name = "CallerFailure";
}

/** A node and its state, in this process only. */
type Member<Node> = {
  readonly node: Node;
  /** For traces: its place in the settings. Its name may contain a key. */
  readonly number: number;
  failures: number;
  unhealthyUntilMs: number;
  reason: string | null;
  verified: boolean;
};

type Attempt<Node> = <Result>(
  member: Member<Node>,
  work: (node: Node) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export type FailoverConfig<Node> = {
  readonly nodes: readonly Node[];
  /**
   * Verifies that the node is on the right chain; called before its first use and again after each
   * failure.
   */
  readonly verify: (node: Node, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
};

export type Failover<Node> = {
  readonly size: number;
  /** How many of them count as independent. */
  readonly witnesses: number;
  /**
   * Returns the first answer of any node; a node that fails is unhealthy for a while, and the next
   * one is queried.
   */
  readonly call: <Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /**
   * Like `call`, for requests that a node may be configured to refuse: the next one is queried, and
   * no node becomes unhealthy, since it may support everything else.
   */
  readonly callUnblamed: <Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /**
   * Returns every node's own answer, including unhealthy nodes, for which it waits at most a second
   * while another one is healthy. Never throws for a node's failure.
   */
  readonly each: <Result>(
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<readonly Statement<Result>[]>;
  readonly health: () => readonly NodeHealth[];
};

/**
 * Combines several nodes of one network behind one call. A network with a single node uses a list
 * of one.
 */
export function createFailover<Node extends { readonly name: string }>(config: FailoverConfig<Node>): Failover<Node> {
  if (config.nodes.length === 0) throw new Error("a chain driver needs at least one node URL");
  const members = config.nodes.map((node, index): Member<Node> => {
    return { node, number: index + 1, failures: 0, unhealthyUntilMs: 0, reason: null, verified: false };
  });
  const now = config.now ?? Date.now;

  const attempt: Attempt<Node> = async (member, work, signal) => {
    try {
      if (!member.verified) await config.verify(member.node, signal);
      member.verified = true;
      const result = await asked(member, work);
      Object.assign(member, { failures: 0, unhealthyUntilMs: 0, reason: null });
      return result;
    } catch (error) {
      if (!signal.aborted && isFailure(error)) markUnhealthy(member, error, now());
      throw error;
    }
  };

  const attemptUnblamed: Attempt<Node> = async (member, work, signal) => {
    if (!member.verified) await config.verify(member.node, signal);
    return asked(member, work);
  };

  return {
    size: members.length,
    witnesses: countWitnesses(config.nodes.map(({ name }) => name)),
    call: (work, signal) => firstAnswer(inOrder(members, now()), (member) => attempt(member, work, signal), signal),
    callUnblamed: (work, signal) =>
      firstAnswer(inOrder(members, now()), (member) => attemptUnblamed(member, work, signal), signal),
    each: async (work, signal) => {
      const isUnhealthy = ({ unhealthyUntilMs }: Member<Node>) => unhealthyUntilMs > now();
      const isOneWell = members.some((member) => !isUnhealthy(member));
      const settled = await Promise.allSettled(
        members.map((member) => {
          const answer = attempt(member, work, signal);
          return isOneWell && isUnhealthy(member) ? answeredSoon(answer) : answer;
        }),
      );
      signal.throwIfAborted();
      return settled.map((outcome, index) => {
        const node = members[index]?.node.name ?? "";
        return outcome.status === "fulfilled"
          ? { node, answer: outcome.value }
          : { node, error: outcome.reason as unknown };
      });
    },
    health: () => members.map(({ node, reason }) => ({ node: node.name, healthy: reason === null, reason })),
  };
}

function asked<Node, Result>({ node, number }: Member<Node>, work: (node: Node) => Promise<Result>): Promise<Result> {
  return tracedCall("node", { "chaintill.node": number }, () => work(node));
}

/**
 * A node that has just failed is queried too, but the healthy ones wait for it less long than for
 * each other.
 */
function answeredSoon<Result>(asked: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(new Error(`no answer within ${UNHEALTHY_NODE_TIMEOUT_MS} ms from a node that had just failed`));
    const timer = setTimeout(late, UNHEALTHY_NODE_TIMEOUT_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function firstAnswer<Node, Result>(
  members: readonly Member<Node>[],
  ask: (member: Member<Node>) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const errors: unknown[] = [];
  for (const member of members) {
    signal.throwIfAborted();
    try {
      return await ask(member);
    } catch (error) {
      errors.push(toNodesFault(error, signal));
    }
  }
  throw everyNodeFailed(errors);
}

/**
 * Returns the error when the next node may do better; otherwise throws what the caller must see.
 */
function toNodesFault(error: unknown, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (error instanceof CallerFailure) throw error.cause;
  if (!isNodesFault(error)) throw error;
  return error;
}

/** A refusal is an answer about the transaction, and a caller's own failure is not the node's. */
function isNodesFault(error: unknown): boolean {
  return !(error instanceof TransactionRefusedError || error instanceof CallerFailure);
}

/**
 * A node that reorganised while being read is healthy: the next one is queried, but this one is not
 * paused.
 */
function isFailure(error: unknown): boolean {
  return isNodesFault(error) && !(error instanceof ChainInconsistentError);
}

function markUnhealthy<Node>(member: Member<Node>, error: unknown, nowMs: number): void {
  member.failures += 1;
  member.verified = false;
  member.reason = messageOf(error);
  const unhealthyMs = Math.min(QUARANTINE_FIRST_MS * 2 ** (member.failures - 1), QUARANTINE_LONGEST_MS);
  member.unhealthyUntilMs = nowMs + unhealthyMs;
}

/**
 * Healthy nodes in configured order, then the unhealthy ones, earliest recovery first: they are
 * still tried as a last resort.
 */
function inOrder<Node>(members: readonly Member<Node>[], nowMs: number): readonly Member<Node>[] {
  const unhealthyUntil = (member: Member<Node>) => Math.max(member.unhealthyUntilMs, nowMs);
  return [...members].sort((left, right) => unhealthyUntil(left) - unhealthyUntil(right));
}

function everyNodeFailed(errors: readonly unknown[]): Error {
  const isOfKind = (kind: typeof BlockTooLargeError | typeof ChainIdentityError | typeof ChainInconsistentError) =>
    errors.find((error) => error instanceof kind);
  // The operator can fix only the first one.
  const decisive = isOfKind(BlockTooLargeError) ?? isOfKind(ChainInconsistentError) ?? isOfKind(ChainIdentityError);
  if (decisive instanceof Error) return decisive;
  return toUnavailable(errors);
}
