import { afterAll, expect, test } from "vitest";
import type { Prisma } from "@/lib/generated/prisma/client";
import { closeDatabase, database } from "@/lib/kernel/db";
import { endCoinWaits, listDue, postpone } from "@/lib/sending/sends/repo";

afterAll(closeDatabase);

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

async function queue(fields: Partial<Prisma.SendUncheckedCreateInput>): Promise<string> {
  const what = { networkCode: "eth", currencyCode: "USDT", amount: "1", toAddress: `0x${"ab".repeat(20)}` };
  const data = { ...what, purpose: "payout" as const, purposeId: crypto.randomUUID(), ...fields };
  return (await database().send.create({ data })).id;
}

const waiting = { waitReason: "funds", waitingSince: ago(60), createdAt: ago(90), nextTryAt: ago(30) };

function many(count: number, fields: Partial<Prisma.SendUncheckedCreateInput>): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => queue(fields)));
}

test("however many sends wait, unblocked ones are listed first, and gas before all", async () => {
  await many(70, { ...waiting, networkCode: "eth" });
  const fresh = await queue({ createdAt: ago(1), nextTryAt: ago(1) });
  const gas = await queue({ purpose: "gas", nextTryAt: ago(0), createdAt: ago(0) });
  const due = await listDue("eth", 64);
  expect(due.slice(0, 2).map(({ id }) => id)).toEqual([gas, fresh]);
  expect(due).toHaveLength(66);
});

test("200 payouts, waiting or new, delay no send of a deposit address, and 200 of those delay no payout", async () => {
  const sweep = {
    purpose: "sweep" as const,
    fromAddress: `0x${"cd".repeat(20)}`,
    createdAt: ago(1),
    nextTryAt: ago(1),
  };
  const isNew = { createdAt: ago(90), nextTryAt: ago(30) };
  for (const [networkCode, crowd, single] of [
    ["polygon", waiting, { ...waiting, ...sweep }],
    ["avalanche", isNew, sweep],
    ["arbitrum", { ...waiting, ...sweep, nextTryAt: ago(30) }, { ...waiting, nextTryAt: ago(1) }],
    ["tron", { ...sweep, nextTryAt: ago(30) }, { nextTryAt: ago(1) }],
  ] as const) {
    await many(200, { ...crowd, networkCode });
    const late = await queue({ ...single, networkCode });
    const due = await listDue(networkCode, 32);
    expect(due.map(({ id }) => id)).toContain(late);
    expect(due).toHaveLength(33);
  }
});

test("of 200 sends that wait alike, each has its turn, the longest waiting first", async () => {
  const ids = await many(200, { ...waiting, networkCode: "btc" });
  const looked = new Set<string>();
  for (let round = 1; round <= 7; round += 1) {
    const due = (await listDue("btc", 32)).map(({ id }) => id);
    for (const id of due) looked.add(id);
    await postpone(due, ago(10 - round));
  }
  expect(looked).toEqual(new Set(ids));
});

test("sends that wait for a coin are due when it arrives, and the others are not", async () => {
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
