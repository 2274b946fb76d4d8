import { afterAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { endCoinWaits, listDue } from "@/lib/sends/repo";

afterAll(closeDatabase);

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

async function queue(fields: Partial<Prisma.SendUncheckedCreateInput>): Promise<string> {
  const what = { networkCode: "eth", currencyCode: "USDT", amount: "1", toAddress: `0x${"ab".repeat(20)}` };
  const data = { ...what, purpose: "payout" as const, purposeId: crypto.randomUUID(), ...fields };
  return (await database().send.create({ data })).id;
}

test("however many wait, what nothing hinders is looked at first, and the gas before all", async () => {
  const waiting = { waitReason: "funds", waitingSince: ago(60), createdAt: ago(90), nextTryAt: ago(30) };
  await Promise.all(Array.from({ length: 70 }, () => queue(waiting)));
  const fresh = await queue({ createdAt: ago(1), nextTryAt: ago(1) });
  const gas = await queue({ purpose: "gas", nextTryAt: ago(0), createdAt: ago(0) });
  const due = await listDue("eth", 64);
  expect(due.slice(0, 2).map(({ id }) => id)).toEqual([gas, fresh]);
  expect(due).toHaveLength(64);
});

test("what waits for a coin is due when it arrives, and the others are not", async () => {
  const nextTryAt = new Date(Date.now() + 5 * MINUTE_MS);
  const wait = (waitReason: string, currencyCode: string) =>
    queue({ networkCode: "bsc", waitReason, currencyCode, nextTryAt });
  const [usdt, usdc, gas] = [await wait("funds", "USDT"), await wait("funds", "USDC"), await wait("gas", "USDC")];
  const dueIds = async () => (await listDue("bsc", 64)).map(({ id }) => id).toSorted();
  expect(await dueIds()).toEqual([]);
  await endCoinWaits("bsc", ["USDT"], "BNB");
  expect(await dueIds()).toEqual([usdt]);
  await endCoinWaits("bsc", ["BNB"], "BNB");
  expect(await dueIds()).toEqual([usdt, gas].toSorted());
  expect(await dueIds()).not.toContain(usdc);
});
