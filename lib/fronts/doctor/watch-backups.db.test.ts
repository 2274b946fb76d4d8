import { afterAll, beforeAll, expect, test } from "vitest";
import { watchBackups } from "@/lib/fronts/doctor/watch-backups";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { openGateway, readUpTo } from "@/lib/money-in/invoices/testing/gateway-rig";
import { openAlarms } from "@/lib/run/worker/testing/observe";
import { recordBackup } from "@/scripts/lib/backup/record-backup.mjs";

const NOW = new Date("2026-11-27T12:00:00Z");
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const record = (label: string, hours: number) =>
  recordBackup(env().DATABASE_URL, { takenAt: hoursAgo(hours), method: "archive", label, bytes: 1 });

beforeAll(async () => {
  await openGateway(1);
  await readUpTo("bsc", 1_000);
});
afterAll(closeDatabase);

test("an installation with a real network is alarmed without a backup, and when the last one is older than a day and two hours", async () => {
  await watchBackups(NOW);
  expect(await openAlarms()).toEqual(["backup-old"]);
  await record("first", 25);
  await watchBackups(NOW);
  expect(await openAlarms()).toEqual([]);
  await watchBackups(new Date(NOW.getTime() + 2 * 3_600_000));
  expect(await openAlarms()).toEqual(["backup-old"]);
});

test("a backup that is recorded twice counts once", async () => {
  await record("second", 1);
  await record("second", 0);
  const found = await database().backup.findMany({ where: { label: "second" } });
  expect(found.map(({ takenAt }) => takenAt)).toEqual([hoursAgo(1)]);
});

test("play money needs no backup", async () => {
  await database().backup.deleteMany();
  await database().network.updateMany({ data: { isSandbox: true } });
  await watchBackups(NOW);
  expect(await openAlarms()).toEqual([]);
});
