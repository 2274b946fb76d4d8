import { findAskedEmail } from "@/lib/accounts/links-repo";
import { findEmail } from "@/lib/accounts/verification-repo";
import { database } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { mailSender } from "@/lib/mail/mail-settings";

/** How a person's address stands. */
export type EmailStanding = {
  readonly email: string;
  readonly isVerified: boolean;
  /** Asked for, and not confirmed yet; null for none. */
  readonly asked: string | null;
  /** Without mail nothing can be confirmed. */
  readonly sendsMail: boolean;
};

export async function getEmailStanding(userId: string, now: Date): Promise<EmailStanding> {
  const person = await findEmail(database(), userId);
  invariant(person, "who is signed in is a person");
  const { email, verifiedAt } = person;
  const asked = await findAskedEmail(database(), userId, email, now);
  return { email, isVerified: verifiedAt !== null, asked, sendsMail: mailSender() !== null };
}
