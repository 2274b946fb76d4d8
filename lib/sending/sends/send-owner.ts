import { batched, runBatch } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { withTrace } from "@/lib/kernel/work-context";
import type { LockBooks } from "@/lib/sending/sends/accounts-repo";
import { type LockedSend, lockSendRows } from "@/lib/sending/sends/repo";
import type { Blocker, Send, SendPurpose, WaitReason } from "@/lib/sending/sends/send";

/** What a confirmed send cost on its network, in the native currency. */
type SendCost = { readonly currencyCode: string; readonly amount: Decimal };

/**
 * Why a send ended without arriving: its network refused or reverted it, or the gateway could not
 * or would not carry it out.
 */
export type FailureCause = "chain" | "gateway";

/**
 * The callbacks of the engine to the owners of sends. Every call is made in the transaction that
 * changes the send, after `lock`; a call is repeated after a crash only if its transaction was
 * rolled back.
 */
export type SendOwner = {
  /**
   * Its calls for several sends may be tasks of one batch ({@link runBatch}): none of them decides
   * by what a call for another send changes. Omitted: one after the other.
   */
  readonly isBatchable?: true;
  /**
   * Returns what currently forbids the owner to send: called right before signing, in that
   * transaction and before `lock`. Until the transaction ends nobody can add such a block. Omitted:
   * never forbidden.
   */
  readonly held?: (tx: Tx, purposeId: string) => Promise<Blocker | null>;
  /**
   * Returns which of these sends lack, or contradict, a row that everything that passed the guards
   * has: the reason as text for the operator, by send id. Called in the transaction that signs,
   * before `lock`, because the owner's record may be missing.
   */
  readonly unverified: (tx: Tx, sends: readonly Send[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Locks the owner's row, and what precedes it in the lock order (an invoice, a wallet): owners
   * before sends, sends before balances.
   */
  readonly lock: (tx: Tx, purposeId: string) => Promise<void>;
  /** It cannot be signed now, for a new reason; null: it is no longer blocked. */
  readonly waits: (tx: Tx, send: Send, reason: WaitReason | null) => Promise<void>;
  /**
   * A transaction that carries it was stored. Called again with another id when it was replaced.
   */
  readonly signed: (tx: Tx, send: Send, transactionId: string) => Promise<void>;
  /**
   * It has enough confirmations. Posts the entry that takes `send.amount` out of
   * `inFlightCustody(network, currency)`; nothing else does.
   */
  readonly confirmed: (
    tx: Tx,
    send: Send,
    transactionId: string,
    cost: SendCost,
    lockBooks: LockBooks,
  ) => Promise<void>;
  /**
   * It will never arrive: `send.amount` was returned to the account it came from. `reason` is text
   * for people.
   */
  readonly failed: (tx: Tx, send: Send, reason: string, cause: FailureCause, lockBooks: LockBooks) => Promise<void>;
  /**
   * After its end a reorganisation moved it to another block, possibly in another version. `more`
   * is the additional cost; negative when it cost less.
   */
  readonly moved?: (tx: Tx, send: Send, transactionId: string, more: SendCost) => Promise<void>;
};

/**
 * For owners whose sends stay with the gateway: their destinations are checked earlier
 * (validate-routes.ts).
 */
export const nothingToVerify = async (): Promise<ReadonlyMap<string, string>> => new Map();

const owners = new Map<SendPurpose, SendOwner>();

/** Registers the owner of a purpose; called by the worker's registry, once per purpose. */
export function setSendOwner(purpose: SendPurpose, owner: SendOwner): void {
  owners.set(purpose, owner);
}

/** @throws Error for a purpose without an owner */
export function sendOwner(purpose: SendPurpose): SendOwner {
  const owner = owners.get(purpose);
  invariant(owner, `nobody owns sends of ${purpose}`);
  return owner;
}

/**
 * Splits the cost of a transaction among its sends in equal parts; the first also gets the
 * remainder. The parts add up to the exact total.
 * @param decimals of the native coin
 */
export function shareCost(cost: SendCost, count: number, decimals: number): readonly SendCost[] {
  const part = roundDown(cost.amount.dividedBy(`${count}`), decimals);
  const rest: Decimal = cost.amount.minus(part.times(`${count}`));
  return Array.from({ length: count }, (_, index) => ({
    currencyCode: cost.currencyCode,
    amount: index === 0 ? part.plus(rest) : part,
  }));
}

/**
 * Locks everything that transactions carry: first the owners, then the sends, each in the order of
 * their names, which is the same for everyone. Returns their current state, in the given order.
 */
export async function lockSends(tx: Tx, sends: readonly Send[]): Promise<LockedSend[]> {
  const ordered = sends.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  await forEachOwner(tx, ordered, (owner, { purposeId }) => owner.lock(tx, purposeId));
  return await lockSendRows(tx, sends);
}

function nameOf({ purpose, purposeId }: Send): string {
  return `${purpose} ${purposeId}`;
}

/**
 * Makes a call to the owner of each send, purpose by purpose: by tasks of a batch where the owner
 * allows it, each in the trace of what is sent. Returns the results by send id.
 */
export async function forEachOwner<Result>(
  tx: Tx,
  sends: readonly Send[],
  call: (owner: SendOwner, send: Send) => Promise<Result>,
): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  for (const purpose of new Set(sends.map((send) => send.purpose))) {
    const owner = sendOwner(purpose);
    const own = sends.filter((send) => send.purpose === purpose);
    const callFor = (send: Send) => withTrace(send.purposeId, () => call(owner, send));
    const tasks = own.map((send) => async () => void results.set(send.id, await callFor(send)));
    if (owner.isBatchable) await runBatch(tx, tasks);
    else for (const task of tasks) await task();
  }
  return results;
}

/**
 * Returns whether a transaction that carried the send expired unused: the current one takes its
 * place, at no higher fee.
 */
export const hasExpiredBefore = batched(async (tx, sendIds: readonly string[]): Promise<boolean[]> => {
  const rows = await tx.expiredSend.findMany({ where: { sendId: { in: [...sendIds] } }, select: { sendId: true } });
  const expired = new Set(rows.map(({ sendId }) => sendId));
  return sendIds.map((id) => expired.has(id));
});
