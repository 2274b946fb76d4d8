import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeSetBlocked } from "@/lib/chains/evm/testing/external-account";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import { driveUntilDone, expectSettledBooks, openSendRig, type SendRig } from "@/lib/sending/sends/testing/send-rig";
import { createSend, newDestination, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;

beforeAll(async () => {
  rig = await openSendRig();
});
afterAll(() => rig?.stop());

test("a send to an account that the issuer blocked fails before signing, with the token's message, and the next one is sent", async () => {
  const owner = ownSends();
  const engine = await rig.engine();
  const { payer, token, mine } = rig.chain;
  const toAddress = newDestination();
  await payer.send({ to: token("USDT").address, data: encodeSetBlocked(toAddress, true) });
  await mine(1);
  const refused = await createSend({ toAddress });
  const { id } = await createSend();
  await driveUntilDone(engine);
  const row = await sendRow(refused.id);
  expect(row).toMatchObject({ status: "failed", outgoingId: null });
  expect(row.failure).toContain("Blacklistable: account is blacklisted");
  expect(row.failure).not.toContain("127.0.0.1");
  expect(owner.recordedFor(refused.purposeId).at(-1)).toMatch(/^failed .*blacklisted/);
  expect(await alarmsAbout(refused.id)).toEqual([]);
  expect((await sendRow(id)).status).toBe("confirmed");
  await expectSettledBooks(rig);
});
