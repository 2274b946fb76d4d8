import { randomBytes, randomUUID } from "node:crypto";
import { vi } from "vitest";
import { CALLERS, type CallerName } from "@/app/api/testing/sweep-operations";
import { sessionCookie } from "@/lib/fronts/dashboard/cookies";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { database, withTransaction } from "@/lib/kernel/db";
import { newBill, newDraft } from "@/lib/money-in/bills/testing/bill-rig";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { newItem, paidSale } from "@/lib/money-in/point-of-sale/testing/sale-rig";
import { newPlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, fundHot, giveUser, insertPayout, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { insertSettlementRule } from "@/lib/money-out/settlements/testing/settlement-rig";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { addMember } from "@/lib/people/merchants/members-repo";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import { insertChat } from "@/lib/people/notifications/testing/chat-rig";

/** Two merchants with an object of every kind, and every kind of caller. */

export type SweepShop = SweepObjects & {
  /** For the machine API. */
  readonly keys: Readonly<Record<ApiKeyKind, string>>;
};

/** Ids by object type. */
export type SweepObjects = {
  readonly merchantId: string;
  readonly ownerId: string;
  readonly memberId: string;
  readonly invoiceId: string;
  readonly paidId: string;
  readonly walletId: string;
  readonly recurrenceId: string;
  readonly paymentLinkId: string;
  readonly posItemId: string;
  /** Paid. */
  readonly saleId: string;
  readonly billId: string;
  readonly billDraftId: string;
  readonly payoutId: string;
  readonly batchId: string;
  readonly settlementId: string;
  readonly chatId: string;
  readonly reviewId: string;
  readonly caseId: string;
  readonly requestId: string;
  readonly deliveryId: string;
  readonly testId: string;
  readonly sessionId: string;
  readonly passkeyId: string;
  readonly invitationId: string;
};

export type SweepWorld = {
  readonly own: SweepShop;
  readonly other: SweepShop;
  /** The Cookie header of each caller. */
  readonly cookies: Readonly<Record<CallerName, string>>;
  readonly callerIds: ReadonlyMap<string, string>;
};

const NOW = () => new Date();

export async function openSweepWorld(): Promise<SweepWorld> {
  // Without mail a recurring payment cannot be accepted, so none would be created.
  vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
  await openGateway(60);
  await fundCapital("USDT", "100000");
  await fundHot("bsc", "USDT", "100000");
  const [own, other] = [await newShop(), await newShop()];
  const callerIds = new Map<string, string>();
  const cookies: Partial<Record<CallerName, string>> = {};
  for (const caller of CALLERS) {
    const userId = await newCaller(caller, own, other);
    callerIds.set(caller, userId);
    cookies[caller] = caller === "signed out" ? "" : await cookieOf(caller, userId);
  }
  return { own, other, cookies: cookies as Record<CallerName, string>, callerIds };
}

async function newPerson(changes: { isOperator?: boolean } = {}): Promise<string> {
  const data = { email: `${randomUUID()}@example.com`, name: "Grace", passwordHash: "none", ...changes };
  return (await database().user.create({ data, select: { id: true } })).id;
}

async function newCaller(caller: CallerName, own: SweepShop, other: SweepShop): Promise<string> {
  if (caller === "owner of another merchant") return other.ownerId;
  const userId = await newPerson({ isOperator: caller === "operator" });
  // While a member who may send money is blocked, no other member of the merchant may.
  const role = MEMBER_ROLES.find((one) => one === caller) ?? (caller === "blocked user" ? "viewer" : "owner");
  if (caller === "operator" || caller === "non-member") return userId;
  await withTransaction((tx) => addMember(tx, { merchantId: own.merchantId, userId, role }));
  if (caller === "removed member") await database().merchantMember.deleteMany({ where: { userId } });
  return userId;
}

/** A session of the user and next-auth's cookie for it, with the own merchant selected. */
async function cookieOf(caller: CallerName, userId: string): Promise<string> {
  const session = await newSession(userId, caller === "second factor pending" ? null : NOW());
  if (caller === "revoked session")
    await database().session.update({ where: { id: session }, data: { revokedAt: NOW() } });
  if (caller === "blocked user") await database().user.update({ where: { id: userId }, data: { isBlocked: true } });
  if (caller === "second factor pending")
    await database().user.update({ where: { id: userId }, data: { totpEnabledAt: NOW() } });
  return await sealSession(session);
}

/** Returns the cookie that next-auth would set for a session. */
export async function sealSession(sessionId: string): Promise<string> {
  const { name, value } = await sessionCookie(sessionId);
  return `${name}=${value}`;
}

async function newSession(userId: string, secondFactorAt: Date | null = NOW()): Promise<string> {
  const from = { ip: "192.0.2.1", userAgent: null };
  const { id } = await withTransaction((tx) => openSession(tx, { userId, secondFactorAt }, from, NOW()));
  return id;
}

async function newShop(): Promise<SweepShop> {
  const payer = await newPayer({ USDT: "10000" });
  const { merchantId, userId: ownerId } = payer;
  await giveUser(ownerId, "USDT", "500");
  const memberId = await newPerson();
  await withTransaction((tx) => addMember(tx, { merchantId, userId: memberId, role: "viewer" }));
  const open = await newInvoice(merchantId, { order_id: randomUUID() });
  const paid = await newInvoice(merchantId, { order_id: randomUUID(), url_callback: "https://shop.example/hook" });
  await pay(paid, { amount: "100" });
  await settleInvoice(paid.id);
  const caseDeposit = await pay(paid, { amount: "20" });
  await settleInvoice(paid.id);
  const payoutId = await insertPayout(merchantId, { status: "check" });
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId: caseDeposit } });
  const delivery = await database().webhookDelivery.findFirstOrThrow({ where: { merchantId } });
  return {
    merchantId,
    ownerId,
    memberId,
    invoiceId: open.id,
    paidId: paid.id,
    walletId: (await newWallet(merchantId, { order_id: randomUUID() })).id,
    recurrenceId: (await newPlan(merchantId, { order_id: randomUUID() })).id,
    paymentLinkId: (await newLink(merchantId)).id,
    posItemId: await newItem(merchantId, ownerId),
    saleId: await paidSale(merchantId, ownerId),
    billId: (await newBill(merchantId)).id,
    billDraftId: (await newDraft(merchantId)).id,
    payoutId,
    caseId,
    deliveryId: delivery.id,
    keys: { payment: payer.byPaymentKey.key, payout: payer.key },
    sessionId: await newSession(ownerId),
    ...(await insertOthers({ merchantId, ownerId, payoutId, paidId: paid.id, caseId })),
  };
}

