import type { Tx } from "@/lib/db";
import type { AccountLinkKind } from "@/lib/generated/prisma/client";

export type AccountLink = {
  readonly id: string;
  readonly userId: string;
  /** What it proves. */
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

/** A link that works; null when it was used, is over, is of another kind or never was. */
export function findLink(tx: Tx, tokenHash: Hash, kind: AccountLinkKind, now: Date): Promise<AccountLink | null> {
  return tx.accountLink.findFirst({
    where: { tokenHash, kind, usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, email: true },
  });
}

/** Uses it up; false when somebody was faster. */
export async function spendLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.accountLink.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Ends links of a person that nobody has used; all kinds where none is named. */
export async function endLinks(tx: Tx, userId: string, now: Date, kind?: AccountLinkKind): Promise<void> {
  const where = { userId, usedAt: null, ...(kind && { kind }) };
  await tx.accountLink.updateMany({ where, data: { usedAt: now } });
}

/** How many were sent since. */
export function countLinksSince(tx: Tx, userId: string, kind: AccountLinkKind, since: Date): Promise<number> {
  return tx.accountLink.count({ where: { userId, kind, createdAt: { gt: since } } });
}

/** The address that a person asked for and has not proved yet. */
export async function findAskedEmail(tx: Tx, userId: string, email: string, now: Date): Promise<string | null> {
  const row = await tx.accountLink.findFirst({
    where: { userId, kind: "verify_email", usedAt: null, expiresAt: { gt: now }, email: { not: email } },
    orderBy: { createdAt: "desc" },
    select: { email: true },
  });
  return row?.email ?? null;
}

/** Ends signing in that is half done: it was begun with a password that may be another by now. */
export async function endHalfSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.signInStep.deleteMany({ where: { userId } });
}
