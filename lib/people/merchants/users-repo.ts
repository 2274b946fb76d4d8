import type { Tx } from "@/lib/kernel/db";

export type UserRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isOperator: boolean;
  readonly isBlocked: boolean;
};

const USER_COLUMNS = {
  id: true,
  email: true,
  name: true,
  passwordHash: true,
  isOperator: true,
  isBlocked: true,
} as const;

export type NewUser = { email: string; name: string; passwordHash: string; isOperator: boolean };

export function insertUser(tx: Tx, user: NewUser): Promise<{ id: string }> {
  return tx.user.create({ data: user, select: { id: true } });
}

export function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  return tx.user.findUnique({ where: { email }, select: USER_COLUMNS });
}

export function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  return tx.user.findUnique({ where: { id }, select: USER_COLUMNS });
}

export async function updateUserName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { name }, select: { id: true } });
}

export async function updateUserPassword(tx: Tx, id: string, passwordHash: string, changedAt: Date): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash, passwordChangedAt: changedAt }, select: { id: true } });
}

/**
 * Locks the person's row until the transaction ends. False if their password is no longer the one
 * verified before: verification takes time, and a password set meanwhile locks out whoever knows
 * the old one.
 */
export async function lockWithPassword(tx: Tx, { id, passwordHash }: UserRow): Promise<boolean> {
  const rows = await tx.$queryRaw<{ hash: string }[]>`
    SELECT password_hash AS hash FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return rows[0]?.hash === passwordHash;
}

/** Returns all operators who may sign in. */
export function selectActiveOperators(
  tx: Tx,
): Promise<{ readonly id: string; readonly email: string; readonly name: string }[]> {
  const where = { isOperator: true, isBlocked: false };
  return tx.user.findMany({ where, select: { id: true, email: true, name: true } });
}
