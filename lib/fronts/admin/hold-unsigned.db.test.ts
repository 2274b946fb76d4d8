import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeMerchantBlocks } from "@/lib/fronts/admin/change-merchant";
import { changeSuspension } from "@/lib/fronts/admin/change-user";
import { versionOf } from "@/lib/fronts/admin/edit-version";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { sendOf } from "@/lib/money-out/payouts/testing/simulated-engine";
import { createUser } from "@/lib/people/identity/complete-setup";
import { changeMemberRole } from "@/lib/people/members/change-member-role";
import { removeMember } from "@/lib/people/members/remove-member";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { until } from "@/lib/run/worker/testing/observe";
import { deferSend } from "@/lib/sending/sends/defer-send";
import type { Engine } from "@/lib/sending/sends/engine";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";
import { outflowRulesOf } from "@/lib/sending/sends/outflow-rules";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { termsOf } from "@/lib/sending/sends/send-terms";
import { blockerOf } from "@/lib/sending/sends/sign-each";
import type { SignOutcome } from "@/lib/sending/sends/sign-locked";
import { signSend } from "@/lib/sending/sends/sign-send";
import { countLockWaits } from "@/lib/testing/lock-waits";

/**
 * Unsigned outflows against everything that forbids their merchant to pay out. Only the engine's
 * signing runs; there is no node.
 */

const HOT = `0x${"22".repeat(20)}`;
const OPERATOR = randomUUID();
const FEE = { priority: "recommended" as const, expectedUnits: 1n, maximumUnits: 1n, terms: "{}" };

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("bsc", "BNB", "1000");
  setSendOwner("payout", payoutSends);
});
afterAll(closeDatabase);

let payer: Payer;
beforeEach(async () => {
  payer = await newPayer({ USDT: "100" });
});

async function order(requestedById: string | null = null): Promise<string> {
  const fields = { amount: "3", currency: "USDT", network: "bsc", order_id: randomUUID(), is_subtract: true };
  const input = createPayoutInput.parse({ ...fields, address: EVM_ADDRESS });
  return (await createPayout(await getMerchant(payer.merchantId), input, requestedById)).id;
}

/**
 * Processes a queued send as the worker does, up to storing the signed bytes. `atSigning` runs
 * during signing.
 */
async function sign(payoutId: string, atSigning = async () => {}): Promise<SignOutcome> {
  const driver = {
    features: { spending: "nonce" },
    prepareTransfer: async () => ({ signingRequests: [], spends: { kind: "nonce" } }),
    assemble: async () => {
      await atSigning();
      const transactionId = `0x${randomBytes(32).toString("hex")}`;
      return { transactionId, raw: Uint8Array.from([1]), spends: { kind: "nonce" } };
    },
  };
  const timing = { retryMs: 50, retryMaxMs: 200, rebroadcastMs: 1, replaceMs: 1, estimateMs: 1, watchMs: 1 };
  const rules = outflowRulesOf("bsc");
  const parts = { networkCode: "bsc", hotAddress: HOT, inFlightMax: 1_000, timing, rules };
  const engine = { ...parts, driver, findSigner: async () => () => [] } as unknown as Engine;
  const send = await sendOf(payoutId);
  if (send === null) throw new Error(`payout ${payoutId} has no send`);
  const terms = termsOf(engine, await loadCatalog(), [send]);
  const prepared = { sends: [send], terms, fee: FEE, unsigned: null, preparedAtMs: 0 };
  const outcome = await signSend(engine, prepared, AbortSignal.timeout(60_000));
  const blocker = blockerOf(outcome, send);
  if (blocker !== null) await deferSend(send, blocker, engine.timing);
  return outcome;
}

async function setBlock(arePayoutsBlocked: boolean): Promise<void> {
  const version = versionOf({ arePaymentsBlocked: false, arePayoutsBlocked: !arePayoutsBlocked });
  const form = { id: payer.merchantId, version, arePaymentsBlocked: false, arePayoutsBlocked, reason: "a drill" };
  await changeMerchantBlocks(form, OPERATOR, new Date());
}

const suspend = (id: string, isSuspended: boolean) =>
  changeSuspension({ id, isSuspended, reason: "a drill" }, OPERATOR, new Date());

const waitOf = async (payoutId: string) => {
  const { status, waitReason } = await database().send.findFirstOrThrow({ where: { purposeId: payoutId } });
  return [status, waitReason];
};
const statusOf = async (payoutId: string) => (await findMerchantPayout(payer.merchantId, payoutId))?.status;

async function newManager(): Promise<string> {
  return await withTransaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const user = await createUser(tx, { email, name: "Bob", password: "a long enough password", isOperator: false });
    await addMember(tx, { merchantId: payer.merchantId, userId: user.id, role: "manager" });
    return user.id;
  });
}

