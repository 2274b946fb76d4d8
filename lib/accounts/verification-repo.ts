import type { Tx } from "@/lib/db";

/** Notes that mails to this address reach the person, if it is still theirs. True when nobody knew so far. */
export async function markEmailVerified(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  at: Date,
): Promise<boolean> {
  const where = { id: userId, email, emailVerifiedAt: null };
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: at } });
  return count === 1;
}

/** A proven address in the place of the one before. False when that is another one by now. */
export async function replaceEmail(
  tx: Tx,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
  at: Date,
): Promise<boolean> {
  const where = { id: userId, email: from };
  const { count } = await tx.user.updateMany({ where, data: { email: to, emailVerifiedAt: at } });
  return count === 1;
}

export type EmailOfPerson = { readonly email: string; readonly name: string; readonly verifiedAt: Date | null };

export async function findEmail(tx: Tx, userId: string): Promise<EmailOfPerson | null> {
  const select = { email: true, name: true, emailVerifiedAt: true } as const;
  const row = await tx.user.findUnique({ where: { id: userId }, select });
  return row && { email: row.email, name: row.name, verifiedAt: row.emailVerifiedAt };
}
