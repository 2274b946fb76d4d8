import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { countInbox, type InboxViewer, listInbox } from "@/lib/fronts/dashboard/inbox";
import { INBOX_PAGE_SIZE, inboxPageView } from "@/lib/fronts/dashboard/inbox-schema";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { MEMBER_ROLES, type MemberRole } from "@/lib/people/merchants/role";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

type Shop = { readonly merchantId: string; readonly as: Readonly<Record<MemberRole, InboxViewer>> };

let shop: Shop;
let stranger: Shop;

beforeAll(async () => {
  await openGateway(60);
  await fundHot("bsc", "USDT", "100000");
  [shop, stranger] = [await newShop(), await newShop()];
});
afterAll(closeDatabase);

async function newShop(): Promise<Shop> {
  const { merchantId, userId } = await newPayer({ USDT: "10000" });
  const viewers = new Map<MemberRole, InboxViewer>([["owner", { merchantId, userId, role: "owner" }]]);
  for (const role of MEMBER_ROLES.filter((one) => one !== "owner")) {
    const fields = { email: `${randomUUID()}@example.com`, name: "Grace", password: "a long enough password" };
    const { id } = await withTransaction((tx) => createUser(tx, { ...fields, isOperator: false }));
    await withTransaction((tx) => addMember(tx, { merchantId, userId: id, role }));
    viewers.set(role, { merchantId, userId: id, role });
  }
  const limits = { dailyLimitUsd: null, approvalAboveUsd: "50", refundsNeedPayoutKey: false };
  await setOutflowLimits({ merchantId, actorId: userId, ...limits });
  return { merchantId, as: Object.fromEntries(viewers) as Shop["as"] };
}

