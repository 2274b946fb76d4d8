import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import type { Engine } from "@/lib/sending/sends/engine";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { insertRawPayout, insertRawSend } from "@/lib/sending/sends/testing/raw-rows";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";

/** A batch of sends, some of which must not be sent. */

let rig: ScriptedSends;
let engine: Engine;
let built = 0;

beforeAll(async () => {
  rig = await openScriptedSends("coins");
  setSendOwner("payout", payoutSends);
  setSendOwner("consolidation", consolidationSends);
  const made = rig.engine({}, { cap: null, withdrawalKeys: new Set(), isReviewedOnly: true });
  const prepareTransfer: Engine["driver"]["prepareTransfer"] = (...of) => {
    built += 1;
    return made.driver.prepareTransfer(...of);
  };
  engine = { ...made, driver: { ...made.driver, prepareTransfer } };
  rig.pay(rig.hotAddress, "100");
  await rig.step(engine);
});
afterAll(() => rig.stop());

const order = (address: string) => {
  return { networkCode: rig.network, currencyCode: rig.coin, amount: "1", address };
};

test("one check finds all unverified sends and another all misrouted ones, each with its own reason", async () => {
  const [paid, thief] = [rig.externalAddress(), rig.externalAddress()];
  const good = await insertRawPayout(order(paid));
  const bad = [
    await insertRawPayout(order(thief), "outflow"),
    await insertRawPayout(order(thief), "reservation"),
    await insertRawPayout(order(thief), "order"),
    await insertRawSend("payout", randomUUID(), order(thief)),
    await insertRawSend("consolidation", randomUUID(), order(thief)),
    await insertRawSend("consolidation", randomUUID(), order(rig.externalAddress())),
  ];
  built = 0;
  await rig.step(engine);
  expect(built).toBe(3);
  const rows = await database().send.findMany({ where: { id: { in: bad } } });
  expect(rows.map(({ status, waitReason }) => [status, waitReason])).toEqual(bad.map(() => ["queued", "unverified"]));
  expect(new Set(rows.map(({ waitDetail }) => waitDetail)).size).toBeGreaterThanOrEqual(5);
  expect((await database().send.findUniqueOrThrow({ where: { id: good } })).status).toBe("sending");
});
