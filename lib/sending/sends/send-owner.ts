import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { LockBooks } from "@/lib/sending/sends/accounts-repo";
import { lockSend } from "@/lib/sending/sends/repo";
import type { Blocker, Send, SendPurpose, WaitReason } from "@/lib/sending/sends/send";

/** What a confirmed send cost on its network, in the native currency. */
type SendCost = { readonly currencyCode: string; readonly amount: Decimal };

/**
 * Why a send ended without arriving: its network refused or reverted it, or the gateway could not
 * or would not carry it out.
 */
export type FailureCause = "chain" | "gateway";

/**
 * What the engine asks of those whose sends it carries out. Every call is made in the transaction
 * that changes the send, after `lock`; a call may come again after a crash only if its transaction
 * was rolled back.
 */
export type SendOwner = {
  /**
   * Whether whose it is may not send at this moment: asked right before it is signed, in that
   * transaction and before `lock`. Until the transaction ends nobody can come to forbid it. Left
   * out: nobody is ever forbidden to.
   */
  readonly held?: (tx: Tx, purposeId: string) => Promise<Blocker | null>;
  /**
   * Which of these lack a row, or contradict one, that everything has which came by the gates: why,
   * in words for the operator, by the send's id. Asked in the transaction that signs, before
   * `lock`: what they belong to may be missing.
   */
  readonly unverified: (tx: Tx, sends: readonly Send[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Locks the owner's row, and what is locked before it (an invoice, a wallet): owners come before
   * sends, sends before balances.
   */
  readonly lock: (tx: Tx, purposeId: string) => Promise<void>;
  /**
   * It cannot be signed right now, for another reason than before; null: nothing hinders it any
   * more.
   */
  readonly waits: (tx: Tx, send: Send, reason: WaitReason | null) => Promise<void>;
  /** A transaction that carries it is stored. Called again with another id when it was replaced. */
  readonly signed: (tx: Tx, send: Send, transactionId: string) => Promise<void>;
  /**
   * Deep enough. Writes the entry that takes `send.amount` out of
   * `inFlightCustody(network, currency)`: nothing else does.
   */
  readonly confirmed: (
    tx: Tx,
    send: Send,
    transactionId: string,
    cost: SendCost,
    lockBooks: LockBooks,
  ) => Promise<void>;
  /**
   * It will never arrive: `send.amount` stands again where it came from. `reason` is in words, for
   * a person.
   */
  readonly failed: (tx: Tx, send: Send, reason: string, cause: FailureCause, lockBooks: LockBooks) => Promise<void>;
  /**
   * After its end a reorganisation put it into another block, perhaps in another of its versions.
   * `more` is what it cost beyond what was said before; below zero when it cost less.
   */
  readonly moved?: (tx: Tx, send: Send, transactionId: string, more: SendCost) => Promise<void>;
};

/**
 * Of owners whose sends stay with the gateway: where they go is judged before (validate-routes.ts).
 */
export const nothingToVerify = async (): Promise<ReadonlyMap<string, string>> => new Map();

const owners = new Map<SendPurpose, SendOwner>();

/** Tells this folder whose sends there are; called by the worker's registry, once a purpose. */
export function setSendOwner(purpose: SendPurpose, owner: SendOwner): void {
  owners.set(purpose, owner);
}

/** @throws Error for a purpose that nobody owns */
export function sendOwner(purpose: SendPurpose): SendOwner {
  const owner = owners.get(purpose);
  invariant(owner, `nobody owns sends of ${purpose}`);
  return owner;
}

/**
 * What each of several sends of one transaction cost: equal parts, of which the first has what does
 * not divide. Together they are the whole, to the last unit.
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

/** A send as its locked row has it. */
export type LockedSend = Awaited<ReturnType<typeof lockSend>>;

/**
 * Locks what one transaction carries: first whose they are, then the sends themselves, each in the
 * order of their names, which is the same for everyone. Answers them as they are now, in the order
 * given.
 */
export async function lockSends(tx: Tx, sends: readonly Send[]): Promise<LockedSend[]> {
  const ordered = sends.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right)));
  for (const { purpose, purposeId } of ordered) await sendOwner(purpose).lock(tx, purposeId);
  const locked = new Map<string, LockedSend>();
  for (const send of ordered) locked.set(send.id, await lockSend(tx, send));
  return sends.flatMap(({ id }) => locked.get(id) ?? []);
}

function nameOf({ purpose, purposeId }: Send): string {
  return `${purpose} ${purposeId}`;
}

/**
 * Whether a transaction carried a send before and expired unused: what carries it now takes that
 * one's place, at no higher fee.
 */
export async function hasExpiredBefore(tx: Tx, sendId: string): Promise<boolean> {
  return (await tx.expiredSend.count({ where: { sendId }, take: 1 })) > 0;
}