test("holds an unsigned payout of a blocked merchant, and signs it as soon as the block is lifted", async () => {
  const payoutId = await order();
  await setBlock(true);
  expect((await sign(payoutId)).kind).toBe("some-blocked");
  expect(await waitOf(payoutId)).toEqual(["queued", "blocked"]);
  expect(await statusOf(payoutId)).toBe("check");
  await database().send.updateMany({ where: { purposeId: payoutId }, data: { nextTryAt: new Date(8e12) } });
  await setBlock(false);
  const { nextTryAt } = await database().send.findFirstOrThrow({ where: { purposeId: payoutId } });
  expect(nextTryAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect((await sign(payoutId)).kind).toBe("signed");
  expect(await statusOf(payoutId)).toBe("process");
  expect(await bookDifferences()).toEqual([]);
});

test("lets the merchant cancel a payout held by a block, and returns the money", async () => {
  const payoutId = await order();
  await setBlock(true);
  await sign(payoutId);
  await cancelPayout({ merchantId: payer.merchantId, payoutId, actorId: payer.userId });
  await setBlock(false);
  expect((await sign(payoutId)).kind).toBe("gone");
  expect(await walletOf(payer.merchantId)).toBe("100");
});

test("blocks only after signatures in progress have finished, and starts none for the merchant afterwards", async () => {
  const [first, second] = [await order(), await order()];
  const happened: string[] = [];
  let blocking: Promise<void> = Promise.resolve();
  const { merchantId } = payer;
  await sign(first, async () => {
    blocking = setBlock(true).then(() => void happened.push("blocked"));
    await until(async () => expect(await countLockWaits()).toBeGreaterThan(0));
    happened.push("signing");
  });
  happened.push("signed");
  await blocking;
  expect(happened.indexOf("blocked")).toBeGreaterThan(happened.indexOf("signing"));
  expect((await sign(second)).kind).toBe("some-blocked");

  // Concurrent, in any order.
  await setBlock(false);
  const ids = await Promise.all(Array.from({ length: 8 }, () => order()));
  const signing = Promise.allSettled(ids.map((id) => sign(id)));
  await setBlock(true);
  const countSigned = () => database().payout.count({ where: { merchantId, transactionId: { not: null } } });
  const atBlock = await countSigned();
  await signing;
  expect(await countSigned()).toBe(atBlock);
  expect(await bookDifferences()).toEqual([]);
});

test("holds unsigned outflows of a suspended owner's merchants until the suspension is lifted", async () => {
  const payoutId = await order();
  await suspend(payer.userId, true);
  expect((await sign(payoutId)).kind).toBe("some-blocked");
  expect(await waitOf(payoutId)).toEqual(["queued", "blocked"]);
  await suspend(payer.userId, false);
  expect((await sign(payoutId)).kind).toBe("signed");
});

test("holds what a suspended manager requested alone, and signs what others requested or approved", async () => {
  const managerId = await newManager();
  const [own, agreed, others] = [await order(managerId), await order(managerId), await order(payer.userId)];
  const subject = { kind: "payout" as const, subjectId: agreed, merchantId: payer.merchantId };
  const decision = { decision: "approved" as const, decidedById: payer.userId, decidedAt: new Date() };
  await database().review.create({
    data: { ...subject, reason: "approval", detail: "-", requestedById: managerId, ...decision },
  });
  await suspend(managerId, true);
  expect((await sign(own)).kind).toBe("some-blocked");
  expect((await sign(agreed)).kind).toBe("signed");
  expect((await sign(others)).kind).toBe("signed");
});

test("holds what a manager requested alone while they are removed or may not pay out, and signs it when they may again", async () => {
  const managerId = await newManager();
  const change = { merchantId: payer.merchantId, actorId: payer.userId, userId: managerId };
  const [first, second, others] = [await order(managerId), await order(managerId), await order(payer.userId)];
  await changeMemberRole({ ...change, role: "viewer" }, new Date(), retryHeldSends);
  expect((await sign(first)).kind).toBe("some-blocked");
  expect(await waitOf(first)).toEqual(["queued", "requester"]);
  await changeMemberRole({ ...change, role: "manager" }, new Date(), retryHeldSends);
  expect((await sign(first)).kind).toBe("signed");
  await removeMember(change, new Date());
  expect((await sign(second)).kind).toBe("some-blocked");
  expect((await sign(others)).kind).toBe("signed");
});

test("a suspension waits for signatures of the user's requests even at merchants they have left", async () => {
  const managerId = await newManager();
  const payoutId = await order(managerId);
  const happened: string[] = [];
  let suspending: Promise<void> = Promise.resolve();
  await sign(payoutId, async () => {
    // As if they had left while it was being signed.
    await database().merchantMember.deleteMany({ where: { userId: managerId } });
    suspending = suspend(managerId, true).then(() => void happened.push("suspended"));
    await until(async () => expect(await countLockWaits()).toBeGreaterThan(0));
    happened.push("signing");
  });
  await suspending;
  expect(happened).toEqual(["signing", "suspended"]);
});

test("a new password holds unsigned outflows for 24 hours, including those requested before it", async () => {
  const payoutId = await order();
  const changeAt = (passwordChangedAt: Date) =>
    database().user.update({ where: { id: payer.userId }, data: { passwordChangedAt } });
  await changeAt(new Date());
  expect((await sign(payoutId)).kind).toBe("some-blocked");
  expect(await waitOf(payoutId)).toEqual(["queued", "cooldown"]);
  await changeAt(new Date(Date.now() - 24 * 3_600_000));
  expect((await sign(payoutId)).kind).toBe("signed");
});
