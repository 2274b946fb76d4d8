import type { Tx } from "@/lib/kernel/db";

export type SecondFactorRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly isBlocked: boolean;
  readonly totpSecret: Uint8Array | null;
  readonly totpEnabledAt: Date | null;
  readonly passkeyCount: number;
  readonly recoveryCodesLeft: number;
};

/** Returns a person's second-factor data; null if there is no such person. */
export async function selectSecondFactor(tx: Tx, userId: string): Promise<SecondFactorRow | null> {
  const row = await tx.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      passwordHash: true,
      isBlocked: true,
      totpSecret: true,
      totpEnabledAt: true,
      _count: { select: { passkeys: true, recoveryCodes: { where: { usedAt: null } } } },
    },
  });
  if (row === null) return null;
  const { _count: count, ...person } = row;
  return { ...person, passkeyCount: count.passkeys, recoveryCodesLeft: count.recoveryCodes };
}

/**
 * Locks the person's row until the transaction ends: serialises changes to their account security.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Stores a secret that no code has confirmed yet, replacing an earlier one; false if one is in use.
 */
export async function storeTotpSecret(tx: Tx, userId: string, sealed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpEnabledAt: null },
    data: { totpSecret: sealed, totpLastStep: null },
  });
  return count === 1;
}

/** Requires codes from now on; false if they were required already. */
export async function enableTotp(tx: Tx, userId: string, enabledAt: Date): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpEnabledAt: null, totpSecret: { not: null } },
    data: { totpEnabledAt: enabledAt },
  });
  return count === 1;
}

/**
 * Consumes a time step, and with it every earlier one; false if it was consumed before, or the app
 * was removed meanwhile. Of two concurrent calls, one gets true.
 */
export async function consumeTotpStep(tx: Tx, userId: string, step: bigint): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpSecret: { not: null }, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

export async function clearTotp(tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId },
    data: { totpSecret: null, totpEnabledAt: null, totpLastStep: null },
  });
}

/** Replaces the remaining codes with a new set. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
}

/** Uses a code up; false for an unknown or used one. Of two concurrent calls, one gets true. */
export async function consumeRecoveryCode(
  tx: Tx,
  userId: string,
  codeHash: Uint8Array<ArrayBuffer>,
  usedAt: Date,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({ where: { userId, codeHash, usedAt: null }, data: { usedAt } });
  return count === 1;
}

export type PasskeyRow = {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: Uint8Array<ArrayBuffer>;
  /** COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

type NewPasskey = Pick<PasskeyRow, "userId" | "credentialId" | "publicKey" | "counter" | "name" | "isBackedUp"> & {
  readonly transports: string[];
};

export function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<{ id: string }> {
  return tx.passkey.create({ data: passkey, select: { id: true } });
}

/** Oldest first. */
export function selectPasskeys(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  return tx.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

export function selectPasskeyByCredential(
  tx: Tx,
  credentialId: Uint8Array<ArrayBuffer>,
): Promise<(PasskeyRow & { user: { isBlocked: boolean } }) | null> {
  return tx.passkey.findUnique({ where: { credentialId }, include: { user: { select: { isBlocked: true } } } });
}

/**
 * Records a use; false if the stored counter moved meanwhile: of two responses with the same count
 * one gets true. Authenticators without a counter always report 0.
 */
export async function recordPasskeyUse(
  tx: Tx,
  id: string,
  use: { counterBefore: bigint; counter: bigint; isBackedUp: boolean; at: Date },
): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({
    where: { id, counter: use.counterBefore },
    data: { counter: use.counter, isBackedUp: use.isBackedUp, lastUsedAt: use.at },
  });
  return count === 1;
}

/** False if the person has no such passkey. */
export async function updatePasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  return (await tx.passkey.updateMany({ where: { id, userId }, data: { name } })).count === 1;
}

/** Returns the name that it had; null if the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    DELETE FROM passkeys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
  return rows[0]?.name ?? null;
}

/** Removes all passkeys of a person; returns how many there were. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<number> {
  return (await tx.passkey.deleteMany({ where: { userId } })).count;
}
