import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionPool, database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { until } from "@/lib/run/worker/testing/observe";
import { type HotWalletPaysRig, openHotWalletPays } from "@/lib/sending/sends/testing/hot-wallet-pays-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";
import { countLockWaits } from "@/lib/testing/lock-waits";

const TOKEN_RENT = "0.00203928";
/**
 * Blocks in which a transaction is valid, plus one; and the depth at which its expiry is proven.
 */
const LIFE_SLOTS = 151;
const DEEP = 40;

let rig: HotWalletPaysRig;

beforeAll(async () => {
  rig = await openHotWalletPays();
  ownSends();
});
afterAll(() => rig?.stop());

/**
 * Receives ten USDT from an external account at one of the gateway's addresses and creates a send
 * to the hot wallet.
 */
async function createSendFrom(address: string) {
  await rig.receive(address, "10");
  return createSend({ networkCode: "sol", currencyCode: "USDT", fromAddress: address, toAddress: rig.hotAddress });
}

const outgoingOf = async (id: string) => (await sendRow(id)).outgoing;

test("concurrent first sweeps of a token, each of which would open the hot wallet's account, all settle, and the audit accepts it", async () => {
  const engine = rig.engine();
  const sends: { id: string }[] = [];
  for (const index of [6, 7]) {
    await rig.receive(rig.address(index), "10");
    const order = { networkCode: "sol", currencyCode: "USDT", toAddress: rig.hotAddress };
    sends.push(await createSend({ ...order, fromAddress: rig.address(index) }));
  }
  await rig.step(engine);
  const rows = () => Promise.all(sends.map(({ id }) => sendRow(id)));
  expect((await rows()).map(({ status }) => status)).toEqual(["sending", "sending"]);
  await rig.mine(1);
  // Included but not settled: the audit accepts that the hot wallet got back more than expected.
  expect(await rig.auditHot()).toEqual([]);
  await rig.steps(engine);
  expect((await rows()).map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
  const costs = (await rows()).map(({ outgoing }) => outgoing?.feePaid?.isNegative());
  expect(costs.toSorted()).toEqual([false, true]);
  expect((await rig.bookedHot()).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  expect(await rig.auditHot()).toEqual([]);
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("a token leaves a deposit address at the hot wallet's expense, nothing stays there, and the books match to the lamport at all times", async () => {
  const engine = rig.engine();
  const send = await createSendFrom(rig.address(0));
  const before = await rig.bookedHot();
  await rig.step(engine);
  const signed = await outgoingOf(send.id);
  expect(signed).toMatchObject({ status: "signed", feePayer: rig.hotAddress, fromAddress: rig.address(0) });
  // The maximum cost has left the hot wallet's books with the signature.
  expect((await rig.bookedHot()).toFixed()).toBe(before.minus(signed?.feeMax.toFixed() ?? "").toFixed());
  expect(await rig.auditHot()).toEqual([]);
  await rig.mine(1);
  // Included but not booked: the rent has already returned to the hot wallet.
  expect(await rig.auditHot()).toEqual([]);
  await rig.steps(engine);
  expect((await sendRow(send.id)).status).toBe("confirmed");
  const settled = await outgoingOf(send.id);
  expect(settled?.feePaid?.plus(TOKEN_RENT).toFixed()).toBe(settled?.feeMax.toFixed());
  expect((await rig.bookedHot()).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  expect((await rig.bookedHot()).minus(before).toFixed()).toBe(settled?.feePaid?.negated().toFixed());
  expect((await rig.heldSol(rig.address(0))).toFixed()).toBe("0");
  expect((await rig.heldTokens(rig.address(0))).toFixed()).toBe("0");
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("two concurrent sends never use the same remaining balance of the hot wallet: one is sent, the other waits", async () => {
  const sends = [await createSendFrom(rig.address(1)), await createSendFrom(rig.address(2))];
  const last = await database().outgoingTransaction.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  const feeMax = last.feeMax.toFixed();
  // The remaining balance pays for only one of them.
  const moved = await rig.leaveInBooks(decimal(feeMax).times("1.5"));
  await Promise.all([rig.engine(), rig.engine()].map((engine) => rig.step(engine)));
  const rows = await Promise.all(sends.map(({ id }) => sendRow(id)));
  expect(rows.map(({ status }) => status).sort()).toEqual(["queued", "sending"]);
  expect((await rig.bookedHot()).isNegative()).toBe(false);
  expect(rows.find(({ status }) => status === "queued")?.waitReason).toBe("gas");
  // The rent returned by the first pays for the second.
  const engine = rig.engine();
  await rig.mine(1);
  await rig.steps(engine);
  await rig.mine(1);
  await rig.steps(engine);
  expect(await Promise.all(sends.map(async ({ id }) => (await sendRow(id)).status))).toEqual([
    "confirmed",
    "confirmed",
  ]);
  expect((await rig.bookedHot()).plus(moved).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  await rig.putBack(moved);
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("waits for a concurrent debit of the hot wallet instead of relying on its balance", async () => {
  const send = await createSendFrom(rig.address(4));
  const account = { networkCode: "sol", address: rig.hotAddress };
  await database().sendingAccount.createMany({ data: [account], skipDuplicates: true });
  const other = await connectionPool().connect();
  let moved = ZERO;
  try {
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM sending_accounts WHERE address = $1 FOR UPDATE", [rig.hotAddress]);
    let isDone = false;
    const step = rig.step(rig.engine()).finally(() => {
      isDone = true;
    });
    await until(async () => expect(isDone || (await countLockWaits()) > 0).toBe(true));
    moved = await rig.leaveInBooks(ZERO);
    await other.query("COMMIT");
    await step;
  } finally {
    other.release();
  }
  expect(await sendRow(send.id)).toMatchObject({ status: "queued", waitReason: "gas" });
  await rig.putBack(moved);
  const engine = rig.engine();
  await rig.steps(engine);
  await rig.mine(1);
  await rig.steps(engine);
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("a sweep whose account is paid in the meantime moves nothing, expires, and is signed again without closing the account", async () => {
  const engine = rig.engine();
  const send = await createSendFrom(rig.address(3));
  rig.hold(true);
  await rig.step(engine);
  expect((await sendRow(send.id)).status).toBe("sending");
  await rig.receive(rig.address(3), "0.5");
  rig.hold(false);
  await rig.steps(engine);
  const first = (await sendRow(send.id)).outgoingId;
  await rig.advance(LIFE_SLOTS);
  await rig.mine(DEEP);
  await rig.steps(engine);
  await rig.mine(1);
  await rig.steps(engine);
  const row = await sendRow(send.id);
  expect(row).toMatchObject({ status: "confirmed", outgoing: { feePayer: rig.hotAddress } });
  expect(row.outgoingId).not.toBe(first);
  expect(row.outgoing?.feePaid?.toFixed()).toBe(row.outgoing?.feeMax.toFixed());
  expect((await rig.heldTokens(rig.address(3))).toFixed()).toBe("0.5");
  expect((await rig.bookedHot()).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("lamports sent to the account before it is closed reach the hot wallet and the books", async () => {
  const engine = rig.engine();
  const send = await createSendFrom(rig.address(5));
  const before = await rig.bookedHot();
  rig.hold(true);
  await rig.step(engine);
  await rig.giveLamports(rig.address(5), 10n ** 9n);
  rig.hold(false);
  await rig.steps(engine);
  await rig.mine(1);
  await rig.steps(engine);
  expect((await sendRow(send.id)).status).toBe("confirmed");
  expect((await rig.bookedHot()).minus(before).gt("1")).toBe(true);
  expect((await rig.bookedHot()).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  expect(await rig.listDiscrepancies()).toEqual([]);
});
