import {
  endAllSessions,
  isOperator as isUserOperator,
  type LockedUser,
  lockUserAndOperators,
  selectMerchantsOf,
  updateUserFlags,
} from "@/lib/fronts/admin/users-queries";
import type { OperatorFlagForm, SuspensionForm } from "@/lib/fronts/admin/users-schema";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";
import { takeHoldLocks } from "@/lib/people/guards/repo";
import { formatPerson, mailOperators } from "@/lib/people/merchants/mail-owners";
import { revokeInvitationsBy } from "@/lib/people/merchants/members-repo";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

/**
 * Makes somebody an operator, or no longer. One who is not suspended is always left. Who is none
 * any more has invited nobody to open a merchant: what of that waits is taken back. Whoever is
 * named leads no money away and changes no operator for 24 hours. All operators, and whom it is
 * about, are told by mail.
 * @throws AppError `not_found`; `refused` when it is so already, nobody would be left, or who
 *   changes it is new themselves
 */
export async function changeOperatorFlag(form: OperatorFlagForm, actorId: string, now = new Date()): Promise<void> {
  const { id, isOperator, reason } = form;
  await assertOperatorCooldownOver(actorId, "user.change-operator", now);
  await withTransaction(async (tx) => {
    const { user, others } = await lockWithOthers(tx, id);
    if (user.isOperator === isOperator) throw new AppError("refused", "Already set; nothing was changed.");
    if (isOperator && user.isSuspended) throw new AppError("refused", "Unsuspend the user first.");
    if (!isOperator) assertSomebodyLeft(others);
    await updateUserFlags(tx, id, { isOperator, operatorSince: isOperator ? now : null });
    const invitationsRevoked = isOperator
      ? 0
      : await revokeInvitationsBy(tx, { merchantId: null, invitedById: id }, now);
    const detail = { reason, ...(invitationsRevoked > 0 && { invitationsRevoked }) };
    const change = { before: { isOperator: user.isOperator }, after: { isOperator } };
    await recordAudit(tx, { actorId, action: "user.change-operator", target: id, detail, ...change });
    await notifyOperators(tx, { user, others, actorId, did: isOperator ? "named" : "withdrawn", reason });
  });
}

/**
 * Suspends a user: every session ends, signing in is refused, payouts of merchants that they own
 * are too, what they ordered alone or for those merchants is not signed any more, and what they
 * invited is taken back. Or lifts that again, after which they sign in again; their invitations
 * stay ended. Nobody suspends themselves, and an operator is always left. Of an operator neither is
 * for who is new themselves, and all operators are told by mail.
 * @throws AppError `not_found`; `refused`
 */
export async function changeSuspension(form: SuspensionForm, actorId: string, now: Date): Promise<void> {
  const { id, isSuspended, reason } = form;
  const action = isSuspended ? "user.suspend" : "user.lift-suspension";
  // Who has taken an operator over would else remove everybody who could notice.
  if (await isUserOperator(id)) await assertOperatorCooldownOver(actorId, action, now);
  await withTransaction(async (tx) => {
    const merchantIds = await lockMerchantsOf(tx, id);
    const { user, others } = await lockWithOthers(tx, id);
    if (user.isSuspended === isSuspended) throw new AppError("refused", "Already set; nothing was changed.");
    if (isSuspended && id === actorId) throw new AppError("refused", "You can't suspend yourself.");
    if (isSuspended && user.isOperator) assertSomebodyLeft(others);
    await updateUserFlags(tx, id, { isBlocked: isSuspended });
    if (isSuspended) await endAllSessions(tx, id, now);
    else await retryHeldSends(tx, merchantIds);
    const invitationsRevoked = isSuspended ? await revokeInvitationsBy(tx, { invitedById: id }, now) : 0;
    const detail = { reason, ...(invitationsRevoked > 0 && { invitationsRevoked }) };
    const change = { before: { isSuspended: user.isSuspended }, after: { isSuspended } };
    await recordAudit(tx, { actorId, action, target: id, detail, ...change });
    const did = isSuspended ? "suspended" : "let-in";
    if (user.isOperator) await notifyOperators(tx, { user, others, actorId, did, reason });
  });
}

/**
 * Waits for every signature of theirs that has begun, also for what was ordered or joined while it
 * waited.
 */
async function lockMerchantsOf(tx: Tx, id: string): Promise<readonly string[]> {
  await takeHoldLocks(tx, await selectMerchantsOf(tx, id));
  const merchantIds = await selectMerchantsOf(tx, id);
  await takeHoldLocks(tx, merchantIds);
  return merchantIds;
}

async function lockWithOthers(tx: Tx, id: string): Promise<{ user: LockedUser; others: readonly LockedUser[] }> {
  const locked = await lockUserAndOperators(tx, id);
  const user = locked.find((one) => one.id === id);
  if (user === undefined) throw new AppError("not_found", "User not found");
  return { user, others: locked.filter((one) => one.id !== id) };
}

function assertSomebodyLeft(others: readonly LockedUser[]): void {
  if (others.some(({ isOperator, isSuspended }) => isOperator && !isSuspended)) return;
  throw new AppError("refused", "This is the last operator. Add another operator first.");
}

type OperatorAlert = {
  /** Whom it is about, as they were before. */
  readonly user: LockedUser;
  /** Every other operator. */
  readonly others: readonly LockedUser[];
  readonly actorId: string;
  readonly did: "named" | "withdrawn" | "suspended" | "let-in";
  readonly reason: string;
};

const DID = {
  named: { subject: "New operator", sentence: "is now an operator of this gateway" },
  withdrawn: { subject: "Operator removed", sentence: "is no longer an operator of this gateway" },
  suspended: { subject: "Operator suspended", sentence: "was suspended and can't sign in" },
  "let-in": { subject: "Operator unsuspended", sentence: "was unsuspended and can sign in again" },
} as const satisfies Record<OperatorAlert["did"], object>;

/**
 * Mails every operator, and whom it is about, that who runs the gateway was changed, in the
 * transaction of the change.
 */
async function notifyOperators(tx: Tx, { user, others, actorId, did, reason }: OperatorAlert): Promise<void> {
  const { subject, sentence } = DID[did];
  const by = [user, ...others].find(({ id }) => id === actorId);
  const paragraphs = [
    `${formatPerson(user)} ${sentence}.`,
    `Changed by ${by === undefined ? "an operator" : formatPerson(by)}. Reason: ${headerLine(reason, reason.length)}`,
    `If this is not intended, act immediately: ${env().BASE_URL}/operator/users`,
  ];
  await mailOperators(tx, { subject, paragraphs, also: user });
}
