import { randomUUID } from "node:crypto";
import type { AddressFamily } from "@/lib/chains/address-family";
import type { SealedMnemonic } from "@/lib/custody/seed-key";
import { database, type Tx } from "@/lib/kernel/db";

/** The only row of its table. */
const SEED_ROW = { id: 1 } as const;

export type StoredSeed = SealedMnemonic & {
  readonly exportedAt: Date | null;
  readonly backupConfirmedAt: Date | null;
};

export type DerivedAddress = {
  readonly family: AddressFamily;
  readonly derivationIndex: number;
  readonly address: string;
  readonly addressKey: string;
};

export async function findSeed(): Promise<StoredSeed | null> {
  return database().custodySeed.findUnique({
    where: SEED_ROW,
    select: { ciphertext: true, nonce: true, tag: true, exportedAt: true, backupConfirmedAt: true },
  });
}

/** Returns false when a seed exists already: that one stays. */
export async function insertSeed(sealed: SealedMnemonic): Promise<boolean> {
  const { count } = await database().custodySeed.createMany({
    data: [{ ...SEED_ROW, ...sealed }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Returns the encrypted words, with their row locked until the transaction ends. */
export async function lockSeed(tx: Tx): Promise<SealedMnemonic | null> {
  await tx.$queryRaw`SELECT 1 FROM custody_seed WHERE id = ${SEED_ROW.id} FOR UPDATE`;
  return tx.custodySeed.findUnique({ where: SEED_ROW, select: { ciphertext: true, nonce: true, tag: true } });
}

/** Replaces the encrypted words only. */
export async function replaceSealed(tx: Tx, sealed: SealedMnemonic): Promise<void> {
  await tx.custodySeed.update({ where: SEED_ROW, data: sealed, select: { id: true } });
}

/** Returns true for the one call that marks it first. */
export async function markExported(at: Date): Promise<boolean> {
  const { count } = await database().custodySeed.updateMany({
    where: { ...SEED_ROW, exportedAt: null },
    data: { exportedAt: at },
  });
  return count === 1;
}

export async function markBackupConfirmed(at: Date): Promise<void> {
  await database().custodySeed.updateMany({
    where: { ...SEED_ROW, backupConfirmedAt: null },
    data: { backupConfirmedAt: at },
  });
}

export async function countFreeAddresses(family: AddressFamily): Promise<number> {
  return database().address.count({ where: { family, assignedAt: null } });
}

/** Returns the number of free addresses of every family that has any. */
export async function countAllFree(): Promise<ReadonlyMap<string, number>> {
  const rows = await database().$queryRaw<{ family: string; count: number }[]>`
    SELECT family, count(*)::int AS count FROM addresses WHERE assigned_at IS NULL GROUP BY family`;
  return new Map(rows.map(({ family, count }) => [family, count]));
}

/** Returns the family's deposit address with the highest index. */
export async function findLastAddress(
  family: AddressFamily,
): Promise<Pick<DerivedAddress, "derivationIndex" | "address"> | null> {
  return database().address.findFirst({
    where: { family, derivationIndex: { gte: 0 } },
    orderBy: { derivationIndex: "desc" },
    select: { derivationIndex: true, address: true },
  });
}

/**
 * Returns one address of any family that was derived from the seed, or null when there is none yet.
 */
export async function findAnyAddress(): Promise<{ readonly family: string } | null> {
  return database().address.findFirst({ select: { family: true } });
}

/** Skips what another worker has inserted meanwhile; returns how many are new. */
export async function insertAddresses(addresses: readonly DerivedAddress[]): Promise<number> {
  const { count } = await database().address.createMany({ data: [...addresses], skipDuplicates: true });
  return count;
}

/**
 * Stores addresses as assigned, without an owner: they are watched and never assigned again. Skips
 * those that are stored already.
 */
export async function insertWithheldAddresses(addresses: readonly DerivedAddress[]): Promise<void> {
  const assignedAt = new Date();
  await database().address.createMany({
    data: addresses.map((address) => ({ ...address, assignedAt })),
    skipDuplicates: true,
  });
}

/** Keeps an address that is stored already, and returns the stored one. */
export async function insertHotWallet(
  family: AddressFamily,
  derivationIndex: number,
  address: string,
): Promise<string> {
  await database().hotWallet.createMany({ data: [{ family, derivationIndex, address }], skipDuplicates: true });
  const row = await database().hotWallet.findUniqueOrThrow({
    where: { family_derivationIndex: { family, derivationIndex } },
  });
  return row.address;
}

/**
 * Owner kind of deposits to a hot wallet; the id is created with the row and has no other meaning.
 */
const HOT_OWNER = "hot";

/** Lets the watchers see incoming transfers to a hot wallet. Keeps an existing row. */
export async function insertHotAddress(address: DerivedAddress): Promise<void> {
  const owner = { ownerKind: HOT_OWNER, ownerId: randomUUID(), assignedAt: new Date() };
  await database().address.createMany({ data: [{ ...address, ...owner }], skipDuplicates: true });
}
