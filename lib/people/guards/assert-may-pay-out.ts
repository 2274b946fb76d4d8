import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { formatsFor } from "@/lib/kernel/locales/formats";
import { refusal } from "@/lib/kernel/refusals";
import { existsRestedOperator, readPayoutObstacles, selectOperatorChanges } from "@/lib/people/guards/repo";
import { rolesWith } from "@/lib/people/merchants/role";

/** Time for the rightful owner to notice that somebody else has taken over. */
export const BLOCK_MS = 24 * 60 * 60 * 1000;
export const PAYOUT_ROLES = { payers: rolesWith("payout.create"), keyMakers: rolesWith("payout-key.rotate") };

/**
 * Every way out asks here first: payouts and their calculation, refunds, refunds of blocked wallets, transfers.
 *
 * Refused while payouts of the merchant or its owner are blocked, for 24 hours after the password of any member who may pay out was
 * changed or reset, after the payout key was rotated, and after the merchant's own limits were loosened. A merchant's first payout key blocks nothing by itself: there was
 * none that could have been stolen. Made within 24 hours after a new password of any member who may make keys, it waits for their end.
 *
 * @throws AppError `forbidden`, `outflow_blocked`; the reason is in the log
 */
export async function assertMayPayOut(merchantId: string, now = new Date(), tx: Tx = database()): Promise<void> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const obstacles = await readPayoutObstacles(tx, merchantId, PAYOUT_ROLES, since);
  if (obstacles !== null && !Object.values(obstacles).includes(true)) return;
  throw refusal("outflow_blocked", { ...obstacles });
}

const MINUTE_MS = 60_000;

/** The minute from which on something works again, never too early: `23 Nov 2026, 14:05 UTC`. Pure. */
export function restEndWords(end: Date): string {
  return formatsFor("en").moment(new Date(Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS));
}

/** What an operator may not do while they are new, in the words of "cannot". */
const WANTED = {
  "withdrawal.order": "withdraw",
  "cold-address.set": "change where surplus goes",
  "user.change-operator": "change who is an operator",
  "user.suspend": "suspend an operator",
  "user.lift-suspension": "let an operator back in",
  "case.refund": "send held money anywhere",
  "case.credit": "give held money to a merchant",
  "review.decide": "let go what screening holds",
} as const satisfies Partial<Record<AuditAction, string>>;

/**
 * Keeps who became an operator, or has a new password, from leading money away for 24 hours, and from removing who would notice: whoever
 * took over an operator's mailbox, or made themselves one, is seen meanwhile. An attempt is written into the audit log. Asked before anything else is
 * done.
 * @throws AppError `refused`, with the hour from which on it works, and whether there is an operator who can now
 */
export async function assertOperatorRested(actorId: string, wanted: keyof typeof WANTED, now: Date): Promise<void> {
  const changes = await selectOperatorChanges(database(), actorId);
  const rests = [
    { why: "Your password is new", since: changes?.passwordChangedAt ?? null },
    { why: "You are a new operator", since: changes?.operatorSince ?? null },
  ].flatMap(({ why, since }) => (since === null ? [] : [{ why, until: new Date(since.getTime() + BLOCK_MS) }]));
  const longest = rests.toSorted((one, other) => other.until.getTime() - one.until.getTime())[0];
  if (longest === undefined || longest.until <= now) return;
  const until = longest.until.toISOString();
  const detail = { wanted, until };
  await withTransaction((tx) => recordAudit(tx, { actorId, action: "operator.refuse-new", target: actorId, detail }));
  const others = (await existsRestedOperator(database(), new Date(now.getTime() - BLOCK_MS)))
    ? " Another operator can."
    : "";
  throw new AppError(
    "refused",
    `${longest.why}: until ${restEndWords(longest.until)} you cannot ${WANTED[wanted]}.${others}`,
  );
}
