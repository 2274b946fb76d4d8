import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { mailOwners } from "@/lib/people/merchants/mail-owners";
import { selectPaidFrom } from "@/lib/people/merchants/members-repo";
import { findUserById } from "@/lib/people/merchants/users-repo";

/** What a person is told by mail about what keeps their account safe. */
export type SafetyNews =
  | { readonly kind: "totp-on" | "totp-off" | "recovery-renewed" | "removed-by-operator" }
  | { readonly kind: "recovery-used"; readonly left: number }
  | { readonly kind: "passkey-added" | "passkey-removed" | "passkey-copied"; readonly name: string }
  /** At most once an hour: `hour` names it. */
  | { readonly kind: "codes-guessed" | "confirm-guessed"; readonly hour: string };

/** What the owners are told of who may pay out for them, after the person's name. Of the rest nothing has changed for them. */
const TO_OWNERS: Partial<Record<SafetyNews["kind"], string>> = {
  "totp-on": "signs in with a code of an authenticator app from now on",
  "totp-off": "took the authenticator app off their account",
  "recovery-renewed": "had new recovery codes made",
  "recovery-used": "used a recovery code in the place of their second factor",
  "passkey-added": "added a passkey to their account",
  "passkey-removed": "took a passkey off their account",
  "removed-by-operator": "has no second factor any more: whoever runs this gateway removed it",
};

/**
 * Mails it in the transaction of what it tells of, and the other owners of the shops that the person may pay out from. Without mail
 * nothing happens.
 */
export async function notifyPerson(tx: Tx, userId: string, news: SafetyNews): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user === null) return;
  const what = TO_OWNERS[news.kind];
  if (what !== undefined) await notifyOwners(tx, userId, what);
  const { subject, sentence } = write(news);
  const reference = "hour" in news ? `${userId}:${news.kind}:${news.hour}` : `${userId}:${randomUUID()}`;
  await queueMail(tx, {
    kind: "account-safety",
    reference,
    recipient: user.email,
    subject,
    text: [
      `Hello ${user.name},`,
      "",
      sentence,
      "",
      `If that was you, there is nothing to do. If it was not, change your password at once and sign out your other browsers, at`,
      `${env().BASE_URL}/settings/account , and tell whoever runs this gateway.`,
    ].join("\n"),
  });
}

async function notifyOwners(tx: Tx, userId: string, what: string): Promise<void> {
  for (const merchantId of await selectPaidFrom(tx, userId))
    await mailOwners(tx, { merchantId, actorId: userId, exceptId: userId }, { kind: "factor", what });
}

function write(news: SafetyNews): { subject: string; sentence: string } {
  switch (news.kind) {
    case "totp-on":
      return {
        subject: "Codes of an app are now asked for",
        sentence: "From now on signing in to your account asks for a code of your authenticator app.",
      };
    case "totp-off":
      return {
        subject: "Codes of an app are no longer asked for",
        sentence: "The authenticator app was taken off your account.",
      };
    case "recovery-renewed":
      return {
        subject: "New recovery codes",
        sentence: "New recovery codes were made for your account. The earlier ones no longer work.",
      };
    case "recovery-used":
      return {
        subject: "A recovery code was used",
        sentence: `One of your recovery codes was used in the place of your second factor. ${news.left} are left.`,
      };
    case "passkey-added":
      return {
        subject: "A passkey was added",
        sentence: `The passkey "${news.name}" can now sign in to your account.`,
      };
    case "passkey-removed":
      return {
        subject: "A passkey was removed",
        sentence: `The passkey "${news.name}" no longer signs in to your account.`,
      };
    case "passkey-copied":
      return {
        subject: "A passkey was refused",
        sentence: `Somebody tried to sign in with the passkey "${news.name}", and it looks like a copy: its counter went back. It was refused. Remove that passkey and make a new one.`,
      };
    case "removed-by-operator":
      return {
        subject: "Your second factor was removed",
        sentence:
          "Whoever runs this gateway removed the second factor of your account. Set up a new one when you sign in.",
      };
    case "codes-guessed":
      return {
        subject: "Somebody knows your password",
        sentence:
          "Somebody entered your password, and then several wrong codes of your second factor. They did not get in.",
      };
    case "confirm-guessed":
      return {
        subject: "Somebody is signed in to your account and does not know your password",
        sentence:
          "In a browser that is signed in to your account somebody was asked who is there, and gave several wrong passwords or codes. What they wanted to do was refused.",
      };
  }
}
