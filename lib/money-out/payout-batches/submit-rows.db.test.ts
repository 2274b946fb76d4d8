import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approveBatch } from "@/lib/exceptions/review-decisions/decide-review";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { bookDifferences, openGateway, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelBatch, confirmBatch } from "@/lib/money-out/payout-batches/decide-batch";
import { cancelRows } from "@/lib/money-out/payout-batches/jobs";
import { getBatchDetail, listItems } from "@/lib/money-out/payout-batches/queries";
import { markDone } from "@/lib/money-out/payout-batches/repo";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import {
  fileOf,
  HEADER,
  newAddress,
  ordered,
  payoutsOf,
  uploaded,
} from "@/lib/money-out/payout-batches/testing/batch-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { createUser } from "@/lib/people/identity/complete-setup";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterEach(async () => expect(await bookDifferences()).toEqual([]));
afterAll(closeDatabase);

let payer: Payer;
beforeEach(async () => {
  payer = await newPayer({ USDT: "1000" });
});

const confirm = (batchId: string, changes: { userId?: string; merchantId?: string; isRepeatMeant?: boolean } = {}) =>
  confirmBatch(
    { merchantId: payer.merchantId, userId: payer.userId, batchId, isRepeatMeant: false, ...changes },
    new Date(),
  ).then(
    () => "done",
    (error: Error) => error.message,
  );
const detailOf = (batchId: string, userId = payer.userId) =>
  getBatchDetail(payer.merchantId, batchId, { userId, mayPayOut: true });
const jobsOf = async (batchId: string) => {
  const rows = await database().$queryRaw<{ key: string | null }[]>`
    SELECT key FROM graphile_worker.jobs WHERE key LIKE ${`%${batchId}%`}`;
  return rows.length;
};
async function newManager(): Promise<string> {
  return await withTransaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const user = await createUser(tx, { email, name: "Grace", password: "a long enough password", isOperator: false });
    await addMember(tx, { merchantId: payer.merchantId, userId: user.id, role: "manager" });
    return user.id;
  });
}

test("a submitted file creates one payout per row, on behalf of its uploader, and is then done", async () => {
  const batchId = await ordered(payer, fileOf(["10", "20", "30"]));
  expect(await jobsOf(batchId)).toBe(1);
  expect(await submitRows(batchId)).toBe("nothing");
  const payouts = await payoutsOf(payer.merchantId);
  expect(
    payouts.map(({ amountText, orderId, createdById, status }) => [amountText, orderId, createdById, status]),
  ).toEqual([
    ["10", `batch-${batchId}-2`, payer.userId, "process"],
    ["20", `batch-${batchId}-3`, payer.userId, "process"],
    ["30", `batch-${batchId}-4`, payer.userId, "process"],
  ]);
  expect(await walletOf(payer.merchantId)).toBe("939.7");
  expect(await detailOf(batchId)).toMatchObject({
    status: "done",
    counts: { rows: 3, open: 0, process: 3, refused: 0 },
    cancellableCount: 3,
    debits: [{ currency: "USDT", amount: "60.3", returned: "0" }],
  });
});

test("concurrent confirmations submit it once, and concurrent workers pay each row once", async () => {
  const batchId = await uploaded(payer, fileOf(Array.from({ length: 12 }, (_, index) => String(index + 1))));
  expect(await Promise.all([confirm(batchId), confirm(batchId), confirm(batchId)])).toEqual(["done", "done", "done"]);
  expect(await jobsOf(batchId)).toBe(1);
  expect(await database().auditEvent.count({ where: { action: "payout-batch.order", target: batchId } })).toBe(1);
  // A call ends after ten seconds, which a busy machine may take for twelve rows.
  const submitAll = async () => {
    while ((await submitRows(batchId)) === "more");
  };
  await Promise.all([submitAll(), submitAll(), submitAll()]);
  const payouts = await payoutsOf(payer.merchantId);
  expect(payouts).toHaveLength(12);
  const rows = await database().payoutBatchRow.findMany({ where: { batchId } });
  expect(rows.map(({ payoutId }) => payoutId).toSorted()).toEqual(payouts.map(({ id }) => id).toSorted());
  expect(rows.every(({ refusal }) => refusal === null)).toBe(true);
  // 1 + ... + 12, plus 0.1 each.
  expect(await walletOf(payer.merchantId)).toBe("920.8");
});

