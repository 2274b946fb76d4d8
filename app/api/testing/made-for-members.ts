import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { SWEEP_ENTRIES } from "@/app/api/testing/sweep-inputs";
import { newSweepPerson } from "@/app/api/testing/sweep-persons";
import { bodyOf, type SweepRequest } from "@/app/api/testing/sweep-request";
import { insertRequest, insertWebhookTest, type SweepShop } from "@/app/api/testing/sweep-world";
import { queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import { database, withTransaction } from "@/lib/kernel/db";
import { newBill, newDraft } from "@/lib/money-in/bills/testing/bill-rig";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newLink } from "@/lib/money-in/payment-links/testing/link-rig";
import { newItem } from "@/lib/money-in/point-of-sale/testing/sale-rig";
import { newPlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { submitRows } from "@/lib/money-out/payout-batches/submit-rows";
import { fileOf, newAddress, ordered, uploaded } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import { insertSettlementRule } from "@/lib/money-out/settlements/testing/settlement-rig";
import { storeLogo } from "@/lib/people/brands/change-brand";
import { inviterOf } from "@/lib/people/identity/testing/people";
import { inviteMember } from "@/lib/people/members/invite-member";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { MemberRole } from "@/lib/people/merchants/role";
import { insertChat } from "@/lib/people/notifications/testing/chat-rig";

/** The sender of the request, and the merchant. */
export type SweepCaller = { readonly shop: SweepShop; readonly userId: string; readonly role: MemberRole | null };

/**
 * Creates what a request consumes, so that every allowed caller can send it: the object in the URL
 * and the others it names.
 */
export type Maker = (caller: SweepCaller) => Promise<Partial<SweepRequest>>;

const LIMIT_OF_EVERYTHING = { approvalAboveUsd: "0" };
const NO_LIMIT = { approvalAboveUsd: null };

const openInvoice: Maker = async ({ shop }) => ({ id: (await newInvoice(shop.merchantId)).id });

async function newPaid({ merchantId }: SweepShop) {
  const invoice = await newInvoice(merchantId);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice;
}

async function newCase(shop: SweepShop): Promise<string> {
  const invoice = await newPaid(shop);
  const depositId = await pay(invoice, { amount: "20" });
  await settleInvoice(invoice.id);
  return (await database().case.findUniqueOrThrow({ where: { depositId } })).id;
}

/** A payer's refund request for a case. */
async function newRequest(shop: SweepShop): Promise<string> {
  const caseId = await newCase(shop);
  const { invoiceId } = await database().case.findUniqueOrThrow({ where: { id: caseId } });
  return await insertRequest({ merchantId: shop.merchantId, paidId: invoiceId ?? shop.paidId }, caseId);
}

const openCase: Maker = async ({ shop }) => ({ id: await newCase(shop), body: { address: EVM_ADDRESS } });

/**
 * Its funds are reserved. If held, it awaits approval: the payout key belongs to the shop's owner.
 */
async function newPayout({ merchantId }: SweepShop, isHeld: boolean): Promise<string> {
  const terms = { amount: "3", currency: "USDT", network: "bsc", address: newAddress(), is_subtract: true };
  if (isHeld) await database().merchant.update({ where: { id: merchantId }, data: LIMIT_OF_EVERYTHING });
  const input = createPayoutInput.parse({ ...terms, order_id: randomUUID() });
  const { id } = await createPayout(await getMerchant(merchantId), input);
  if (isHeld) await database().merchant.update({ where: { id: merchantId }, data: NO_LIMIT });
  return id;
}

async function newReview(shop: SweepShop): Promise<string> {
  const subjectId = await newPayout(shop, true);
  return (await database().review.findFirstOrThrow({ where: { subjectId } })).id;
}

/** A blocked wallet that holds a deposit received after the block. */
async function newHolding({ merchantId }: SweepShop): Promise<string> {
  const wallet = await newWallet(merchantId);
  await blockWallet(merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  await topUp(wallet, { amount: "20" });
  await settleWallet(wallet.id);
  return wallet.id;
}

const held: Maker = async ({ shop }) => ({ id: await newHolding(shop), body: { address: EVM_ADDRESS } });

const uploadedFile: Maker = async ({ shop, userId }) => ({
  id: await uploaded({ merchantId: shop.merchantId, userId }, fileOf(["1"])),
});

/** A payout file that awaits approval by somebody other than its requester. */
const waitingFile: Maker = async ({ shop }) => {
  const { merchantId, ownerId } = shop;
  await database().merchant.update({ where: { id: merchantId }, data: LIMIT_OF_EVERYTHING });
  const id = await ordered({ merchantId, userId: ownerId }, fileOf(["1"]));
  await submitRows(id);
  await database().merchant.update({ where: { id: merchantId }, data: NO_LIMIT });
  return { id };
};

const otherMember: Maker = async ({ shop: { merchantId } }) => ({
  id: (await newSweepPerson({ merchantId, role: "viewer" })).userId,
});

const waitingInvitation: Maker = async ({ shop: { merchantId, ownerId } }) => {
  const inviter = inviterOf({ id: ownerId, email: "", name: "Ada" });
  const { invitation } = await inviteMember({ merchantId, inviter, email: newEmail(), role: "viewer" }, new Date());
  return { id: invitation.id };
};

const newEmail = () => `${randomUUID()}@people.test`;

const picture = () =>
  sharp({ create: { width: 20, height: 6, channels: 3, background: "#aa2233" } })
    .png()
    .toBuffer();

const resentWebhook: Maker = async ({ shop: { merchantId } }) => {
  const event = { objectKind: "payout", objectId: randomUUID(), merchantId, url: "http://shop.example/" } as const;
  const status = { status: "paid", payload: { type: "payout", is_final: true, status: "paid" } };
  const { deliveryId } = await withTransaction((tx) => queueWebhook(tx, { ...event, ...status }));
  return { id: deliveryId };
};

/** With a new order id. */
const newOrder =
  (name: string): Maker =>
  async ({ shop }) => ({
    body: { ...bodyOf(SWEEP_ENTRIES[name] ?? { leaves: "nothing" }, shop), orderId: randomUUID() },
  });

/** Of any coin: a merchant has one rule for each. */
const newSettlement = ({ merchantId, ownerId }: SweepShop) =>
  insertSettlementRule({ merchantId, savedById: ownerId, currencyCode: randomUUID().slice(0, 12) });

const settlement: Maker = async ({ shop }) => ({ id: await newSettlement(shop) });

const pausedSettlement: Maker = async ({ shop }) => {
  const id = await newSettlement(shop);
  await database().settlementRule.update({ where: { id }, data: { stoppedAt: new Date() } });
  return { id };
};

const ownChat: Maker = async ({ shop: { merchantId } }) => ({ id: await insertChat({ merchantId }) });

export const MADE_FOR_MEMBERS: Readonly<Record<string, Maker>> = {
  "cases.credit": openCase,
  "refunds.case.order": openCase,
  "refunds.case.preview": openCase,
  "chats.disable": ownChat,
  "chats.enable": async ({ shop: { merchantId } }) => ({ id: await insertChat({ merchantId, isDisabled: true }) }),
  "chats.remove": ownChat,
  "chats.test": ownChat,
  "invoices.cancel": openInvoice,
  "invoices.markAsPaid": openInvoice,
  "POST /api/merchant/brand/logo": async () => ({ file: new Uint8Array(await picture()) }),
  "merchant.removeLogo": async ({ shop: { merchantId, ownerId } }) => {
    await storeLogo({ merchantId, actorId: ownerId, file: await picture() });
    return {};
  },
  "members.invite": async () => ({ body: { email: newEmail(), role: "viewer" } }),
  "members.resendInvitation": waitingInvitation,
  "members.revokeInvitation": waitingInvitation,
  "members.leave": async ({ shop: { merchantId }, role }) => ({
    cookie: (await newSweepPerson(role && { merchantId, role })).cookie,
  }),
  "members.changeRole": otherMember,
  "members.remove": otherMember,
  "members.requireSecondFactor": async () => ({ body: { isRequired: true } }),
  "POST /api/payout-batches": async () => ({
    query: { fileName: "pay.csv" },
    file: fileOf(["1"]),
  }),
  "payoutBatches.approve": waitingFile,
  "payoutBatches.cancel": uploadedFile,
  "payoutBatches.check": uploadedFile,
  "payoutBatches.confirm": uploadedFile,
  "payouts.create": newOrder("payouts.create"),
  "payouts.cancel": async ({ shop }) => ({ id: await newPayout(shop, false) }),
  "bills.change": async ({ shop }) => ({ id: (await newDraft(shop.merchantId)).id }),
  "bills.discard": async ({ shop }) => ({ id: (await newDraft(shop.merchantId)).id }),
  "bills.send": async ({ shop }) => ({ id: (await newDraft(shop.merchantId)).id }),
  "bills.sendAgain": async ({ shop }) => ({ id: (await newBill(shop.merchantId)).id }),
  "bills.cancel": async ({ shop }) => ({ id: (await newBill(shop.merchantId)).id }),
  "paymentLinks.change": async ({ shop }) => ({ id: (await newLink(shop.merchantId)).id }),
  "pointOfSale.changeItem": async ({ shop }) => ({ id: await newItem(shop.merchantId, shop.ownerId) }),
  "recurrences.cancel": async ({ shop }) => ({ id: (await newPlan(shop.merchantId)).id }),
  "refundRequests.decide": async ({ shop }) => ({ id: await newRequest(shop) }),
  "refundRequests.preview": async ({ shop }) => ({ id: await newRequest(shop) }),
  "refunds.invoice.order": async ({ shop }) => ({ id: (await newPaid(shop)).id }),
  "refunds.invoice.preview": async ({ shop }) => ({ id: (await newPaid(shop)).id }),
  "refunds.wallet.order": held,
  "refunds.wallet.preview": held,
  "reviews.decide": async ({ shop }) => ({ id: await newReview(shop) }),
  "search.find": async ({ shop }) => ({ query: { q: shop.invoiceId } }),
  "settlements.pause": settlement,
  "settlements.resume": pausedSettlement,
  "settlements.remove": settlement,
  "transfers.create": async () => ({ body: { direction: "to-personal", currency: "USDT", amount: "1" } }),
  "wallets.create": newOrder("wallets.create"),
  "wallets.block": async ({ shop }) => ({ id: (await newWallet(shop.merchantId)).id }),
  "webhooks.resend": resentWebhook,
  "webhookTests.send": async ({ shop }) => ({ id: await insertWebhookTest(shop) }),
};
