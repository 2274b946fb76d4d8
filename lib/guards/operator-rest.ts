import type { AuditAction } from "@/lib/audit/actions";
import { database, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { BLOCK_MS } from "@/lib/guards/assert-may-pay-out";
import { existsRestedOperator, selectOperatorChanges } from "@/lib/guards/repo";
import { restEndWords } from "@/lib/guards/rest-words";
import { recordAudit } from "@/lib/merchants/audit-repo";

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
