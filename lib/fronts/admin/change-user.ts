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
 * Grants or withdraws the operator role. At least one unsuspended operator always remains.
 * Withdrawing the role revokes the user's pending invitations to open a merchant. A new operator
 * cannot send money out or change operators for 24 hours. All operators and the user concerned are
 * notified by mail.
 * @throws AppError `not_found`; `refused` when nothing would change, no operator would remain, or
 *   the actor is in their own cooldown
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
 * Suspends a user or lifts the suspension. Suspending ends every session, refuses sign-in and
 * payouts of merchants that the user owns, stops signing what the user requested alone or for those
 * merchants, and revokes the user's invitations. After lifting, the user can sign in again; the
 * invitations stay revoked. Users cannot suspend themselves, and at least one operator always
 * remains. An actor in their own cooldown can do neither to an operator. All operators are notified
 * by mail of changes to operators.
 * @throws AppError `not_found`; `refused`
 */
export async function changeSuspension(form: SuspensionForm, actorId: string, now: Date): Promise<void> {
  const { id, isSuspended, reason } = form;
  const action = isSuspended ? "user.suspend" : "user.lift-suspension";
  // Otherwise an attacker who took over an operator account could remove everybody who might
  // notice.
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
 * Waits for every signature of theirs in progress, including requests and memberships created while
 * waiting.
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
  /** The user concerned, before the change. */
  readonly user: LockedUser;
  /** All other operators. */
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
 * Mails every operator and the user concerned about the change, in the transaction of the change.
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
