import type { Tx } from "@/lib/kernel/db";

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

export type NewPasskey = Pick<
  PasskeyRow,
  "userId" | "credentialId" | "publicKey" | "counter" | "name" | "isBackedUp"
> & {
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
 * Notes a use; false when the stored counter moved meanwhile: of two answers with the same count one gets true. Authenticators that
 * do not count always say 0.
 */
export async function notePasskeyUse(
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

/** False when the person has no such passkey. */
export async function updatePasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  return (await tx.passkey.updateMany({ where: { id, userId }, data: { name } })).count === 1;
}

/** The name that it had; null when the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    DELETE FROM passkeys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
  return rows[0]?.name ?? null;
}

/** Takes all of a person's; answers how many there were. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<number> {
  return (await tx.passkey.deleteMany({ where: { userId } })).count;
}
