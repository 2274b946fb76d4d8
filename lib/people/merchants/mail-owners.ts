import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { selectOwners } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole, ROLE_LABELS } from "@/lib/people/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/people/merchants/schema";
import { findUserById, selectActiveOperators } from "@/lib/people/merchants/users-repo";

/** The URLs used in mails and by commands; lib/fronts/paths/routes.ts has the others. */

export const invitationPage = (secret: string) => `${env().BASE_URL}/invitation/${secret}`;
export const confirmEmailPage = (secret: string) => `${env().BASE_URL}/confirm-email/${secret}`;
export const resetPasswordPage = (secret: string) => `${env().BASE_URL}/reset-password/${secret}`;
export const accountPage = () => `${env().BASE_URL}/settings/account`;
const auditPage = () => `${env().BASE_URL}/settings/audit`;
const settlementPage = () => `${env().BASE_URL}/payouts/settlement`;
/** Of a merchant's chats, or of the installation's. */
export const chatsPage = (of: "settings" | "operator") => `${env().BASE_URL}/${of}/chats`;
export const membersPage = () => `${env().BASE_URL}/settings/members`;
export const forgotPasswordPage = () => `${env().BASE_URL}/forgot-password`;

/** Changes that could let money leave a merchant, or protect it. */
export type OwnerAlert =
  | { readonly kind: "key"; readonly of: "payment" | "payout"; readonly isFirst: boolean }
  /** `changes`: each as text, for example `Daily limit: 500 USD before, none now.` */
  | { readonly kind: "limits" | "refund-policy"; readonly changes: readonly string[] }
  /** Of an automatic settlement. `changes`: each as text. */
  | { readonly kind: "settlement"; readonly currency: string; readonly changes: readonly string[] }
  /** By the gateway, for this reason. */
  | { readonly kind: "settlement-stopped"; readonly currency: string; readonly reason: string }
  /** A chat that refused too often. `chat`: its name and service. */
  | { readonly kind: "chat-stopped"; readonly chat: string; readonly reason: string }
  /** `role`: the current one; null: no longer a member. */
  | { readonly kind: "payer-gone"; readonly email: string; readonly role: MemberRole | null }
  | { readonly kind: "factor-asked"; readonly isRequired: boolean }
  /** Of a member who may pay out; `what` continues the sentence after their name. */
  | { readonly kind: "factor"; readonly what: string };

type About = {
  readonly merchantId: string;
  /** Who did it; null: the gateway's operator. */
  readonly actorId: string | null;
  /** For a second factor: its owner, who gets a mail with its own text. */
  readonly exceptId?: string;
};

/**
 * Mails every owner of a merchant, in the event's transaction: an owner whose session was used, or
 * whose colleague did it, learns of it here. These mails cannot be switched off. Suspended owners
 * are not notified.
 */
export async function mailOwners(tx: Tx, { merchantId, actorId, exceptId }: About, alert: OwnerAlert): Promise<void> {
  const found = await selectOwners(tx, merchantId);
  if (found === null) return;
  const actor = actorId === null ? null : await findUserById(tx, actorId);
  const by = actor === null ? "The operator of this gateway" : formatPerson(actor);
  // Older names may contain line breaks, which could pass for the mail's own text.
  const shop = headerLine(found.merchantName, NAME_CHARACTERS_MAX);
  const { subject, sentences } = write(alert, by, shop);
  const change = randomUUID();
  for (const { id, email, name } of found.owners.filter((owner) => owner.id !== exceptId)) {
    const paragraphs = [
      `Hello ${headerLine(name, NAME_CHARACTERS_MAX)},`,
      ...sentences,
      // Nobody did it: the gateway stopped it.
      ...(alert.kind.endsWith("-stopped") ? [] : [notIntended()]),
      `See all changes in the audit log: ${auditPage()}`,
    ];
    await queueMail(tx, {
      kind: "owners",
      reference: `${change}:${id}`,
      recipient: email,
      subject,
      text: `${paragraphs.join("\n\n")}\n`,
    });
  }
}

function notIntended(): string {
  return `If this is not intended, change your password immediately. This signs out your other browsers and puts outgoing transfers on hold for 24 hours: ${accountPage()}`;
}

/**
 * Notifies the owners of a member who could pay out until now. `role`: the new one; null: no longer
 * a member. If the member still may, nobody is notified.
 */
