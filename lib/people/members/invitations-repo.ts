import type { Tx } from "@/lib/kernel/db";
import type { MemberRole } from "@/lib/people/merchants/role";

export type Invitation = {
  readonly id: string;
  /** Null: to open a merchant. */
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly email: string;
  readonly role: MemberRole | null;
  readonly isMailed: boolean;
  readonly invitedById: string;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly acceptedById: string | null;
  readonly revokedAt: Date | null;
};

type Hash = Uint8Array<ArrayBuffer>;
/** The invitations of this merchant; null: those to open a merchant. */
export type InvitationScope = { readonly merchantId: string | null };

/** A merchant has few pending invitations; their limit is below this. */
const SHOWN_MAX = 100;

/**
 * Returns invitations that were neither accepted nor revoked, including expired ones; newest first.
 */
export async function selectWaiting(tx: Tx, { merchantId }: InvitationScope): Promise<Invitation[]> {
  const rows = await tx.invitation.findMany({
    where: { merchantId, acceptedAt: null, revokedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: SHOWN_MAX,
    select: { id: true },
  });
  const found = await selectInvitations(tx, { ids: rows.map(({ id }) => id) });
  return rows.flatMap(({ id }) => found.filter((invitation) => invitation.id === id));
}

export function countWaiting(tx: Tx, { merchantId }: InvitationScope): Promise<number> {
  return tx.invitation.count({ where: { merchantId, acceptedAt: null, revokedAt: null } });
}

/** Returns the pending invitation of this address, if any. */
export async function findWaitingFor(tx: Tx, { merchantId }: InvitationScope, email: string) {
  return tx.invitation.findFirst({
    where: { merchantId, email, acceptedAt: null, revokedAt: null },
    select: { id: true, expiresAt: true, role: true },
  });
}

export async function findInvitationByHash(tx: Tx, tokenHash: Hash): Promise<Invitation | null> {
  const row = await tx.invitation.findUnique({ where: { tokenHash }, select: { id: true } });
  if (row === null) return null;
  return (await selectInvitations(tx, { ids: [row.id] }))[0] ?? null;
}

/** Returns a pending invitation of this merchant only. */
export async function findWaiting(tx: Tx, { merchantId }: InvitationScope, id: string): Promise<Invitation | null> {
  const row = await tx.invitation.findFirst({
    where: { id, merchantId, acceptedAt: null, revokedAt: null },
    select: { id: true },
  });
  if (row === null) return null;
  return (await selectInvitations(tx, { ids: [row.id] }))[0] ?? null;
}

function selectInvitations(tx: Tx, { ids }: { readonly ids: readonly string[] }): Promise<Invitation[]> {
  return tx.$queryRaw<Invitation[]>`
    SELECT i.id::text, i.merchant_id::text AS "merchantId", m.name AS "merchantName", i.email, i.role::text,
      i.is_mailed AS "isMailed", i.invited_by_id::text AS "invitedById", coalesce(u.name, 'Somebody') AS "invitedBy",
      i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt",
      i.accepted_by_id::text AS "acceptedById", i.revoked_at AS "revokedAt"
    FROM invitations i
    LEFT JOIN merchants m ON m.id = i.merchant_id
    LEFT JOIN users u ON u.id = i.invited_by_id
    WHERE i.id = ANY(${[...ids]}::uuid[])`;
}

/** A link as stored in the row. */
export type StoredLink = {
  readonly tokenHash: Hash;
  readonly isMailed: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export async function insertInvitation(
  tx: Tx,
  invitation: StoredLink & {
    readonly merchantId: string | null;
    readonly email: string;
    readonly role: MemberRole | null;
    readonly invitedById: string;
  },
): Promise<string> {
  return (await tx.invitation.create({ data: invitation, select: { id: true } })).id;
}

/**
 * Replaces the link, and with it the inviter and the role. False if the invitation is no longer
 * pending.
 */
export async function replaceLink(
  tx: Tx,
  id: string,
  link: StoredLink & { readonly role?: MemberRole | null; readonly invitedById: string },
): Promise<boolean> {
  const where = { id, acceptedAt: null, revokedAt: null };
  const { count } = await tx.invitation.updateMany({ where, data: link });
  return count === 1;
}

/** False if the invitation is no longer pending. */
export async function markRevoked(tx: Tx, { merchantId }: InvitationScope, id: string, at: Date): Promise<boolean> {
  const where = { id, merchantId, acceptedAt: null, revokedAt: null };
  const { count } = await tx.invitation.updateMany({ where, data: { revokedAt: at } });
  return count === 1;
}

/**
 * Accepts the invitation for this person; false if it was used, revoked, resent or has expired by
 * then. Of two concurrent calls, one gets true.
 */
export async function markAccepted(tx: Tx, tokenHash: Hash, userId: string, at: Date): Promise<boolean> {
  const where = { tokenHash, acceptedAt: null, revokedAt: null, expiresAt: { gt: at } };
  const { count } = await tx.invitation.updateMany({ where, data: { acceptedAt: at, acceptedById: userId } });
  return count === 1;
}

export type LockedPerson = { readonly id: string; readonly isOperator: boolean; readonly isBlocked: boolean };

/** Locks the rows of these people until the transaction ends, in a fixed order. */
export function lockPeople(tx: Tx, ids: readonly string[]): Promise<LockedPerson[]> {
  return tx.$queryRaw<LockedPerson[]>`
    SELECT id::text, is_operator AS "isOperator", is_blocked AS "isBlocked" FROM users
    WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY users.id FOR NO KEY UPDATE`;
}
