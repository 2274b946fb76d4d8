import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { BTC_ADDRESS, EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  pauseSettlement,
  removeSettlement,
  resumeSettlement,
  saveSettlement,
} from "@/lib/money-out/settlements/change-settlement";
import { listSettlements } from "@/lib/money-out/settlements/queries";
import { settleDueRules } from "@/lib/money-out/settlements/settle-due";
import {
  decide,
  endCooldown,
  payoutsOf,
  ruleNow,
  SETTLEMENT,
} from "@/lib/money-out/settlements/testing/settlement-rig";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const OTHER_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

async function owner(balance = "25") {
  const { merchantId, userId: actorId } = await newPayer({ USDT: balance });
  return { merchantId, actorId };
}

const mailsTo = (ownerId: string) =>
  database().mail.findMany({ where: { reference: { endsWith: `:${ownerId}` } }, orderBy: { createdAt: "asc" } });

test("a new address is used a day later at the earliest, whatever is written as the end of its cooldown", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  const dayLater = (await database().settlementRule.findUniqueOrThrow({ where: { id } })).createdAt.getTime() + DAY_MS;
  expect((await ruleNow(id)).usableFrom.getTime()).toBeGreaterThanOrEqual(dayLater - MINUTE_MS);
  await decide(id, new Date(dayLater - MINUTE_MS * 2));
  await settleDueRules();
  expect(await payoutsOf(who.merchantId)).toEqual([]);
  await decide(id, new Date(dayLater + MINUTE_MS));
  expect(await payoutsOf(who.merchantId)).toHaveLength(1);

  const changes = { address: OTHER_ADDRESS, usableFrom: new Date(0) };
  const changed = await database().settlementRule.update({ where: { id }, data: changes });
  expect(changed.usableFrom.getTime()).toBeGreaterThanOrEqual(dayLater - MINUTE_MS);
});

test("the first run of a schedule is after the cooldown, and a later change moves it to the next time", async () => {
  const who = await owner();
  const daily = { ...SETTLEMENT, trigger: "daily" as const };
  const { id } = await saveSettlement(who, daily, new Date());
  const first = await ruleNow(id);
  expect(first.nextAt > first.usableFrom).toBe(true);
  await endCooldown(id);
  await saveSettlement(who, { ...daily, time: "10:30" }, new Date("2026-05-04T09:00:00Z"));
  // The cooldown has ended by the clock of the database.
  expect((await ruleNow(id)).nextAt.toISOString()).toMatch(/T10:30:00\.000Z$/);
});

test("only a change of the destination starts the cooldown again", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  await endCooldown(id);
  const { usableFrom } = await ruleNow(id);
  const save = async (changes: Partial<typeof SETTLEMENT>) => {
    await saveSettlement(who, { ...SETTLEMENT, ...changes }, new Date());
    return (await ruleNow(id)).usableFrom.getTime() - usableFrom.getTime();
  };
  expect(await save({ threshold: "20", keep: "3", trigger: "weekly", weekday: "7" })).toBe(0);
  expect(await save({ address: OTHER_ADDRESS })).toBeGreaterThan(DAY_MS);
  await endCooldown(id);
  expect(await save({ network: "eth", address: OTHER_ADDRESS })).toBeGreaterThan(0);
});

test("each save is in the audit log with both values, and mailed to the owners", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  expect(await saveSettlement(who, { ...SETTLEMENT, keep: "5" }, new Date())).toEqual({ id });
  const events = await database().auditEvent.findMany({ where: { target: id }, orderBy: { id: "asc" } });
  expect(events).toMatchObject([
    { action: "settlement.save", actorId: who.actorId, before: {}, after: { address: EVM_ADDRESS, threshold: "10" } },
    { action: "settlement.save", before: { keep: "0" }, after: { keep: "5" }, detail: { currency: "USDT" } },
  ]);
  const mails = await mailsTo(who.actorId);
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill("Automatic settlement of USDT of Paper Lantern changed"),
  );
  expect(mails[0]?.text).toContain(`Address: ${EVM_ADDRESS}`);
  expect(mails[1]?.text).toContain("Kept in the balance: 5.00 USDT (before: 0.00 USDT)");
});