export async function notifyOfFormerPayer(
  tx: Tx,
  { email, role, ...about }: About & { readonly email: string; readonly role: MemberRole | null },
): Promise<void> {
  if (role === null || !isAllowed(role, "payout.create"))
    await mailOwners(tx, about, { kind: "payer-gone", email, role });
}

const KEY_TEXTS = {
  payment: "It creates payments and refunds them.",
  payout: "It sends payouts.",
} as const;

function write(alert: OwnerAlert, by: string, shop: string): { subject: string; sentences: readonly string[] } {
  switch (alert.kind) {
    case "key":
      return {
        subject: `New ${alert.of} key for ${shop}`,
        sentences: [
          `${by} ${alert.isFirst ? "created" : "rotated"} the ${alert.of} key of ${shop}. ${KEY_TEXTS[alert.of]}`,
        ],
      };
    case "limits":
      return {
        subject: `Outgoing limits of ${shop} changed`,
        sentences: [`${by} changed the outgoing limits of ${shop}.`, alert.changes.join("\n")],
      };
    case "refund-policy":
      return {
        subject: `Refund settings of ${shop} changed`,
        sentences: [`${by} changed the refund settings of ${shop}.`, alert.changes.join("\n")],
      };
    case "settlement":
      return {
        subject: `Automatic settlement of ${alert.currency} of ${shop} changed`,
        sentences: [
          `${by} changed the automatic settlement of ${alert.currency} of ${shop}.`,
          alert.changes.join("\n"),
          `If this is not intended, pause it: ${settlementPage()}`,
        ],
      };
    case "settlement-stopped":
      return {
        subject: `Automatic settlement of ${alert.currency} of ${shop} stopped`,
        sentences: [
          `The automatic settlement of ${alert.currency} of ${shop} was stopped:`,
          alert.reason,
          `It pays out nothing until an owner resumes it: ${settlementPage()}`,
        ],
      };
    case "chat-stopped":
      return {
        subject: `A chat of ${shop} is no longer notified`,
        sentences: [
          `The chat ${alert.chat} of ${shop} was disabled, because it refused several messages in a row:`,
          alert.reason,
          `Change it and enable it again: ${chatsPage("settings")}`,
        ],
      };
    case "payer-gone":
      return {
        subject: `${alert.email} can no longer pay out at ${shop}`,
        sentences: [
          `${by} made a change: ${alert.email} is ${alert.role === null ? "no longer a member" : `now ${ROLE_LABELS[alert.role].article}`} at ${shop} and can no longer pay out there.`,
        ],
      };
    case "factor-asked":
      return {
        subject: `Two-factor authentication is ${alert.isRequired ? "now" : "no longer"} required at ${shop}`,
        sentences: [
          `${by} made a change: ${shop} ${alert.isRequired ? "now requires" : "no longer requires"} two-factor authentication for all members.`,
        ],
      };
    case "factor":
      return {
        subject: `Two-factor authentication of a member of ${shop} changed`,
        sentences: [`${by}, who can pay out at ${shop}, ${alert.what}.`],
      };
  }
}

type MailedPerson = { readonly id: string; readonly email: string; readonly name: string };

type OperatorsMail = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** An additional recipient besides the operators: the person concerned. */
  readonly also?: MailedPerson;
};

/**
 * Mails all current operators, in the event's transaction: the others notice if one of them was
 * taken over.
 */
export async function mailOperators(tx: Tx, { subject, paragraphs, also }: OperatorsMail): Promise<void> {
  const operators = await selectActiveOperators(tx);
  const isThere = operators.some(({ id }) => id === also?.id);
  const change = randomUUID();
  for (const { id, email, name } of also === undefined || isThere ? operators : [...operators, also]) {
    const text = `${[`Hello ${headerLine(name, NAME_CHARACTERS_MAX)},`, ...paragraphs].join("\n\n")}\n`;
    await queueMail(tx, { kind: "operators", reference: `${change}:${id}`, recipient: email, subject, text });
  }
}

/**
 * Formats a person for a sentence. Older names may contain line breaks, which could pass for the
 * mail's own text.
 */
export function formatPerson({ name, email }: Pick<MailedPerson, "name" | "email">): string {
  return `${headerLine(name, NAME_CHARACTERS_MAX)} (${email})`;
}