test("a worker that runs out of time leaves the remaining rows to the next one", async () => {
  const batchId = await ordered(payer, fileOf(["1", "2", "3", "4"]));
  let calls = 0;
  // The time runs out at the third check of the deadline.
  const clock = () => (++calls > 4 ? Number.MAX_SAFE_INTEGER : 0);
  expect(await submitRows(batchId, clock)).toBe("more");
  const first = (await payoutsOf(payer.merchantId)).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(4);
  expect(await submitRows(batchId)).toBe("nothing");
  expect(await payoutsOf(payer.merchantId)).toHaveLength(4);
});

describe("a confirmation", () => {
  test("is accepted only from the uploader, not from another user or merchant", async () => {
    const batchId = await uploaded(payer, fileOf(["10"]));
    expect(await confirm(batchId, { userId: await newManager() })).toMatch(
      /^Only the person who uploaded this file can submit it/,
    );
    const other = await newPayer({ USDT: "100" });
    expect(await confirm(batchId, other)).toBe("Batch not found.");
    await expect(
      getBatchDetail(other.merchantId, batchId, { userId: other.userId, mayPayOut: true }),
    ).rejects.toThrow();
    await expect(listItems(other.merchantId, { id: batchId })).rejects.toThrow("Batch not found");
    expect(await detailOf(batchId)).toMatchObject({ status: "checked" });
  });

  test("of the same file again requires an explicit confirmation of the repeat", async () => {
    const file = fileOf(["10"]);
    const [first, again] = [await uploaded(payer, file), await uploaded(payer, file)];
    const outcomes = await Promise.all([confirm(first), confirm(again)]);
    expect(outcomes.toSorted()).toEqual([expect.stringMatching(/^The same file/), "done"]);
    const left = outcomes[0] === "done" ? again : first;
    expect(await confirm(left, { isRepeatMeant: true })).toBe("done");
  });

  test("is refused when the file is no longer valid, and nothing is submitted", async () => {
    const batchId = await uploaded(payer, fileOf(["900"]));
    await submitRows(await ordered(payer, fileOf(["500"])));
    expect(await confirm(batchId)).toMatch(/^Something has changed .* The rows need 900.10 USDT/);
    expect(await detailOf(batchId)).toMatchObject({ status: "checked" });
  });
});

