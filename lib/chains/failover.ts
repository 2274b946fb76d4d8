import type { NodeHealth } from "@/lib/chains/driver";
import {
  BlockTooLargeError,
  ChainIdentityError,
  ChainInconsistentError,
  TransactionRefusedError,
} from "@/lib/chains/errors";
import { countWitnesses, messageOf, type Statement, toUnavailable } from "@/lib/chains/statements";

/** First rest of a node that failed; doubles with each further failure up to the longest. */
const QUARANTINE_FIRST_MS = 2_000;
const QUARANTINE_LONGEST_MS = 300_000;
const UNHEALTHY_NODE_TIMEOUT_MS = 1_000;

/**
 * Carries an error of the caller's own callback past the failover, which must not blame a node for
 * it.
 */
export class CallerFailure extends Error {
  override readonly name = "CallerFailure";
}

/** A node with what is remembered of it, in this process only. */
type Member<Node> = {
  readonly node: Node;
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
   * Proves that the node is on the right chain; asked before its first use and again after each
   * failure.
   */
  readonly verify: (node: Node, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
};

export type Failover<Node> = {
  readonly size: number;
  /** How many of them can be believed apart from each other. */
  readonly witnesses: number;
  /**
   * The answer of the first node that gives one; a node that fails is unhealthy for a while, and
   * the next one is asked.
   */
  readonly call: <Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /**
   * The same for what a node may be set to refuse: the next one is asked, and no node becomes
   * unhealthy by it, since it may well do everything else.
   */
  readonly callUnblamed: <Result>(work: (node: Node) => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /**
   * Every node's own answer, resting ones included, for which nobody waits longer than a second
   * while another one is well. Never throws for a node's failure.
   */
  readonly each: <Result>(
    work: (node: Node) => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<readonly Statement<Result>[]>;
  readonly health: () => readonly NodeHealth[];
};

/**
 * Several nodes of one network behind one call. A network with one node is the same with a list of
 * one.
 */
export function createFailover<Node extends { readonly name: string }>(config: FailoverConfig<Node>): Failover<Node> {
  if (config.nodes.length === 0) throw new Error("a chain driver needs at least one node URL");
  const members = config.nodes.map((node): Member<Node> => {
    return { node, failures: 0, unhealthyUntilMs: 0, reason: null, verified: false };
  });
  const now = config.now ?? Date.now;

  const attempt: Attempt<Node> = async (member, work, signal) => {
    try {
      if (!member.verified) await config.verify(member.node, signal);
      member.verified = true;
      const result = await work(member.node);
      Object.assign(member, { failures: 0, unhealthyUntilMs: 0, reason: null });
      return result;
    } catch (error) {
      if (!signal.aborted && isFailure(error)) markUnhealthy(member, error, now());
      throw error;
    }
  };

  const attemptUnblamed: Attempt<Node> = async (member, work, signal) => {
    if (!member.verified) await config.verify(member.node, signal);
    return work(member.node);
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
          const asked = attempt(member, work, signal);
          return isOneWell && isUnhealthy(member) ? answeredSoon(asked) : asked;
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

/**
 * One that failed a moment ago is asked along, but those that are well do not wait for it as long
 * as for each other.
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

/** The error, when the next node may do better; else throws what the caller has to see. */
function toNodesFault(error: unknown, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (error instanceof CallerFailure) throw error.cause;
  if (!isNodesFault(error)) throw error;
  return error;
}

/** A refusal is an answer about the transaction, and a caller's own failure is the caller's. */
function isNodesFault(error: unknown): boolean {
  return !(error instanceof TransactionRefusedError || error instanceof CallerFailure);
}

/**
 * A node that reorganised while being read is well: the next one is asked, but this one need not
 * rest.
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
 * Rested nodes in configured order, then the resting ones, soonest back first: a last resort is
 * still tried.
 */
function inOrder<Node>(members: readonly Member<Node>[], nowMs: number): readonly Member<Node>[] {
  const unhealthyUntil = (member: Member<Node>) => Math.max(member.unhealthyUntilMs, nowMs);
  return [...members].sort((left, right) => unhealthyUntil(left) - unhealthyUntil(right));
}

function everyNodeFailed(errors: readonly unknown[]): Error {
  const isOfKind = (kind: typeof BlockTooLargeError | typeof ChainIdentityError | typeof ChainInconsistentError) =>
    errors.find((error) => error instanceof kind);
  // The operator can help against the first one, and nobody else can.
  const decisive = isOfKind(BlockTooLargeError) ?? isOfKind(ChainInconsistentError) ?? isOfKind(ChainIdentityError);
  if (decisive instanceof Error) return decisive;
  return toUnavailable(errors);
}
