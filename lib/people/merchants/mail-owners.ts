import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { selectOwners } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole, ROLE_WORDS } from "@/lib/people/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/people/merchants/schema";
import { findUserById, selectActiveOperators } from "@/lib/people/merchants/users-repo";

/** The addresses that mails and commands lead to; lib/fronts/paths/routes.ts has the others. */

export const invitationPage = (secret: string) => `${env().BASE_URL}/invitation/${secret}`;
export const confirmEmailPage = (secret: string) => `${env().BASE_URL}/confirm-email/${secret}`;
export const resetPasswordPage = (secret: string) => `${env().BASE_URL}/reset-password/${secret}`;
export const accountPage = () => `${env().BASE_URL}/settings/account`;
const auditPage = () => `${env().BASE_URL}/settings/audit`;
export const membersPage = () => `${env().BASE_URL}/settings/members`;
export const forgotPasswordPage = () => `${env().BASE_URL}/forgot-password`;

/** What may lead a merchant's money away, or keeps it from that, and has changed. */
export type OwnersNews =
  | { readonly kind: "key"; readonly of: "payment" | "payout"; readonly isFirst: boolean }
  /** `changes`: each in words, for example `Daily limit: 500 USD before, none now.` */
  | { readonly kind: "limits" | "refund-policy"; readonly changes: readonly string[] }
  /** `role`: what they are now; null: no member any more. */
  | { readonly kind: "payer-gone"; readonly email: string; readonly role: MemberRole | null }
  | { readonly kind: "factor-asked"; readonly isRequired: boolean }
  /** Of somebody who may pay out; `what` goes on after their name. */
  | { readonly kind: "factor"; readonly what: string };

type About = {
  readonly merchantId: string;
  /** Who did it; null: whoever runs the gateway. */
  readonly actorId: string | null;
  /** Of a second factor: whose it is. They are told in words of their own. */
  readonly exceptId?: string;
};

/**
 * Mails every owner of a merchant, in the transaction of what it tells of: whose session was used, or whose colleague did it, learns of it
 * here. These mails cannot be switched off. Owners who are suspended are told nothing.
 */
export async function mailOwners(tx: Tx, { merchantId, actorId, exceptId }: About, news: OwnersNews): Promise<void> {
  const found = await selectOwners(tx, merchantId);
  if (found === null) return;
  const actor = actorId === null ? null : await findUserById(tx, actorId);
  const by = actor === null ? "Whoever runs this gateway" : personWords(actor);
  // Names of before may have several lines, which would look like ours.
  const shop = headerLine(found.merchantName, NAME_CHARACTERS_MAX);
  const { subject, sentences } = write(news, by, shop);
  const change = randomUUID();
  for (const { id, email, name } of found.owners.filter((owner) => owner.id !== exceptId)) {
    const paragraphs = [
      `Hello ${headerLine(name, NAME_CHARACTERS_MAX)},`,
      ...sentences,
      `If that should not be, change your password at once, which ends every other session of yours and keeps money from leaving for 24 hours: ${accountPage()}`,
      `Who changed what stands in the audit log: ${auditPage()}`,
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

/** Of who might pay out until now. `role`: what they are from now on; null: no member. Where they still may, nobody is told. */
export async function notifyOfFormerPayer(
  tx: Tx,
  { email, role, ...about }: About & { readonly email: string; readonly role: MemberRole | null },
): Promise<void> {
  if (role === null || !isAllowed(role, "payout.create"))
    await mailOwners(tx, about, { kind: "payer-gone", email, role });
}

const KEY_WORDS = {
  payment: "It creates payments, and refunds them.",
  payout: "It sends money out.",
} as const;

function write(news: OwnersNews, by: string, shop: string): { subject: string; sentences: readonly string[] } {
  switch (news.kind) {
    case "key":
      return {
        subject: `A new ${news.of} key of ${shop}`,
        sentences: [`${by} ${news.isFirst ? "made" : "replaced"} the ${news.of} key of ${shop}. ${KEY_WORDS[news.of]}`],
      };
    case "limits":
      return {
        subject: `The limits of ${shop} were changed`,
        sentences: [`${by} changed what limits the money that leaves ${shop}.`, news.changes.join("\n")],
      };
    case "refund-policy":
      return {
        subject: `How ${shop} refunds was changed`,
        sentences: [`${by} changed how ${shop} refunds.`, news.changes.join("\n")],
      };
    case "payer-gone":
      return {
        subject: `${news.email} may no longer pay out at ${shop}`,
        sentences: [
          `${by} made a change: ${news.email} is ${news.role === null ? "no member" : `now ${ROLE_WORDS[news.role].article}`} at ${shop}, and may pay out there no longer.`,
        ],
      };
    case "factor-asked":
      return {
        subject: `${shop} ${news.isRequired ? "asks" : "no longer asks"} for second factors`,
        sentences: [
          `${by} changed it: ${shop} ${news.isRequired ? "asks every member for a second factor from now on" : "asks its members for a second factor no longer"}.`,
        ],
      };
    case "factor":
      return {
        subject: `A second factor was changed at ${shop}`,
        sentences: [`${by}, who may pay out at ${shop}, ${news.what}.`],
      };
  }
}

type MailedPerson = { readonly id: string; readonly email: string; readonly name: string };

type OperatorsMail = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Who gets it besides the operators: whom it is about. */
  readonly also?: MailedPerson;
};

/** Mails everybody who is an operator now, in the transaction of what it tells of: who took one of them over is seen by the others. */
export async function mailOperators(tx: Tx, { subject, paragraphs, also }: OperatorsMail): Promise<void> {
  const operators = await selectActiveOperators(tx);
  const isThere = operators.some(({ id }) => id === also?.id);
  const change = randomUUID();
  for (const { id, email, name } of also === undefined || isThere ? operators : [...operators, also]) {
    const text = `${[`Hello ${headerLine(name, NAME_CHARACTERS_MAX)},`, ...paragraphs].join("\n\n")}\n`;
    await queueMail(tx, { kind: "operators", reference: `${change}:${id}`, recipient: email, subject, text });
  }
}

/** A person in a sentence. Names of before may have several lines, which would look like ours. */
export function personWords({ name, email }: Pick<MailedPerson, "name" | "email">): string {
  return `${headerLine(name, NAME_CHARACTERS_MAX)} (${email})`;
}