describe("a row that is refused after the confirmation", () => {
  test("records its reason, and the other rows are paid", async () => {
    const ids = ["one", "two", "three"];
    const lines = ids.map((id) => `300,USDT,bsc,${newAddress()},${id}`);
    const batchId = await ordered(payer, [HEADER, ...lines].join("\n"));
    const rival = { amount: "200", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };
    await createPayout(await getMerchant(payer.merchantId), createPayoutInput.parse({ ...rival, order_id: "two" }));
    expect(await submitRows(batchId)).toBe("nothing");
    const { items } = await listItems(payer.merchantId, { id: batchId });
    expect(items.map(({ number, refusal, payout }) => [number, refusal, payout?.status ?? null])).toEqual([
      [2, null, "process"],
      [3, "order_id: Another payout with this order ID was created in the meantime.", null],
      [4, null, "process"],
    ]);
    expect((await listItems(payer.merchantId, { id: batchId, group: "trouble" })).items).toHaveLength(1);
    expect(await detailOf(batchId)).toMatchObject({ status: "done", counts: { refused: 1, process: 2 } });
  });

  test("because of the balance records that reason; because of the merchant's cooldown all remaining rows do", async () => {
    const batchId = await ordered(payer, fileOf(["300", "300", "300"]));
    await submitRows(await ordered(payer, fileOf(["500"])));
    await submitRows(batchId);
    expect(await detailOf(batchId)).toMatchObject({ counts: { process: 1, refused: 2 } });
    const another = await ordered(payer, fileOf(["10", "11"]));
    await rotateKey(payer, { kind: "payout", overlapSeconds: 0 });
    await submitRows(another);
    const { items } = await listItems(payer.merchantId, { id: another });
    expect(items.map(({ refusal }) => refusal)).toEqual(
      Array(2).fill(expect.stringContaining("The payout key was rotated within the last 24 hours")),
    );
  });

  test("waits some minutes for a price, and is refused when none becomes available", async () => {
    const fiat = (amount: string) =>
      `amount,currency,to_currency,network,address\n${amount},EUR,USDT,bsc,${newAddress()}`;
    const batchId = await ordered(payer, fiat("10"));
    await setPrice("EUR", "1.25", 100_000);
    expect(await submitRows(batchId)).toBe("later");
    expect(await detailOf(batchId)).toMatchObject({ status: "submitted", counts: { open: 1 } });
    const inElevenMinutes = () => Date.now() + 11 * 60_000;
    expect(await submitRows(batchId, inElevenMinutes)).toBe("nothing");
    expect(await detailOf(batchId)).toMatchObject({ status: "done", counts: { refused: 1 } });
    await setPrice("EUR", "1.25");
  });
});

describe("an expired submission pays nothing", () => {
  const refusals = async (batchId: string) => {
    await submitRows(batchId);
    expect(await detailOf(batchId)).toMatchObject({ status: "done", counts: { open: 0, refused: 2 } });
    expect(await walletOf(payer.merchantId)).toBe("1000");
    const { items } = await listItems(payer.merchantId, { id: batchId });
    return [...new Set(items.map(({ refusal }) => refusal))];
  };

  test("when it is older than an hour", async () => {
    const batchId = await ordered(payer, fileOf(["10", "20"]));
    const submittedAt = new Date(Date.now() - 61 * 60_000);
    await database().payoutBatch.update({ where: { id: batchId }, data: { submittedAt } });
    expect(await refusals(batchId)).toEqual([expect.stringMatching(/^The batch was submitted more than an hour ago/)]);
  });

  test("when its submitter is blocked, has lost the role or is no longer a member", async () => {
    const orderOf = async () => {
      const userId = await newManager();
      return { userId, batchId: await ordered({ ...payer, userId }, fileOf(["10", "20"])) };
    };
    const [blocked, viewer, gone] = [await orderOf(), await orderOf(), await orderOf()];
    await database().user.update({ where: { id: blocked.userId }, data: { isBlocked: true } });
    await database().merchantMember.updateMany({ where: { userId: viewer.userId }, data: { role: "viewer" } });
    await database().merchantMember.deleteMany({ where: { userId: gone.userId } });
    for (const { batchId } of [blocked, viewer, gone])
      expect(await refusals(batchId)).toEqual([
        "The person who submitted the batch can no longer pay out for this merchant.",
      ]);
  });
});

test("a file with a row that is neither paid nor refused is not done", async () => {
  const batchId = await ordered(payer, fileOf(["10"]));
  await markDone(batchId);
  expect(await detailOf(batchId)).toMatchObject({ status: "submitted", counts: { open: 1 } });
  await submitRows(batchId);
  expect(await detailOf(batchId)).toMatchObject({ status: "done", counts: { open: 0, process: 1 } });
});

