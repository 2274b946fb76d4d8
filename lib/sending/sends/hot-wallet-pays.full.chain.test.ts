import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionPool, database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { until } from "@/lib/run/worker/testing/observe";
import { type HotWalletPaysRig, openHotWalletPays } from "@/lib/sending/sends/testing/hot-wallet-pays-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

const TOKEN_RENT = "0.00203928";
/**
 * Blocks in which a transaction may be taken, and one more; and the depth at which its end is
 * proven.
 */
const LIFE_SLOTS = 151;
const DEEP = 40;
/** Whoever stands at a lock in this database. */
const WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

let rig: HotWalletPaysRig;

beforeAll(async () => {
  rig = await openHotWalletPays();
  ownSends();
});
afterAll(() => rig?.stop());

/** Ten USDT that a stranger paid to an address of ours are to go to the hot wallet. */
async function createSendFrom(address: string) {
  await rig.receive(address, "10");
  return createSend({ networkCode: "sol", currencyCode: "USDT", fromAddress: address, toAddress: rig.hotAddress });
}

const outgoingOf = async (id: string) => (await sendRow(id)).outgoing;

test("first sweeps of a token that are signed at once, each to open the hot wallet's account, are all settled, and the audit follows", async () => {
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
  // In a block and not settled: what came back to the hot wallet beyond what was expected is
  // allowed for.
  expect(await rig.auditHot()).toEqual([]);
  await rig.steps(engine);
  expect((await rows()).map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
  const costs = (await rows()).map(({ outgoing }) => outgoing?.feePaid?.isNegative());
  expect(costs.toSorted()).toEqual([false, true]);
  expect((await rig.bookedHot()).toFixed()).toBe((await rig.heldSol(rig.hotAddress)).toFixed());
  expect(await rig.auditHot()).toEqual([]);
  expect(await rig.listDiscrepancies()).toEqual([]);
});

test("a token leaves a deposit address at the hot wallet's expense, nothing stays there, and the books have it to the lamport at every moment", async () => {
  const engine = rig.engine();
  const send = await createSendFrom(rig.address(0));
  const before = await rig.bookedHot();
  await rig.step(engine);
  const signed = await outgoingOf(send.id);
  expect(signed).toMatchObject({ status: "signed", feePayer: rig.hotAddress, fromAddress: rig.address(0) });
  // The most that it may cost has left the hot wallet's books with the signature.
  expect((await rig.bookedHot()).toFixed()).toBe(before.minus(signed?.feeMax.toFixed() ?? "").toFixed());
  expect(await rig.auditHot()).toEqual([]);
  await rig.mine(1);
  // In a block, and the books do not know it: the rent has come back to the hot wallet already.
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

test("two at once never count on the same rest of the hot wallet: one goes, the other waits for it", async () => {
  const sends = [await createSendFrom(rig.address(1)), await createSendFrom(rig.address(2))];
  const last = await database().outgoingTransaction.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  const feeMax = last.feeMax.toFixed();
  // What is left pays for one of them, and for no second one.
  const moved = await rig.leaveInBooks(decimal(feeMax).times("1.5"));
  await Promise.all([rig.engine(), rig.engine()].map((engine) => rig.step(engine)));
  const rows = await Promise.all(sends.map(({ id }) => sendRow(id)));
  expect(rows.map(({ status }) => status).sort()).toEqual(["queued", "sending"]);
  expect((await rig.bookedHot()).isNegative()).toBe(false);
  expect(rows.find(({ status }) => status === "queued")?.waitReason).toBe("gas");
  // The rent that the first one brought back pays for the second.
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

test("what somebody else is taking from the hot wallet at that moment is waited for, and not counted on", async () => {
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
    await until(async () => {
      const { rows } = await other.query(WAITING);
      expect(isDone || rows.length > 0).toBe(true);
    });
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

test("one whose account is paid meanwhile moves nothing, dies of its time, and goes anew without closing it", async () => {
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

test("lamports that a stranger sends to the account before it is closed come to the hot wallet and into the books", async () => {
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
