import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dismissAlarm } from "@/lib/kernel/alarms/dismiss-alarm";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  convertCoins,
  credit,
  fillTreasury as giveTreasury,
  newCredit,
} from "@/lib/money-in/credits/testing/credit-rig";
import { fundCapital, newMerchant, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { emptyTreasury } from "@/lib/money-out/payouts/testing/payout-rig";
import { fillTreasury } from "@/lib/sending/treasury/fill-treasury";

beforeAll(async () => {
  await openGateway(1);
  for (const currency of ["USDT", "ETH", "BNB"]) await fundCapital(currency, "1000000");
});
afterAll(closeDatabase);

let merchantId: string;
let operatorId: string;
beforeEach(async () => {
  await database().alarm.deleteMany();
  await setPrice("ETH", "2000");
  await emptyTreasury("USDT");
  await giveTreasury("USDT", "3000");
  merchantId = await newMerchant();
  await convertCoins(merchantId, "ETH", "BNB");
  operatorId = randomUUID();
});

const come = (amount: string, currency = "ETH") => credit(newCredit(merchantId, currency, amount));
const fundTreasury = (amount: string) =>
  fillTreasury({ commandId: randomUUID(), currency: "USDT", amount: decimal(amount), actorId: null });
const open = () =>
  database().alarm.findMany({ where: { kind: "conversion-skipped", clearedAt: null }, orderBy: { subject: "asc" } });
const openCoins = async () => (await open()).map(({ subject }) => subject);

describe("the alarm about a credit that was not converted", () => {
  test("ends only when the treasury could convert as much as that credit", async () => {
    await come("2");
    expect(await openCoins()).toEqual(["ETH"]);
    await come("0.001");
    expect(await openCoins()).toEqual(["ETH"]);
    await giveTreasury("USDT", "1003.99999999");
    await come("0.001");
    expect(await openCoins()).toEqual(["ETH"]);
    await giveTreasury("USDT", "2.00000001");
    await come("0.001");
    expect(await openCoins()).toEqual([]);
  });

  test("reports the largest credit, and ends when that one is covered", async () => {
    await come("2");
    await come("3");
    await come("2.5");
    const [alarm] = await open();
    expect([alarm?.amount?.toFixed(), alarm?.message]).toEqual(["3", expect.stringContaining("A credit of 3.00 ETH")]);
    await fundTreasury("2999");
    expect(await openCoins()).toEqual(["ETH"]);
    await fundTreasury("1");
    expect(await openCoins()).toEqual([]);
  });

  test("ends, for each coin separately, when the operator sets enough aside", async () => {
    await come("2");
    await come("10", "BNB");
    expect(await openCoins()).toEqual(["BNB", "ETH"]);
    await fundTreasury("1000");
    expect(await openCoins()).toEqual(["BNB"]);
    await fundTreasury("4000");
    expect(await openCoins()).toEqual([]);
  });

  test("stays open while there is no fresh rate, whatever the treasury holds", async () => {
    await setPrice("ETH", "2000", 3600);
    await come("0.5");
    await fundTreasury("100000");
    expect(await openCoins()).toEqual(["ETH"]);
    await setPrice("ETH", "2000");
    await come("0.001");
    expect(await openCoins()).toEqual([]);
  });

  test("is dismissed by the operator, once and with an audit record, and is raised again by the next credit that is not converted", async () => {
    await come("2");
    const [alarm] = await open();
    const alarmId = alarm?.id ?? "";
    await dismissAlarm({ alarmId, actorId: operatorId });
    expect(await openCoins()).toEqual([]);
    expect(await database().auditEvent.findMany({ where: { target: alarmId } })).toMatchObject([
      { actorId: operatorId, action: "alarm.dismiss", detail: { kind: "conversion-skipped", subject: "ETH" } },
    ]);
    await expect(dismissAlarm({ alarmId, actorId: operatorId })).rejects.toMatchObject({ code: "not_found" });
    await come("1.8");
    expect((await open()).map(({ amount }) => amount?.toFixed())).toEqual(["1.8"]);
  });
});

test("an alarm whose cause can go away cannot be dismissed", async () => {
  await withTransaction((tx) => raiseAlarm(tx, { kind: "sends-stopped", subject: "eth", message: "ahead" }));
  const { id: alarmId } = await database().alarm.findFirstOrThrow({ where: { kind: "sends-stopped" } });
  await expect(dismissAlarm({ alarmId, actorId: operatorId })).rejects.toMatchObject({
    code: "refused",
    message: expect.stringContaining("ends automatically"),
  });
  expect((await database().alarm.findUniqueOrThrow({ where: { id: alarmId } })).clearedAt).toBeNull();
});