type Known = Pick<SweepObjects, "merchantId" | "ownerId" | "payoutId" | "paidId" | "caseId">;

/** Inserts objects that no command creates in a line or two. */
async function insertOthers({ merchantId, ownerId, payoutId, paidId, caseId }: Known) {
  const later = tomorrow();
  const review = await database().review.create({
    data: { kind: "payout", subjectId: payoutId, merchantId, reason: "approval", detail: "above the amount" },
  });
  const requestId = await insertRequest({ merchantId, paidId }, caseId);
  const passkey = await database().passkey.create({
    data: { userId: ownerId, credentialId: randomBytes(16), publicKey: randomBytes(32), transports: [], name: "Phone" },
  });
  const invitation = await database().invitation.create({
    data: {
      merchantId,
      email: `${randomUUID()}@example.com`,
      role: "viewer",
      tokenHash: randomBytes(32),
      invitedById: ownerId,
      expiresAt: later,
    },
  });
  const testId = await insertWebhookTest({ merchantId, ownerId });
  const batch = await database().payoutBatch.create({
    data: { merchantId, createdById: ownerId, fileName: "payouts.csv", fileHash: randomBytes(32) },
  });
  return {
    reviewId: review.id,
    requestId,
    passkeyId: passkey.id,
    invitationId: invitation.id,
    testId,
    batchId: batch.id,
    settlementId: await insertSettlements({ merchantId, savedById: ownerId }),
    chatId: await insertChats(merchantId),
  };
}

/** One that is active, and one that is paused. */
async function insertSettlements(who: { readonly merchantId: string; readonly savedById: string }): Promise<string> {
  const paused = await insertSettlementRule({ ...who, currencyCode: "BNB" });
  await database().settlementRule.update({ where: { id: paused }, data: { stoppedAt: NOW() } });
  return await insertSettlementRule(who);
}

/** One that is enabled, and one that is not. */
async function insertChats(merchantId: string): Promise<string> {
  await insertChat({ merchantId, name: "Old channel", isDisabled: true });
  return await insertChat({ merchantId });
}

const tomorrow = () => new Date(Date.now() + 86_400_000);

/** A payer's refund request for a case, with a confirmed address. */
export async function insertRequest(
  { merchantId, paidId }: Pick<SweepObjects, "merchantId" | "paidId">,
  caseId: string,
): Promise<string> {
  const money = { currencyCode: "USDT", networkCode: "bsc", address: EVM_ADDRESS, amount: "20" };
  const shown = { status: "confirmed", proof: "email", confirmedAt: NOW(), confirmUntil: tomorrow() } as const;
  const { id } = await database().refundRequest.create({
    data: { merchantId, invoiceId: paidId, caseId, kind: "case", ...money, ...shown, challenge: randomUUID() },
    select: { id: true },
  });
  return id;
}

/** A sample webhook that was prepared and not sent. */
export async function insertWebhookTest({
  merchantId,
  ownerId,
}: Pick<SweepObjects, "merchantId" | "ownerId">): Promise<string> {
  const made = { kind: "payment", eventStatus: "paid", currencyCode: "USDT", networkCode: "bsc" } as const;
  const data = {
    merchantId,
    actorId: ownerId,
    ...made,
    url: "https://shop.example/hook",
    body: "{}",
    requestHeaders: [],
  };
  return (await database().webhookTest.create({ data, select: { id: true } })).id;
}

/** Returns a fingerprint of every row of a merchant, per table. */
export async function fingerprint(merchantId: string): Promise<Readonly<Record<string, string>>> {
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT c.table_name AS name FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = 'public' AND c.column_name = 'merchant_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`;
  const found: Record<string, string> = {};
  for (const [name, column] of [...tables.map((table) => [table.name, "merchant_id"]), ["merchants", "id"]] as const) {
    const [row] = await database().$queryRawUnsafe<{ hash: string }[]>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS hash
       FROM "${name}" r WHERE "${column}" = $1::uuid`,
      merchantId,
    );
    found[name] = row?.hash ?? "";
  }
  return found;
}
