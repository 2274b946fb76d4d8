import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { growKeyTree } from "@/lib/custody/key-tree";
import { refillAddressPool, withholdAddresses } from "@/lib/custody/refill-address-pool";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { withholdLostAddresses } from "@/lib/run/worker/finish-restore";
import { openAlarms } from "@/lib/run/worker/testing/observe";
import { markDatabase } from "@/scripts/lib/backup/mark-restored.mjs";

/** A published test vector that holds no money. */
const KEYS = growKeyTree(`${"abandon ".repeat(11)}about`);
const [IN_BACKUP, LOST] = [20, 120];
const never = () => new AbortController().signal;

beforeAll(async () => {
  await refillAddressPool(KEYS, "evm", { size: IN_BACKUP, refillBelow: IN_BACKUP });
  await markDatabase({ url: env().DATABASE_URL, takenAt: new Date().toISOString(), lostAddresses: LOST });
});
afterAll(closeDatabase);

const indexesOf = async (family: string) => {
  const rows = await database().address.findMany({ where: { family }, orderBy: { derivationIndex: "asc" } });
  return rows.map(({ derivationIndex }) => derivationIndex);
};

test("interrupted in the middle and continued by two workers at once, every address after the backup is withheld, and new ones follow", async () => {
  // The first batch of a worker that was killed then.
  await withholdAddresses(KEYS, "evm", { from: IN_BACKUP, count: 50 }, never());
  await Promise.all([withholdLostAddresses(KEYS, never()), withholdLostAddresses(KEYS, never())]);
  for (const family of ADDRESS_FAMILIES) {
    const count = LOST + (family === "evm" ? IN_BACKUP : 0);
    expect([family, await indexesOf(family)]).toEqual([family, Array.from({ length: count }, (_, index) => index)]);
  }
  expect(await database().address.count({ where: { OR: [{ assignedAt: null }, { ownerId: { not: null } }] } })).toBe(0);
  expect(await openAlarms()).toEqual(["backup-restored"]);

  await withholdLostAddresses(KEYS, never());
  await refillAddressPool(KEYS, "evm", { size: 1, refillBelow: 1 });
  const free = await database().address.findMany({ where: { assignedAt: null } });
  expect(free.map(({ derivationIndex }) => derivationIndex)).toEqual([IN_BACKUP + LOST]);
});
