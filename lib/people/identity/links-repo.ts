import type { AccountLinkKind } from "@/lib/generated/prisma/client";
import { hashOfLinkSecret, newLinkSecret } from "@/lib/kernel/crypto/secrets";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";

/** Nobody waits a day for a new password; a confirmation mail may be opened tomorrow. */
const LIFE_MS: Readonly<Record<AccountLinkKind, number>> = { reset_password: 3_600_000, verify_email: 24 * 3_600_000 };

type LinkToMake = { readonly userId: string; readonly kind: AccountLinkKind; readonly email: string };

/** Creates a single-use link. Its secret is returned here and stored nowhere. */
export async function makeAccountLink(tx: Tx, link: LinkToMake, now: Date): Promise<{ id: string; secret: string }> {
  const secret = newLinkSecret();
  const tokenHash = hashOfLinkSecret(secret);
  invariant(tokenHash, "a new secret has the form of one");
  const expiresAt = new Date(now.getTime() + LIFE_MS[link.kind]);
  return { id: await insertAccountLink(tx, { ...link, tokenHash, createdAt: now, expiresAt }), secret };
}

export type AccountLink = {
  readonly id: string;
  readonly userId: string;
  /** The address that the link proves. */
  readonly email: string;
};

type Hash = Uint8Array<ArrayBuffer>;

export type NewAccountLink = {
  readonly userId: string;
  readonly kind: AccountLinkKind;
  readonly email: string;
  readonly tokenHash: Hash;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertAccountLink(tx: Tx, link: NewAccountLink): Promise<string> {
  return (await tx.accountLink.create({ data: link, select: { id: true } })).id;
}

/** Returns a valid link; null if it was used, has expired, is of another kind or does not exist. */
export function findLink(tx: Tx, tokenHash: Hash, kind: AccountLinkKind, now: Date): Promise<AccountLink | null> {
  return tx.accountLink.findFirst({
    where: { tokenHash, kind, usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, email: true },
  });
}

/** Uses the link up; false if it was used already. */
export async function spendLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.accountLink.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Invalidates unused links of a person, of all kinds unless one is named. */
export async function endLinks(tx: Tx, userId: string, now: Date, kind?: AccountLinkKind): Promise<void> {
  const where = { userId, usedAt: null, ...(kind && { kind }) };
  await tx.accountLink.updateMany({ where, data: { usedAt: now } });
}

export function countLinksSince(tx: Tx, userId: string, kind: AccountLinkKind, since: Date): Promise<number> {
  return tx.accountLink.count({ where: { userId, kind, createdAt: { gt: since } } });
}

/** Returns the address that a person requested and has not proven yet. */
export async function findAskedEmail(tx: Tx, userId: string, email: string, now: Date): Promise<string | null> {
  const row = await tx.accountLink.findFirst({
    where: { userId, kind: "verify_email", usedAt: null, expiresAt: { gt: now }, email: { not: email } },
    orderBy: { createdAt: "desc" },
    select: { email: true },
  });
  return row?.email ?? null;
}

/** Ends pending sign-ins: they began with a password that may have changed. */
export async function endHalfSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.signInStep.deleteMany({ where: { userId } });
}

/**
 * Records that mail to this address reaches the person, if it is still theirs. True if that was not
 * known before.
 */
export async function markEmailVerified(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  at: Date,
): Promise<boolean> {
  const where = { id: userId, email, emailVerifiedAt: null };
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: at } });
  return count === 1;
}

/**
 * Replaces the address with a proven one. False if the current address is no longer the expected
 * one.
 */
export async function replaceEmail(
  tx: Tx,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
  at: Date,
): Promise<boolean> {
  const where = { id: userId, email: from };
  const { count } = await tx.user.updateMany({ where, data: { email: to, emailVerifiedAt: at } });
  return count === 1;
}

type EmailOfPerson = { readonly email: string; readonly name: string; readonly verifiedAt: Date | null };

export async function findEmail(tx: Tx, userId: string): Promise<EmailOfPerson | null> {
  const select = { email: true, name: true, emailVerifiedAt: true } as const;
  const row = await tx.user.findUnique({ where: { id: userId }, select });
  return row && { email: row.email, name: row.name, verifiedAt: row.emailVerifiedAt };
}
