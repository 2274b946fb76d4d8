import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutFromForm, listPayoutOptions } from "@/lib/money-out/payouts/dashboard-form";
import type { NewPayoutInput } from "@/lib/money-out/payouts/dashboard-form-schema";
import { previewPayout } from "@/lib/money-out/payouts/dashboard-preview";
import { getPayoutDetail, listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { countDeciders, countWaiting, listOpenReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { PAYOUT_PAGE_SIZE } from "@/lib/money-out/payouts/dashboard-schema";
import { EVM_ADDRESS, fillTreasury, insertPayout, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { createUser } from "@/lib/people/identity/complete-setup";
import { addMember } from "@/lib/people/merchants/members-repo";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const viewer = { userId: randomUUID(), mayPayOut: true };
/** 3 USDT on bsc from the USDT balance. */
const form = (changes: Partial<NewPayoutInput> = {}): NewPayoutInput => ({
  amount: "3",
  currency: "USDT",
  coin: null,
  network: "bsc",
  fromCurrency: null,
  address: EVM_ADDRESS,
  memo: null,
  isFeeOnTop: true,
  priority: null,
  requestedRateSource: null,
  orderId: randomUUID(),
  urlCallback: null,
  ...changes,
});

/** Adds a second user who may pay out to a merchant. */
async function newManager(merchantId: string): Promise<string> {
  return await withTransaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const user = await createUser(tx, { email, name: "Grace", password: "a long enough password", isOperator: false });
    await addMember(tx, { merchantId, userId: user.id, role: "manager" });
    return user.id;
  });
}

const limits = (merchantId: string, approvalAboveUsd: string | null, dailyLimitUsd: string | null = null) =>
  setOutflowLimits({ merchantId, actorId: null, approvalAboveUsd, dailyLimitUsd, refundsNeedPayoutKey: false });

describe("the list of payouts", () => {
  test("is paged by key, newest first, and shows only the merchant's own", async () => {
    const merchantId = await newMerchant();
    const made: string[] = [];
    for (let count = 0; count < PAYOUT_PAGE_SIZE + 2; count += 1) made.push(await insertPayout(merchantId));
    await insertPayout(await newMerchant());
    const first = await listPayoutRows(merchantId, {});
    const second = await listPayoutRows(merchantId, { cursor: first.nextCursor ?? "" });
    expect(first.items).toHaveLength(PAYOUT_PAGE_SIZE);
    expect(second.nextCursor).toBeNull();
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  });

  test("is filtered by status, partial order id, and full id, transaction and address in any case", async () => {
    const merchantId = await newMerchant();
    const transactionId = `0x${"ab".repeat(32)}`;
    const paid = await insertPayout(merchantId, { orderId: "salary_1", status: "paid", transactionId });
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const waiting = await insertPayout(merchantId, { orderId: "salaryX2", status: "check", address });
    const ids = async (query: object) => (await listPayoutRows(merchantId, query)).items.map(({ id }) => id);
    expect(await ids({ status: "paid" })).toEqual([paid]);
    expect(await ids({ status: "waiting" })).toEqual([waiting]);
    expect(await ids({ status: "failed" })).toEqual([]);
    expect(await ids({ q: "salary_" })).toEqual([paid]);
    expect(await ids({ q: transactionId.toUpperCase().replace("0X", "0x") })).toEqual([paid]);
    expect(await ids({ q: address.toLowerCase() })).toEqual([waiting]);
    expect(await ids({ q: waiting.toUpperCase() })).toEqual([waiting]);
  });
});

describe("the page of a payout", () => {
  test("of another merchant is answered as for an unknown one", async () => {
    const id = await insertPayout(await newMerchant());
    await expect(getPayoutDetail(await newMerchant(), id, viewer)).rejects.toMatchObject({ code: "not_found" });
  });

  test("shows all amounts, the user who created it, and its timeline", async () => {
    const payer = await newPayer({ USDT: "50" });
    const { id } = await createPayoutFromForm(payer.merchantId, payer.userId, form());
    const detail = await getPayoutDetail(payer.merchantId, id, viewer);
    expect(detail).toMatchObject({
      status: "process",
      askedAmount: "3",
      askedCurrency: "USDT",
      sentAmount: "3",
      fromCurrency: "USDT",
      requestedBy: "Ada",
      isCancellable: true,
      send: { isUnsigned: true, waitReason: null },
    });
    expect(detail.events.map(({ event }) => event)).toContain("created");
  });

  test("shows why it waits, and cannot be cancelled once a transaction is signed", async () => {
    const payer = await newPayer({ USDT: "50" });
    const { id } = await createPayoutFromForm(payer.merchantId, payer.userId, form());
    const where = { purpose_purposeId: { purpose: "payout" as const, purposeId: id } };
    await database().send.update({ where, data: { waitReason: "funds", waitingSince: new Date() } });
    expect((await getPayoutDetail(payer.merchantId, id, viewer)).send).toMatchObject({ waitReason: "funds" });
    await cancelPayout({ merchantId: payer.merchantId, payoutId: id, actorId: payer.userId });
    expect(await getPayoutDetail(payer.merchantId, id, viewer)).toMatchObject({
      status: "cancel",
      isFinal: true,
      isCancellable: false,
    });
  });
});

describe("the form", () => {
  test("submitted twice pays once, and refuses the order id of another payout", async () => {
    const payer = await newPayer({ USDT: "50" });
    const order = form();
    const [first, second] = await Promise.all([
      createPayoutFromForm(payer.merchantId, payer.userId, order),
      createPayoutFromForm(payer.merchantId, payer.userId, order),
    ]);
    expect(second).toEqual(first);
    expect((await listPayoutRows(payer.merchantId, {})).items).toHaveLength(1);
    const other = createPayoutFromForm(payer.merchantId, payer.userId, { ...order, amount: "4" });
    await expect(other).rejects.toMatchObject({
      fields: { orderId: [expect.stringContaining("already exists with other details")] },
    });
    const noted = createPayoutFromForm(payer.merchantId, payer.userId, { ...order, memo: "for you" });
    await expect(noted).rejects.toMatchObject({
      fields: { orderId: [expect.stringContaining("already exists with other details")] },
    });
  });

  test("does not offer a network as ready while nothing can be sent on it", async () => {
    const { merchantId } = await newPayer({ USDT: "50" });
    const isReady = async () =>
      (await listPayoutOptions(merchantId)).coins
        .find(({ code }) => code === "USDT")
        ?.networks.find(({ code }) => code === "bsc")?.isReady;
    await database().sendStop.create({ data: { scope: "bsc", kind: "operator", reason: "maintenance" } });
    expect(await isReady()).toBe(false);
    await database().sendStop.deleteMany({ where: { scope: "bsc" } });
    expect(await isReady()).toBe(true);
  });

  test("refuses a cold address of the gateway, in any letter case", async () => {
    const { merchantId, userId } = await newPayer({ USDT: "50" });
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const cold = { currencyCode: "ETH", networkCode: "eth", address: address.toLowerCase(), keepAmount: "1" };
    await database().coldAddress.create({ data: cold });
    await expect(createPayoutFromForm(merchantId, userId, form({ address }))).rejects.toMatchObject({
      fields: { address: [expect.stringContaining("belongs to this gateway")] },
    });
  });

  test("reports an invalid address at its field, and debits nothing", async () => {
    const payer = await newPayer({ USDT: "50" });
    const wrong = {
      bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4: "another network",
      "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046": "has a typo",
      "0x1234": "length is wrong",
      "what is that?": "not a .* address",
    };
    for (const [address, words] of Object.entries(wrong)) {
      const refused = createPayoutFromForm(payer.merchantId, payer.userId, form({ address }));
      await expect(refused).rejects.toMatchObject({ fields: { address: [expect.stringMatching(words)] } });
    }
    expect((await listPayoutRows(payer.merchantId, {})).items).toEqual([]);
  });

  test("offers each coin's balance and its networks with their limits", async () => {
    const payer = await newPayer({ USDT: "50" });
    const { coins, fiats, convertFrom } = await listPayoutOptions(payer.merchantId);
    const usdt = coins.find(({ code }) => code === "USDT");
    expect(usdt).toMatchObject({ balance: "50" });
    expect(usdt?.networks.find(({ code }) => code === "bsc")).toMatchObject({ hasMemo: false, isReady: true });
    expect(fiats.map(({ code }) => code)).toContain("EUR");
    expect(convertFrom).toEqual({ code: "USDT", balance: "50" });
  });
});

describe("the preview", () => {
  test("shows what the payout then does", async () => {
    const payer = await newPayer({ USDT: "500" });
    await fillTreasury("ETH", "10");
    const order = form({ amount: "20", currency: "USD", coin: "ETH", network: "eth", fromCurrency: "USDT" });
    const preview = await previewPayout(payer.merchantId, order);
    const { id } = await createPayoutFromForm(payer.merchantId, payer.userId, order);
    const { sentAmount, commission, debitedAmount, fromCurrency } = preview;
    expect(await getPayoutDetail(payer.merchantId, id, viewer)).toMatchObject({
      sentAmount,
      commission,
      debitedAmount,
      fromCurrency,
    });
  });

  test("shows the shortfall of the balance instead of refusing", async () => {
    const payer = await newPayer({ USDT: "1" });
    const preview = await previewPayout(payer.merchantId, form());
    expect(preview).toMatchObject({ spendable: "1", missing: expect.stringMatching(/^2\.?\d*$/) });
  });

  test("needs no address, and warns of one that resembles a known address", async () => {
    const { merchantId } = await newPayer({ USDT: "50" });
    await withTransaction((tx) => trustDestination(tx, { merchantId, network: "bsc", address: EVM_ADDRESS }));
    const lookAlike = `0xd8da${"1".repeat(32)}6045`;
    const seen = async (address: string | null) => (await previewPayout(merchantId, { ...form(), address })).lookAlike;
    expect(await seen(null)).toBeNull();
    expect(await seen(EVM_ADDRESS)).toBeNull();
    expect(await seen(lookAlike)).toBe(EVM_ADDRESS);
  });

  test("shows that a second person has to approve, and explains the refusal of a limit", async () => {
    const payer = await newPayer({ USDT: "500" });
    await limits(payer.merchantId, "10");
    expect(await previewPayout(payer.merchantId, form({ amount: "5" }))).toMatchObject({ approval: null });
    expect(await previewPayout(payer.merchantId, form({ amount: "50" }))).toMatchObject({
      approval: expect.stringContaining("approval is required above"),
    });
    await limits(payer.merchantId, "10", "20");
    await expect(previewPayout(payer.merchantId, form({ amount: "50" }))).rejects.toThrow(/24-hour limit of 20.00 USD/);
  });
});

test("the preview reports all problems at once, not only the first", async () => {
  const { merchantId } = await newPayer({ USDT: "50" });
  const wrong = form({ amount: "0.00000001", address: "nobody", memo: "7" });
  await expect(previewPayout(merchantId, wrong)).rejects.toMatchObject({
    fields: { memo: [expect.stringMatching(/no memo/)], address: [expect.any(String)], amount: [expect.any(String)] },
  });
  await expect(previewPayout(merchantId, form({ address: "nobody" }))).rejects.toMatchObject({
    fields: { address: [expect.any(String)] },
  });
});

describe("a pending review", () => {
  test("is shown with its payout, only to its own merchant, and cannot be approved by the creator", async () => {
    const payer = await newPayer({ USDT: "500" });
    await limits(payer.merchantId, "10");
    const second = await newManager(payer.merchantId);
    const { id } = await createPayoutFromForm(payer.merchantId, payer.userId, form({ amount: "50" }));
    const seenBy = async (userId: string, mayPayOut = true) =>
      (await listOpenReviews(payer.merchantId, { userId, mayPayOut })).items;
    expect(await seenBy(payer.userId)).toMatchObject([
      { kind: "payout", subjectId: id, reason: "approval", sentAmount: "50", requestedBy: "Ada", blocker: "own" },
    ]);
    expect(await seenBy(second)).toMatchObject([{ blocker: null }]);
    expect(await seenBy(second, false)).toMatchObject([{ blocker: "role" }]);
    expect((await listOpenReviews(await newMerchant(), viewer)).items).toEqual([]);
    expect(await countWaiting(payer.merchantId)).toEqual({ openReviews: 1, waitingPayouts: 1 });
    expect(await countDeciders(payer.merchantId)).toBe(2);

    const [review] = await seenBy(second);
    const vote = { reviewId: review?.id ?? "", merchantId: payer.merchantId, actorId: second };
    await decideReview({ ...vote, decision: "approved" });
    expect(await seenBy(second)).toEqual([]);
    const detail = await getPayoutDetail(payer.merchantId, id, viewer);
    expect(detail).toMatchObject({ status: "process", reviews: [{ decision: "approved", decidedBy: "Grace" }] });
  });

  test("disappears when the payout is cancelled", async () => {
    const payer = await newPayer({ USDT: "500" });
    await limits(payer.merchantId, "10");
    const { id } = await createPayoutFromForm(payer.merchantId, payer.userId, form({ amount: "50" }));
    await cancelPayout({ merchantId: payer.merchantId, payoutId: id, actorId: payer.userId });
    expect(await countWaiting(payer.merchantId)).toEqual({ openReviews: 0, waitingPayouts: 0 });
    expect((await listOpenReviews(payer.merchantId, viewer)).items).toEqual([]);
  });
});
