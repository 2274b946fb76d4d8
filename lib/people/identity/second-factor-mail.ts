import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { mailOwners } from "@/lib/people/merchants/mail-owners";
import { selectPaidFrom } from "@/lib/people/merchants/members-repo";
import { findUserById } from "@/lib/people/merchants/users-repo";

/** Changes to a person's account security that are mailed to them. */
export type SecurityEvent =
  | { readonly kind: "totp-on" | "totp-off" | "recovery-renewed" | "removed-by-operator" }
  | { readonly kind: "recovery-used"; readonly left: number }
  | { readonly kind: "passkey-added" | "passkey-removed" | "passkey-copied"; readonly name: string }
  /** At most once an hour: `hour` names it. */
  | { readonly kind: "codes-guessed" | "confirm-guessed"; readonly hour: string };

/**
 * What owners are told about members who may pay out for them, after the member's name. Other
 * events change nothing for owners.
 */
const TO_OWNERS: Partial<Record<SecurityEvent["kind"], string>> = {
  "totp-on": "set up an authenticator app",
  "totp-off": "turned off their authenticator app",
  "recovery-renewed": "generated new recovery codes",
  "recovery-used": "signed in with a recovery code",
  "passkey-added": "added a passkey to their account",
  "passkey-removed": "removed a passkey from their account",
  "removed-by-operator": "no longer uses two-factor authentication: the operator of this gateway removed it",
};

/**
 * Queues the mail in the event's transaction, for the person and for the other owners of the shops
 * that the person may pay out from. Does nothing if mail is disabled.
 */
export async function notifyPerson(tx: Tx, userId: string, event: SecurityEvent): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user === null) return;
  const what = TO_OWNERS[event.kind];
  if (what !== undefined) await notifyOwners(tx, userId, what);
  const { subject, sentence } = write(event);
  const reference = "hour" in event ? `${userId}:${event.kind}:${event.hour}` : `${userId}:${randomUUID()}`;
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
      "If this was you, no action is needed. If not, change your password immediately, sign out your other browsers and",
      `contact the operator of this gateway: ${env().BASE_URL}/settings/account`,
    ].join("\n"),
  });
}

async function notifyOwners(tx: Tx, userId: string, what: string): Promise<void> {
  for (const merchantId of await selectPaidFrom(tx, userId))
    await mailOwners(tx, { merchantId, actorId: userId, exceptId: userId }, { kind: "factor", what });
}

function write(event: SecurityEvent): { subject: string; sentence: string } {
  switch (event.kind) {
    case "totp-on":
      return {
        subject: "Authenticator app set up",
        sentence: "Signing in to your account now requires a code from your authenticator app.",
      };
    case "totp-off":
      return {
        subject: "Authenticator app turned off",
        sentence: "Signing in to your account no longer requires a code from your authenticator app.",
      };
    case "recovery-renewed":
      return {
        subject: "New recovery codes",
        sentence: "New recovery codes were generated for your account. The previous ones no longer work.",
      };
    case "recovery-used":
      return {
        subject: "A recovery code was used",
        sentence: `One of your recovery codes was used to sign in. ${event.left} left.`,
      };
    case "passkey-added":
      return {
        subject: "A passkey was added",
        sentence: `The passkey "${event.name}" can now sign in to your account.`,
      };
    case "passkey-removed":
      return {
        subject: "A passkey was removed",
        sentence: `The passkey "${event.name}" can no longer sign in to your account.`,
      };
    case "passkey-copied":
      return {
        subject: "A passkey was refused",
        sentence: `A sign-in with the passkey "${event.name}" was refused because the passkey may be a copy: its counter went backwards. Remove it and add a new one.`,
      };
    case "removed-by-operator":
      return {
        subject: "Two-factor authentication was removed",
        sentence:
          "The operator of this gateway removed two-factor authentication from your account. Set it up again when you sign in.",
      };
    case "codes-guessed":
      return {
        subject: "Someone has your password",
        sentence: "Someone entered your password and then several wrong two-factor codes. They did not get in.",
      };
    case "confirm-guessed":
      return {
        subject: "Failed identity confirmations in your account",
        sentence:
          "In a browser signed in to your account, several wrong passwords or codes were entered when confirmation was required. The action was refused.",
      };
  }
}