describe("a cancelled file", () => {
  test("creates no more payouts, and returns the unsigned ones", async () => {
    const batchId = await ordered(payer, fileOf(["10", "20", "30"]));
    await submitRows(batchId);
    const [signed] = await payoutsOf(payer.merchantId);
    if (signed) await simulateSigned(signed.id);
    await cancelBatch({ merchantId: payer.merchantId, batchId, actorId: payer.userId });
    expect(await cancelRows({ batchId, actorId: payer.userId, afterNumber: 0 })).toBeNull();
    expect(await detailOf(batchId)).toMatchObject({
      status: "cancelled",
      counts: { process: 1, cancelled: 2 },
      cancellableCount: 0,
    });
    expect(await walletOf(payer.merchantId)).toBe("989.9");
    expect(await confirm(batchId)).toMatch(/was cancelled/);
  });

  test("cancelled during its submission leaves no payout that is not returned", async () => {
    for (let round = 0; round < 5; round += 1) {
      const batchId = await ordered(payer, fileOf(["1", "2", "3", "4", "5", "6"]));
      const working = submitRows(batchId);
      await new Promise((resolve) => setImmediate(resolve));
      await cancelBatch({ merchantId: payer.merchantId, batchId, actorId: payer.userId });
      const atOnce = await database().payoutBatchRow.count({ where: { batchId, payoutId: { not: null } } });
      expect(await working).toBe("nothing");
      expect(await database().payoutBatchRow.count({ where: { batchId, payoutId: { not: null } } })).toBe(atOnce);
      await cancelRows({ batchId, actorId: payer.userId, afterNumber: 0 });
      expect(await walletOf(payer.merchantId)).toBe("1000");
    }
  });
});

describe("a file that requires a second person's approval", () => {
  const limits = { dailyLimitUsd: null, approvalAboveUsd: "15", refundsNeedPayoutKey: false };
  let managerId: string;
  beforeEach(async () => {
    managerId = await newManager();
    await setOutflowLimits({ merchantId: payer.merchantId, actorId: null, ...limits });
  });
  const approve = (batchId: string, actorId: string, merchantId = payer.merchantId) =>
    approveBatch({ merchantId, batchId, actorId });

  test("is approved as a whole by someone other than its submitter, and is then sent", async () => {
    const batchId = await ordered(payer, fileOf(["10", "20", "30"]));
    await submitRows(batchId);
    expect(await detailOf(batchId)).toMatchObject({
      approvalCount: 3,
      blocker: "own",
      counts: { check: 3, process: 0 },
    });
    await expect(approve(batchId, payer.userId)).rejects.toThrow("You created it yourself");
    expect(await detailOf(batchId, managerId)).toMatchObject({ approvalCount: 3, blocker: null });
    expect(await approve(batchId, managerId)).toEqual({ approved: 3, refusals: [] });
    expect(await detailOf(batchId)).toMatchObject({ approvalCount: 0, counts: { check: 0, process: 3 } });
    expect(await approve(batchId, managerId)).toEqual({ approved: 0, refusals: [] });
  });

  test("requires approval for its total even if each row is below the limit; a file below the limit does not", async () => {
    const split = await ordered(payer, fileOf(["8", "8"]));
    await submitRows(split);
    expect(await detailOf(split)).toMatchObject({ approvalCount: 2, counts: { check: 2, process: 0 } });
    const [review] = await database().review.findMany({ where: { merchantId: payer.merchantId }, take: 1 });
    expect(review?.detail).toBe("The batch is worth 16.20 USD: approval is required above 15.00 USD");
    const small = await ordered(payer, fileOf(["7", "7"]));
    await submitRows(small);
    expect(await detailOf(small)).toMatchObject({ approvalCount: 0, counts: { check: 0, process: 2 } });
  });

  test("of another merchant is answered as for an unknown one", async () => {
    const batchId = await ordered(payer, fileOf(["20"]));
    await submitRows(batchId);
    const other = await newPayer();
    await expect(approve(batchId, other.userId, other.merchantId)).rejects.toThrow("Batch not found");
  });
});
