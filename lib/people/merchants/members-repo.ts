import type { Tx } from "@/lib/kernel/db";
import { insertMember } from "@/lib/people/merchants/merchants-repo";
import { type MemberRole, rolesWith } from "@/lib/people/merchants/role";

export type MemberRow = {
  readonly userId: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly user: {
    readonly name: string;
    readonly email: string;
    /** Suspended by an operator. */
    readonly isBlocked: boolean;
    readonly totpEnabledAt: Date | null;
    readonly passkeys: readonly unknown[];
    readonly sessions: readonly { readonly lastSeenAt: Date }[];
  };
};

/** Far more than a merchant has; members beyond this are not listed. */
const MEMBERS_MAX = 500;

/** Returns the members, owners first and then by name. */
export function selectMembers(tx: Tx, merchantId: string): Promise<MemberRow[]> {
  return tx.merchantMember.findMany({
    where: { merchantId },
    orderBy: [{ role: "asc" }, { user: { name: "asc" } }, { userId: "asc" }],
    take: MEMBERS_MAX,
    select: {
      userId: true,
      role: true,
      createdAt: true,
      user: {
        select: {
          name: true,
          email: true,
          isBlocked: true,
          totpEnabledAt: true,
          passkeys: { select: { id: true }, take: 1 },
          sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: "desc" }, take: 1 },
        },
      },
    },
  });
}

export type LockedMember = {
  readonly userId: string;
  readonly role: MemberRole;
  readonly name: string;
  readonly email: string;
  /** Suspended by an operator. */
  readonly isBlocked: boolean;
};

export type LockedMembers = { readonly merchantName: string; readonly members: readonly LockedMember[] };

/**
 * Returns the members of a merchant under its lock: changes of members are serialised, and each
 * sees the previous one. Null if there is no such merchant.
 */
export async function lockMembers(tx: Tx, merchantId: string): Promise<LockedMembers | null> {
  const [merchant] = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
  if (merchant === undefined) return null;
  const rows = await tx.merchantMember.findMany({
    where: { merchantId },
    select: { userId: true, role: true, user: { select: { name: true, email: true, isBlocked: true } } },
  });
  return { merchantName: merchant.name, members: rows.map(({ user, ...row }) => ({ ...row, ...user })) };
}

export async function updateMemberRole(tx: Tx, merchantId: string, userId: string, role: MemberRole): Promise<void> {
  const key = { merchantId_userId: { merchantId, userId } };
  await tx.merchantMember.update({ where: key, data: { role }, select: { userId: true } });
}

export async function deleteMember(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx.merchantMember.delete({ where: { merchantId_userId: { merchantId, userId } }, select: { userId: true } });
}

export type InvitationsBy = {
  readonly invitedById: string;
  /** Invitations to this merchant; null: those to open a merchant; undefined: all. */
  readonly merchantId?: string | null;
};

/** Revokes a person's pending invitations. Returns how many there were. */
export async function revokeInvitationsBy(tx: Tx, by: InvitationsBy, revokedAt: Date): Promise<number> {
  const where = { ...by, acceptedAt: null, revokedAt: null };
  const { count } = await tx.invitation.updateMany({ where, data: { revokedAt } });
  return count;
}

type AddMemberInput = { readonly merchantId: string; readonly userId: string; readonly role: MemberRole };

/**
 * Adds a user to a merchant. Throws the database's unique violation if they are a member already.
 */
export async function addMember(tx: Tx, input: AddMemberInput): Promise<void> {
  await insertMember(tx, { merchantId: input.merchantId, userId: input.userId, role: input.role });
}

type MailedOwner = { readonly id: string; readonly email: string; readonly name: string };

/**
 * Returns the name of a merchant and its owners who are not suspended; null if there is no such
 * merchant.
 */
export async function selectOwners(
  tx: Tx,
  merchantId: string,
): Promise<{ readonly merchantName: string; readonly owners: readonly MailedOwner[] } | null> {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: {
      name: true,
      members: {
        where: { role: "owner", user: { isBlocked: false } },
        select: { user: { select: { id: true, email: true, name: true } } },
      },
    },
  });
  return row && { merchantName: row.name, owners: row.members.map(({ user }) => user) };
}

/** Returns the merchants that a user may pay out from. */
export async function selectPaidFrom(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.merchantMember.findMany({
    where: { userId, role: { in: [...rolesWith("payout.create")] } },
    select: { merchantId: true },
  });
  return rows.map(({ merchantId }) => merchantId);
}
