import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { type FailUnconfirmableOutcome, failUnconfirmableSend } from "@/lib/sending/sends/fail-unconfirmable-send";
import { openSendRig, type SendRig, step } from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow, type TestOwner } from "@/lib/sending/sends/testing/test-owner";

let rig: SendRig;
let owner: TestOwner;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  owner = ownSends();
  engine = await rig.engine();
});
afterAll(() => rig?.stop());

async function end(outgoingId: string, code = "eth"): Promise<FailUnconfirmableOutcome> {
  const network = (await loadCatalog()).network(code);
  if (network === null) throw new Error(`no ${code}`);
  return failUnconfirmableSend(engine.driver, network, { outgoingId, actorId: null }, AbortSignal.timeout(30_000));
}

test("ends nothing that can still confirm, and returns everything once another transaction has used the nonce", async () => {
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  const send = await createSend();
  const transactionId = await until(async () => {
    await step(engine);
    const [version] = (await sendRow(send.id)).outgoing?.versions ?? [];
    if (version === undefined) throw new Error("it is not signed");
    return version.transactionId;
  });
  const outgoingId = (await sendRow(send.id)).outgoingId ?? "";
  expect(await end(outgoingId)).toBe("refused");
  expect((await sendRow(send.id)).status).toBe("sending");

  await takeNonce(transactionId);
  // A job may name another network with the same addresses, whose nodes do not know the
  // transaction.
  expect(await end(outgoingId, "polygon")).toBe("refused");
  expect(await end(outgoingId)).toBe("ended");
  expect(await end(outgoingId)).toBe("refused");
  const row = await sendRow(send.id);
  expect(row).toMatchObject({ status: "failed", outgoing: { status: "failed", blockHeight: null } });
  expect(row.outgoing?.feePaid?.toFixed()).toBe("0");
  expect(owner.recordedFor(send.purposeId).map((line) => line.split(" ")[0])).toEqual(["signed", "failed"]);
  expect((await auditBooks()).differences).toEqual([]);
  const actions = await database().auditEvent.findMany({ where: { target: outgoingId }, orderBy: { id: "asc" } });
  expect(actions.map(({ action }) => action)).toEqual([
    "send.end-dead-refused",
    "send.end-dead-refused",
    "send.end-dead",
  ]);
});

/** Uses the nonce for a different transaction, as someone with the same seed could. */
async function takeNonce(transactionId: string): Promise<void> {
  const { anvil } = rig.chain;
  await anvil.rpc("anvil_dropTransaction", [transactionId]);
  await anvil.rpc("anvil_impersonateAccount", [rig.hotAddress]);
  const call = { from: rig.hotAddress, to: rig.chain.faucet, value: "0x1", nonce: "0x0" };
  await anvil.rpc("eth_sendTransaction", [call]);
  await anvil.rpc("evm_mine");
  await anvil.rpc("evm_setAutomine", [true]);
}
