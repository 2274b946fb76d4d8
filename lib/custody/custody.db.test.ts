import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { assertBackupConfirmed, BackupError, confirmBackup, exportMnemonic } from "@/lib/custody/backup";
import { growKeyTree } from "@/lib/custody/key-tree";
import { openSeed, reencryptSeed, restoreSeed, SeedMismatchError } from "@/lib/custody/open-seed";
import { refillAddressPool } from "@/lib/custody/refill-address-pool";
import { SeedKeyError } from "@/lib/custody/seed-key";
import { closeDatabase, database } from "@/lib/kernel/db";

const KEY = [Buffer.alloc(32, 7)] as const;
const NOW = new Date("2026-11-21T00:00:00Z");
const OWNER = "0193b7a0-0000-7000-8000-000000000001";

beforeEach(deleteAll);
afterAll(closeDatabase);

/**
 * Rows of `addresses` cannot be deleted; row triggers do not see a truncation, and coins block the
 * deletion of their addresses.
 */
async function deleteAll(): Promise<void> {
  await database().$transaction([
    database().$executeRawUnsafe("alter table coins disable trigger coins_no_delete"),
    database().$executeRawUnsafe("truncate addresses, custody_seed cascade"),
    database().$executeRawUnsafe("alter table coins enable trigger coins_no_delete"),
  ]);
}

describe("the seed", () => {
  it("is created once when several workers start together, and stays the same", async () => {
    const mnemonic = await Promise.all(Array.from({ length: 8 }, () => openSeed(KEY)));
    expect(new Set(mnemonic).size).toBe(1);
    expect(mnemonic[0]?.split(" ")).toHaveLength(24);
    expect(await openSeed(KEY)).toBe(mnemonic[0]);
    const [row, ...more] = await database().custodySeed.findMany();
    expect(more).toEqual([]);
    expect(Buffer.from(row?.ciphertext ?? []).toString("utf8")).not.toContain(mnemonic[0]?.split(" ")[0]);
  });

  it("cannot be opened with another key, and is not replaced because of that", async () => {
    const mnemonic = await openSeed(KEY);
    await expect(openSeed([Buffer.alloc(32, 8)])).rejects.toThrow(SeedKeyError);
    expect(await openSeed(KEY)).toBe(mnemonic);
  });

  it("is encrypted under another key without being changed, and then needs only that key", async () => {
    const [old, fresh] = [KEY[0], Buffer.alloc(32, 9)];
    const mnemonic = await openSeed([old]);
    await exportMnemonic([old], { again: false }, NOW);
    await confirmBackup(mnemonic, [old], NOW);
    const times = { exportedAt: NOW, backupConfirmedAt: NOW };

    expect(await openSeed([fresh, old])).toBe(mnemonic);
    expect(await Promise.all([reencryptSeed([fresh, old]), reencryptSeed([fresh, old])])).toEqual(
      expect.arrayContaining([true, false]),
    );

    for (const keys of [[fresh], [old, fresh], [fresh, old]] as const) expect(await openSeed(keys)).toBe(mnemonic);
    await expect(openSeed([old])).rejects.toThrow(SeedKeyError);
    expect(await database().custodySeed.findMany()).toEqual([expect.objectContaining(times)]);
    const audit = await database().auditEvent.findMany({ where: { action: "seed.reencrypt" } });
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit[0]?.detail)).toBe("{}");
  });

  it("stays as it is when no key decrypts it, and when it is read back wrong", async () => {
    await expect(reencryptSeed(KEY)).rejects.toThrow(SeedMismatchError);
    const mnemonic = await openSeed(KEY);
    await expect(reencryptSeed([Buffer.alloc(32, 8), Buffer.alloc(32, 9)])).rejects.toThrow(SeedKeyError);
    await database().$executeRawUnsafe(
      "CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.tag = sha256(NEW.tag); RETURN NEW; END'",
    );
    await database().$executeRawUnsafe(
      "CREATE TRIGGER damage BEFORE UPDATE ON custody_seed FOR EACH ROW EXECUTE FUNCTION damage()",
    );
    await expect(reencryptSeed([Buffer.alloc(32, 9), ...KEY])).rejects.toThrow(SeedKeyError);
    await database().$executeRawUnsafe("DROP FUNCTION damage CASCADE");
    expect(await openSeed(KEY)).toBe(mnemonic);
  });

  it("is not created again for a database whose addresses come from a lost one", async () => {
    await refillAddressPool(growKeyTree(await openSeed(KEY)), "evm", { size: 1, refillBelow: 1 });
    await database().$executeRawUnsafe("delete from custody_seed");
    await expect(openSeed(KEY)).rejects.toThrow(SeedMismatchError);
  });

  it("restored from its words into a new database derives every address again", async () => {
    const mnemonic = await openSeed(KEY);
    const before = await derivedAddresses(mnemonic);
    await deleteAll();
    const typed = `  ${mnemonic.toUpperCase().replaceAll(" ", "\n ")} `;
    expect(await restoreSeed(typed, [Buffer.alloc(32, 9)])).toBe(mnemonic);
    expect(await derivedAddresses(await openSeed([Buffer.alloc(32, 9)]))).toEqual(before);
  });

  it("is not restored over another one, nor from invalid words", async () => {
    await expect(restoreSeed(`${"abandon ".repeat(12)}`, KEY)).rejects.toThrow(SeedMismatchError);
    const mnemonic = await openSeed(KEY);
    await expect(restoreSeed(`${"abandon ".repeat(11)}about`, KEY)).rejects.toThrow(SeedMismatchError);
    expect(await openSeed(KEY)).toBe(mnemonic);
  });
});

