import { randomUUID } from "node:crypto";
import { forgotPasswordPage } from "@/lib/accounts/account-pages";
import type { Tx } from "@/lib/db";
import { queueMail } from "@/lib/mail/queue-mail";

/** Tells a person that their account has a new password, whoever set it. */
export async function mailNewPassword(
  tx: Tx,
  person: { readonly email: string; readonly name: string },
): Promise<void> {
  const paragraphs = [
    `Hello ${person.name},`,
    "your account has a new password, and every other browser is signed out. Your second factor, if you have one, is asked for as before. For 24 hours no money leaves the shops that you may pay out from.",
    `If that was not you, set another one at once and tell whoever runs this gateway: ${forgotPasswordPage()}`,
  ];
  await queueMail(tx, {
    kind: "new-password",
    reference: randomUUID(),
    recipient: person.email,
    subject: "Your password was changed",
    text: `${paragraphs.join("\n\n")}\n`,
  });
}
