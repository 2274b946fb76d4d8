import { afterAll, beforeAll, expect, test } from "vitest";
import { driveUntilDone, expectSettledBooks, openSendRig, type SendRig } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;
let owner: TestOwner;

beforeAll(async () => {
  rig = await openSendRig();
  owner = ownSends();
});
afterAll(() => rig?.stop());

test("sends a token and the network's native coin exactly once; the books match the chain to the last unit", async () => {
  const token = await createSend({ amount: "12.5" });
  const native = await createSend({ currencyCode: "ETH", amount: "0.123456789012345678" });
  await driveUntilDone(await rig.engine());
  expect((await rig.onChain(token.toAddress, "USDT")).toFixed()).toBe("12.5");
  expect((await rig.onChain(native.toAddress, "ETH")).toFixed()).toBe("0.123456789012345678");
  const row = await sendRow(token.id);
  const id = row.outgoing?.versions[0]?.transactionId;
  expect(owner.recordedFor(token.purposeId)).toEqual([`signed ${id}`, `confirmed ${id}`]);
  expect(row).toMatchObject({ status: "confirmed", outgoing: { status: "settled", nonce: 0n, version: 1 } });
  await expectSettledBooks(rig);
});