test.each([
  ["another chain's address", { address: BTC_ADDRESS }, "address"],
  ["a coin that is not sent on the network", { coin: "BTC" }, "network"],
  ["an amount finer than the coin", { threshold: "10.0000000000000000001" }, "threshold"],
  ["an amount that no payout may have", { threshold: "0.000001" }, "threshold"],
  ["an amount that a payout can never have", { threshold: "1000000000" }, "threshold"],
  ["a memo where there are none", { memo: "7" }, "memo"],
])("%s is refused at its field, and nothing is stored", async (_, changes, field) => {
  const who = await owner();
  const saving = saveSettlement(who, { ...SETTLEMENT, ...changes }, new Date());
  await expect(saving).rejects.toMatchObject({ fields: { [field]: [expect.any(String)] } });
  expect((await listSettlements(who.merchantId, new Date())).items).toEqual([]);
});

test("saves at once make one settlement of a coin", async () => {
  const who = await owner();
  const saved = await Promise.all(Array.from({ length: 6 }, () => saveSettlement(who, SETTLEMENT, new Date())));
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
});

test("one that was stopped is resumed by a person, which clears its alarm and settles", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  await endCooldown(id);
  const block = (payoutsBlockedAt: Date | null) =>
    database().merchant.update({ where: { id: who.merchantId }, data: { payoutsBlockedAt } });
  await block(new Date());
  await decide(id);
  const [stopped] = (await listSettlements(who.merchantId, new Date())).items;
  expect(stopped).toMatchObject({ state: "stopped", stopReason: expect.stringContaining("Contact the operator") });
  await block(null);
  await decide(id);
  expect(await payoutsOf(who.merchantId)).toEqual([]);
  await resumeSettlement(who, id, new Date());
  expect(await database().alarm.count({ where: { subject: id, clearedAt: null } })).toBe(0);
  await settleDueRules();
  expect([(await payoutsOf(who.merchantId)).length, await walletOf(who.merchantId)]).toEqual([1, "0"]);
  const [paying] = (await listSettlements(who.merchantId, new Date())).items;
  expect(paying).toMatchObject({ state: "paying", payouts: [{ status: "process", currency: "USDT" }] });
});

test("one that is paused or removed settles nothing, and a removed one makes room for another", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  await endCooldown(id);
  await pauseSettlement(who, id, new Date());
  await settleDueRules();
  expect((await listSettlements(who.merchantId, new Date())).items).toMatchObject([{ state: "paused" }]);
  await removeSettlement(who, id, new Date());
  await settleDueRules();
  expect([await payoutsOf(who.merchantId), (await listSettlements(who.merchantId, new Date())).items]).toEqual([
    [],
    [],
  ]);
  expect((await saveSettlement(who, SETTLEMENT, new Date())).id).not.toBe(id);
});

test("pausing, resuming and removing are in the audit log once each, and mailed to the owners", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  for (const command of [pauseSettlement, resumeSettlement]) {
    await command(who, id, new Date());
    await command(who, id, new Date());
  }
  await removeSettlement(who, id, new Date());
  const events = await database().auditEvent.findMany({ where: { target: id }, orderBy: { id: "asc" } });
  const actions = ["save", "pause", "resume", "remove"].map((name) => `settlement.${name}`);
  expect(events.map(({ action }) => action)).toEqual(actions);
  const mails = await mailsTo(who.actorId);
  expect(mails.slice(1).map(({ text }) => /Paused|Resumed|Removed/.exec(text)?.[0])).toEqual([
    "Paused",
    "Resumed",
    "Removed",
  ]);
});

test("resuming an active one does not hide how its payout ended", async () => {
  const who = await owner();
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  await endCooldown(id);
  const { openPayoutId } = await decide(id);
  await cancelPayout({ ...who, payoutId: openPayoutId ?? "" });
  await resumeSettlement(who, id, new Date());
  await settleDueRules();
  expect((await ruleNow(id)).stopReason).toContain("was cancelled");
});

test("another merchant's settlement is neither listed nor changed", async () => {
  const [who, stranger] = [await owner(), await owner()];
  const { id } = await saveSettlement(who, SETTLEMENT, new Date());
  const before = await ruleNow(id);
  for (const command of [pauseSettlement, resumeSettlement, removeSettlement])
    await expect(command(stranger, id, new Date())).rejects.toMatchObject({ code: "not_found" });
  expect((await saveSettlement(stranger, SETTLEMENT, new Date())).id).not.toBe(id);
  expect((await listSettlements(stranger.merchantId, new Date())).items.map((item) => item.id)).not.toContain(id);
  expect(await ruleNow(id)).toEqual(before);
});
