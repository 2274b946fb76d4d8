import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { driveUntilDone, openSendRig, type SendRig, step } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
  engine = await rig.engine();
});
afterAll(() => rig?.stop());

async function setNetwork(data: { isSandbox: boolean; lagLimitSeconds?: number }): Promise<void> {
  await database().network.updateMany({ where: { code: "eth" }, data });
  clearCatalogCache();
}

test("a send that cannot be simulated waits with a reason and an alarm, never fails because of it, and blocks no other", async () => {
  const lost = await createSend({ currencyCode: "LOST" });
  const { id } = await createSend();
  await until(async () => {
    await step(engine);
    expect((await sendRow(id)).status).toBe("confirmed");
    expect(await alarmsAbout(lost.id)).toEqual(["send-refused"]);
  });
  expect(await sendRow(lost.id)).toMatchObject({
    status: "queued",
    waitReason: "refused",
    waitDetail: expect.stringContaining("it could not be tried"),
    refusalCount: 0,
  });
  await database().send.update({ where: { id: lost.id }, data: { status: "cancelled" } });
});

test("outside the sandbox, nothing is signed while the newest block is older than the network's limit", async () => {
  await setNetwork({ isSandbox: false, lagLimitSeconds: 1 });
  await until(async () => {
    const { timestamp } = (await rig.chain.anvil.rpc("eth_getBlockByNumber", ["latest", false])) as {
      timestamp: string;
    };
    expect(Date.now() - Number(timestamp) * 1_000).toBeGreaterThan(2_000);
  });
  const { id } = await createSend();
  await step(engine);
  expect(await sendRow(id)).toMatchObject({ status: "queued", waitReason: "stopped", outgoingId: null });
  await setNetwork({ isSandbox: true });
  await driveUntilDone(engine);
});

test("funds that a reorganisation removed from the hot wallet cover no send, even if still booked", async () => {
  const hot = await database().address.findFirstOrThrow({ where: { ownerKind: "hot" } });
  await database().deposit.create({
    data: {
      networkCode: "eth",
      transactionId: `0x${"aa".repeat(32)}`,
      position: "log:0",
      currencyCode: "USDT",
      amount: "1000000",
      toAddress: hot.address,
      addressId: hot.id,
      ownerKind: "hot",
      status: "vanished",
      blockHeight: 1n,
      bookedInclusion: 1,
      vanishedAt: new Date(),
    },
  });
  const { id } = await createSend();
  await step(engine);
  expect(await sendRow(id)).toMatchObject({ status: "queued", waitReason: "funds" });
});