/** A second payment of a paid invoice, and with `isAsked` the payer's request for it. */
async function newCase({ merchantId }: Shop, { isConfirmed = true, isAsked = false } = {}): Promise<string[]> {
  const invoice = await newInvoice(merchantId, { order_id: randomUUID() });
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  const depositId = await pay(invoice, { amount: "20" });
  await settleInvoice(invoice.id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  if (!isConfirmed) {
    await database().$executeRaw`ALTER TABLE deposits DISABLE TRIGGER USER`;
    await database().deposit.update({ where: { id: depositId }, data: { status: "seen" } });
    await database().$executeRaw`ALTER TABLE deposits ENABLE TRIGGER USER`;
  }
  if (!isAsked) return [caseId];
  const money = { currencyCode: "USDT", networkCode: "bsc", address: EVM_ADDRESS, amount: "20" };
  const times = { confirmedAt: new Date(), confirmUntil: new Date(Date.now() + 86_400_000) };
  const proven = { status: "confirmed", proof: "email", ...times } as const;
  const { id } = await database().refundRequest.create({
    data: { merchantId, invoiceId: invoice.id, caseId, kind: "case", ...money, ...proven, challenge: randomUUID() },
  });
  return [caseId, id];
}

async function newApproval({ merchantId }: Shop, by: string | null): Promise<{ payoutId: string; reviewId: string }> {
  const input = createPayoutInput.parse({
    amount: "60",
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    address: EVM_ADDRESS,
    is_subtract: true,
  });
  const payout = await createPayout(await getMerchant(merchantId), input, by);
  const { id } = await database().review.findFirstOrThrow({ where: { subjectId: payout.id } });
  return { payoutId: payout.id, reviewId: id };
}

async function readAll(viewer: InboxViewer): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = inboxPageView.parse(await listInbox(viewer, cursor === null ? {} : { cursor }));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function expectEqual(viewer: InboxViewer, ids: readonly string[]): Promise<void> {
  const { cases, requests, reviews } = await countInbox(viewer);
  expect([await readAll(viewer), cases + requests + reviews]).toEqual([ids, ids.length]);
}

describe("the inbox", () => {
  test("has the cases, refund requests and approvals of its merchant, the oldest first, and nothing of others", async () => {
    const { owner, manager } = shop.as;
    const [first = ""] = await newCase(shop);
    const { reviewId } = await newApproval(shop, owner.userId);
    const [second = "", request = ""] = await newCase(shop, { isAsked: true });
    await newCase(stranger, { isAsked: true });
    await newApproval(stranger, stranger.as.owner.userId);
    const expected = [first, reviewId, second, request];
    await expectEqual(manager, expected);
    expect(await countInbox(manager)).toEqual({ cases: 2, requests: 1, reviews: 1 });
    const { items } = await listInbox(manager, {});
    expect(items.map(({ of, currency }) => [of, currency])).toEqual(
      ["case", "review", "case", "request"].map((of) => [of, "USDT"]),
    );
    expect(items.find(({ of }) => of === "review")).toMatchObject({ sentAmount: "60", blocker: null });
  });

  test("has no approval of what the member requested, or may have requested with a key of their own", async () => {
    const own = await newShop();
    const { owner, manager } = own.as;
    const byManager = await newApproval(own, manager.userId);
    const byKey = await newApproval(own, null);
    await expectEqual(manager, [byKey.reviewId]);
    await rotateKey(manager, { kind: "payout", overlapSeconds: 0 });
    await expectEqual(manager, []);
    await expectEqual(owner, [byManager.reviewId, byKey.reviewId]);
  });

  test("has nothing for roles that decide nothing", async () => {
    await newCase(shop, { isAsked: true });
    await expectEqual(shop.as.developer, []);
    await expectEqual(shop.as.viewer, []);
  });

  test("leaves out what is decided, cancelled, or not confirmed by its network", async () => {
    const own = await newShop();
    const { owner, manager } = own.as;
    const [confirmed = ""] = await newCase(own);
    await newCase(own, { isConfirmed: false });
    const decided = await newApproval(own, owner.userId);
    const cancelled = await newApproval(own, owner.userId);
    await expectEqual(manager, [confirmed, decided.reviewId, cancelled.reviewId]);
    const vote = { reviewId: decided.reviewId, decision: "refused", merchantId: own.merchantId } as const;
    await decideReview({ ...vote, actorId: manager.userId });
    await cancelPayout({ merchantId: own.merchantId, payoutId: cancelled.payoutId, actorId: owner.userId });
    await expectEqual(manager, [confirmed]);
  });

  test("is read in pages without gap or repeat, also among rows of one moment", async () => {
    const own = await newShop();
    const at = new Date("2026-03-04T05:06:07.089Z");
    const [{ depositId, invoiceId }] = [await newDeposit(own)];
    const cases = Array.from({ length: INBOX_PAGE_SIZE * 2 + 3 }, () => ({
      id: randomUUID(),
      depositId: randomUUID(),
    }));
    await database().$executeRaw`ALTER TABLE deposits DISABLE TRIGGER USER`;
    for (const one of cases) {
      await database().$executeRaw`
        INSERT INTO deposits SELECT r.* FROM deposits d CROSS JOIN LATERAL jsonb_populate_record(d,
          jsonb_build_object('id', ${one.depositId}::text, 'transaction_id', ${one.id}::text)) r WHERE d.id = ${depositId}::uuid`;
      await database().case.create({
        data: {
          ...one,
          merchantId: own.merchantId,
          invoiceId,
          kind: "late",
          currencyCode: "USDT",
          networkCode: "bsc",
          amount: "1",
          openedAt: at,
        },
      });
    }
    await database().$executeRaw`ALTER TABLE deposits ENABLE TRIGGER USER`;
    await expectEqual(own.as.owner, cases.map(({ id }) => id).toSorted());
  });
});

async function newDeposit({ merchantId }: Shop): Promise<{ depositId: string; invoiceId: string }> {
  const invoice = await newInvoice(merchantId, { order_id: randomUUID() });
  const depositId = await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return { depositId, invoiceId: invoice.id };
}
