import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { formatPerson } from "@/lib/people/merchants/mail-owners";
import type { LockedMember } from "@/lib/people/merchants/members-repo";
import { type MemberRole, ROLE_LABELS } from "@/lib/people/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/people/merchants/schema";

export type MemberMail = {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly member: LockedMember;
  readonly by: LockedMember;
  readonly now: Date;
};

export type MemberEvent =
  | { readonly kind: "role"; readonly role: MemberRole }
  | { readonly kind: "removed" }
  | { readonly kind: "left" };

/**
 * Notifies a member of changes to their membership, whoever made them: a member who did not make
 * them learns of it here.
 */
export async function mailMember(tx: Tx, about: MemberMail, event: MemberEvent): Promise<void> {
  const { merchantId, member, now } = about;
  await queueMail(tx, {
    kind: "membership",
    reference: `${merchantId}:${member.userId}:${now.toISOString()}`,
    recipient: member.email,
    ...writeMemberMail(about, event),
  });
}

export function writeMemberMail(
  about: Pick<MemberMail, "merchantName" | "member" | "by">,
  event: MemberEvent,
): { subject: string; text: string } {
  const { member, by } = about;
  // Older names may contain line breaks, which could pass for the mail's own text.
  const merchantName = headerLine(about.merchantName, NAME_CHARACTERS_MAX);
  const who = by.userId === member.userId ? "You" : formatPerson(by);
  const paragraphs = [`Hello ${member.name},`, ...said(who, merchantName, event), env().BASE_URL];
  return { subject: subjectOf(merchantName, event), text: `${paragraphs.join("\n\n")}\n` };
}

function subjectOf(merchantName: string, event: MemberEvent): string {
  if (event.kind === "role") return `You are now ${ROLE_LABELS[event.role].article} at ${merchantName}`;
  return event.kind === "left" ? `You have left ${merchantName}` : `You are no longer a member of ${merchantName}`;
}

function said(who: string, merchantName: string, event: MemberEvent): readonly string[] {
  if (event.kind === "role") {
    const { article, summary } = ROLE_LABELS[event.role];
    return [`${who} changed your role: you are now ${article} at ${merchantName}. ${summary}`];
  }
  if (event.kind === "left")
    return [
      `You have left ${merchantName} and no longer have access.`,
      "If this was not you, contact an owner immediately and change your password.",
    ];
  return [`${who} removed you from ${merchantName}. You no longer have access.`];
}
