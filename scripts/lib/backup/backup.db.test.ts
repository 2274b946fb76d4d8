import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { minutesFromNow, newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPerson } from "@/lib/people/identity/testing/people";
import { createTestDatabase } from "@/lib/testing/database";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { signerOf } from "@/scripts/lib/backup/signature.mjs";
import { type BackupRig, contentOf, openBackupRig, queryOn } from "@/scripts/lib/backup/testing/backup-rig";

/** Changed by a restore on purpose. */
const MARKED = ["addresses", "restores", "send_stops", "sessions"];

let rig: BackupRig;
let merchantId: string;

beforeAll(async () => {
  rig = await openBackupRig();
  await openGateway(30);
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

test("a restored database has the rows and sequences of the backup, and nothing of afterwards", async () => {
  const additional = 'a\ttab, a line\nbreak, a \\backslash\\, "quotes", ж 💶';
  const invoice = await newInvoice(merchantId, { order_id: "first", additional_data: additional });
  await pay(invoice, { amount: "10" });
  await settleInvoice(invoice.id);
  const before = await contentOf(env().DATABASE_URL);
  const { rows, bytes } = await rig.backUp("whole");
  await newInvoice(merchantId, { order_id: "afterwards" });

  const { url, result } = await rig.restore("whole");
  const restored = await contentOf(url);
  for (const [name, digest] of before)
    if (!MARKED.includes(name)) expect([name, restored.get(name)]).toEqual([name, digest]);
  expect(result.rows).toBe(rows);
  expect(bytes).toBe(readFileSync(rig.pathOf("whole")).length);
  const found = await queryOn<{ text: string }>(
    url,
    "SELECT additional_data AS text FROM invoices WHERE order_id = 'first'",
  );
  expect(found).toEqual([{ text: additional }]);
});

test("after a restore no address of the backup is free, every network's sends are stopped, and nobody is signed in", async () => {
  const free = await database().address.count({ where: { assignedAt: null } });
  expect(free).toBeGreaterThan(0);
  expect(await database().chainCursor.count()).toBeGreaterThan(0);
  const { id: userId } = await newPerson();
  await database().session.create({ data: { userId, expiresAt: minutesFromNow(60) } });
  await rig.backUp("marks");
  const { url, result } = await rig.restore("marks");
  expect(result).toMatchObject({ withheld: free, lost: 10_000 });
  const [state] = await queryOn(
    url,
    `SELECT (SELECT count(*)::int FROM addresses WHERE assigned_at IS NULL) AS free,
       (SELECT count(*)::int FROM sessions WHERE revoked_at IS NULL) AS sessions,
       (SELECT count(*)::int FROM chain_cursors c WHERE NOT EXISTS (SELECT FROM send_stops s WHERE s.scope = c.network_code AND s.kind = 'restore')) AS unstopped,
       (SELECT count(*)::int FROM send_stops WHERE scope = 'all' AND kind = 'operator') AS "stopsOfAll",
       (SELECT count(*)::int FROM restores WHERE finished_at IS NULL AND last_indexes ? 'evm') AS open`,
  );
  expect(state).toEqual({ free: 0, sessions: 0, unstopped: 0, stopsOfAll: 1, open: 1 });
  await expect(
    queryOn(url, "UPDATE addresses SET owner_kind = 'invoice', owner_id = gen_random_uuid() WHERE owner_id IS NULL"),
  ).rejects.toThrow("was assigned already");
});

test("an archive that another key signed restores nothing, and neither does one without a signature", async () => {
  const { url } = await createTestDatabase("template0");
  await rig.backUp("unsigned");
  await rig.backUp("foreign", [], "2b".repeat(32));
  for (const name of ["unsigned", "foreign"]) {
    const options = { url, path: rig.pathOf(name), identity: rig.identity, signers: [signerOf("1a".repeat(32))] };
    await expect(restoreBackup(options)).rejects.toThrow("signed");
    expect(await queryOn(url, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  }
});