describe("the backup", () => {
  it("shows the words to one of many callers, and again only on explicit request while it is not confirmed", async () => {
    const mnemonic = await openSeed(KEY);
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => exportMnemonic(KEY, { again: false }, NOW)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toEqual([{ status: "fulfilled", value: mnemonic }]);
    expect(await exportMnemonic(KEY, { again: true }, NOW)).toBe(mnemonic);
    await confirmBackup(mnemonic, KEY, NOW);
    await expect(exportMnemonic(KEY, { again: true }, NOW)).rejects.toThrow(BackupError);
  });

  it("is confirmed only by the right words, and real networks wait for it", async () => {
    const mnemonic = await openSeed(KEY);
    await assertBackupConfirmed([]);
    await expect(assertBackupConfirmed(["eth", "bsc"])).rejects.toThrow(/eth, bsc/);
    await expect(confirmBackup(`${mnemonic} more`, KEY, NOW)).rejects.toThrow(BackupError);
    await expect(assertBackupConfirmed(["eth"])).rejects.toThrow(BackupError);
    await confirmBackup(` ${mnemonic.toUpperCase()}\n`, KEY, NOW);
    await assertBackupConfirmed(["eth", "bsc"]);
  });
});

describe("the address pool", () => {
  const marks = { size: 120, refillBelow: 60 };

  it("fills each family to its size with rising indexes, and stops above the mark", async () => {
    const keys = growKeyTree(await openSeed(KEY));
    expect(await refillAddressPool(keys, "evm", marks)).toBe(120);
    expect(await refillAddressPool(keys, "sol", { size: 3, refillBelow: 1 })).toBe(3);
    expect(await refillAddressPool(keys, "evm", marks)).toBe(0);
    const rows = await database().address.findMany({ where: { family: "evm" }, orderBy: { derivationIndex: "asc" } });
    expect(rows.map(({ derivationIndex }) => derivationIndex)).toEqual(
      Array.from({ length: 120 }, (_, index) => index),
    );
    const [first] = rows;
    expect(first?.address).toBe(keys.addressOf({ family: "evm", role: "deposit", index: 0 }));
    expect(first?.addressKey).toBe(first?.address.toLowerCase());
  });

  it("continues above the highest index after addresses were assigned", async () => {
    const keys = growKeyTree(await openSeed(KEY));
    await refillAddressPool(keys, "evm", marks);
    await takeAddresses(70);
    expect(await refillAddressPool(keys, "evm", marks)).toBe(70);
    const { _max } = await database().address.aggregate({ _max: { derivationIndex: true } });
    expect(_max.derivationIndex).toBe(189);
  });

  it("never stores an index twice when many workers refill at once", async () => {
    const keys = growKeyTree(await openSeed(KEY));
    const added = await Promise.all(Array.from({ length: 6 }, () => refillAddressPool(keys, "evm", marks)));
    const rows = await database().address.findMany({ select: { derivationIndex: true, address: true } });
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map(({ derivationIndex }) => derivationIndex)).size).toBe(rows.length);
  });

  it("fails rather than mix the addresses of two seeds", async () => {
    await refillAddressPool(growKeyTree(await openSeed(KEY)), "evm", { size: 2, refillBelow: 1 });
    await takeAddresses(2);
    const stranger = growKeyTree(`${"abandon ".repeat(11)}about`);
    await expect(refillAddressPool(stranger, "evm", marks)).rejects.toThrow(SeedMismatchError);
    expect(await database().address.count()).toBe(2);
  });
});

async function derivedAddresses(mnemonic: string): Promise<readonly string[]> {
  const keys = growKeyTree(mnemonic);
  for (const family of ADDRESS_FAMILIES) await refillAddressPool(keys, family, { size: 3, refillBelow: 1 });
  const rows = await database().address.findMany({ orderBy: [{ family: "asc" }, { derivationIndex: "asc" }] });
  return rows.map(({ family, address }) => `${family} ${address}`);
}

async function takeAddresses(count: number): Promise<void> {
  await database().$executeRawUnsafe(
    `update addresses set owner_kind = 'invoice', owner_id = '${OWNER}', assigned_at = now()
     where id in (select id from addresses where family = 'evm' order by id limit ${count})`,
  );
}
