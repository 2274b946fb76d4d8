import { randomBytes, randomUUID } from "node:crypto";
import type { Maker } from "@/app/api/testing/made-for-members";
import { newSweepPerson } from "@/app/api/testing/sweep-persons";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { readMerchant } from "@/lib/fronts/admin/merchants-queries";
import { readNetwork } from "@/lib/fronts/admin/networks-queries";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { newInvoice, pay, payAddress, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { submitAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import { newHeld, openScreening, SUBMISSION } from "@/lib/money-in/questionnaires/testing/held-rig";
import { lookUpToken } from "@/lib/money-in/tokens/add-token";
import { writeFound } from "@/lib/money-in/tokens/repo";
import { fileOf, uploaded } from "@/lib/money-out/payout-batches/testing/batch-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import { inviterOf } from "@/lib/people/identity/testing/people";
import { inviteMerchant } from "@/lib/people/members/invite-member";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { insertChat } from "@/lib/people/notifications/testing/chat-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { insertNonceStop } from "@/lib/pricing/catalog/networks-repo";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";

/** Creates what the operator's requests consume. */

const COIN = { networkCode: "bsc", currencyCode: "USDT" };
const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
const reason = "tried by a test";

const newAddress = () => `0x${randomBytes(20).toString("hex")}`;

const unownedCase: Maker = async ({ shop }) => {
  const address = newAddress();
  const derivationIndex = 1_000_000 + (await database().address.count());
  const row = await database().address.create({
    data: { family: "evm", derivationIndex, address, addressKey: address },
    select: { id: true },
  });
  const depositId = await payAddress({ id: row.id, address, ownerId: null }, { amount: "20" });
  await settleUnmatched(depositId);
  const { id } = await database().case.findUniqueOrThrow({ where: { depositId } });
  return { id, body: { merchantId: shop.merchantId, address: EVM_ADDRESS }, query: { address: EVM_ADDRESS } };
};

const heldCase: Maker = async ({ shop }) => {
  await openScreening();
  return { id: (await newHeld(shop.merchantId)).caseId };
};

const unanswered: Maker = async ({ shop }) => {
  await openScreening();
  return { id: (await newHeld(shop.merchantId)).questionnaireId };
};

const answered: Maker = async (caller) => {
  const { id } = await unanswered(caller);
  await submitAnswers(String(id), SUBMISSION);
  const { id: document } = await database().amlDocument.findFirstOrThrow({ where: { questionnaireId: String(id) } });
  return { id: { id: String(id), document } };
};

async function newPayout(merchantId: string, address: string): Promise<string> {
  const terms = { amount: "3", currency: "USDT", network: "bsc", address, is_subtract: true, order_id: randomUUID() };
  return (await createPayout(await getMerchant(merchantId), createPayoutInput.parse(terms))).id;
}

async function sendOf(merchantId: string): Promise<string> {
  const purposeId = await newPayout(merchantId, newAddress());
  return (await database().send.findFirstOrThrow({ where: { purposeId } })).id;
}

const newSend: Maker = async ({ shop }) => ({ id: await sendOf(shop.merchantId), body: { reason } });

/** A send with a signed transaction. */
const signedSend: Maker = async ({ shop }) => {
  const id = await sendOf(shop.merchantId);
  const outgoing = { networkCode: "bsc", fromAddress: newAddress(), nonce: 0n, feeMax: "0" };
  const { id: outgoingId } = await database().outgoingTransaction.create({ data: outgoing, select: { id: true } });
  await database().send.update({ where: { id }, data: { status: "sending", outgoingId } });
  return { id };
};

const heldByList: Maker = async ({ shop }) => {
  const text = `${LISTED},,Frozen`;
  await importScreeningList({ name: "sweep", format: "csv", text, actorId: null });
  const subjectId = await newPayout(shop.merchantId, LISTED);
  const { id } = await database().review.findFirstOrThrow({ where: { subjectId, reason: "screening" } });
  return { id, body: { decision: "approved" } };
};

async function newDeadJob(): Promise<string> {
  const { rows } = await connectionPool().query<{ id: string }>(
    "SELECT (graphile_worker.add_job('send-mail', '{}')).id::text AS id",
  );
  const id = rows[0]?.id ?? "";
  await connectionPool().query("UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE id = $1", [id]);
  return id;
}

const newList: Maker = async () => {
  const { id } = await importScreeningList({ name: "drill", format: "csv", text: LISTED, actorId: null });
  return { id, body: { isActive: false } };
};

const vanished: Maker = async ({ shop }) => {
  const id = await pay(await newInvoice(shop.merchantId), { amount: "100" });
  await database().deposit.update({ where: { id }, data: { bookedInclusion: 1 } });
  await vanish(id, false);
  const { vanishedAt } = await database().deposit.findUniqueOrThrow({ where: { id } });
  return { id, body: { vanishedAt: vanishedAt?.toISOString() } };
};

const stoppedByNonce: Maker = async () => {
  const stop = { networkCode: "polygon", address: newAddress(), reason, chainNonce: 7n };
  await withTransaction((tx) => insertNonceStop(tx, stop));
  return { body: { networkCode: stop.networkCode, address: stop.address, nonce: "7" } };
};

const dismissible: Maker = async () => {
  const subject = randomUUID();
  await withTransaction((tx) => raiseAlarm(tx, { kind: "deposit-reversed", subject, message: reason }));
  return { id: (await database().alarm.findFirstOrThrow({ where: { subject } })).id };
};

const someone =
  (body: object): Maker =>
  async () => ({ id: (await newSweepPerson()).userId, body: { ...body, reason } });

const waitingInvitation: Maker = async ({ userId }) => {
  const inviter = inviterOf({ id: await operatorOr(userId), email: "", name: "Ada" });
  const { invitation } = await inviteMerchant({ inviter, email: `${randomUUID()}@people.test` }, new Date());
  return { id: invitation.id };
};

/** Only operators can have sent an invitation to open a merchant. */
async function operatorOr(userId: string): Promise<string> {
  const operator = await database().user.findFirst({ where: { isOperator: true }, select: { id: true } });
  return operator?.id ?? userId;
}

const withdrawal = () => ({
  commandId: randomUUID(),
  kind: "capital" as const,
  ...COIN,
  address: EVM_ADDRESS,
  amount: "1",
  memo: "",
});

const merchant =
  (changes: object): Maker =>
  async ({ shop: { merchantId } }) => {
    const { version, blocksVersion } = await readMerchant(merchantId, new Date());
    return { id: merchantId, body: { version: "reason" in changes ? blocksVersion : version, ...changes } };
  };

const network: Maker = async () => {
  const { version, isEnabled, confirmations } = await readNetwork("polygon", new Date());
  return { body: { code: "polygon", version, isEnabled, confirmations: String(confirmations + 1) } };
};

const service: Maker = async () => {
  const { services } = await readNetwork("polygon", new Date());
  const row = services.find(({ currency }) => currency === "USDT");
  return {
    body: { ...row?.terms, code: "polygon", currency: "USDT", version: row?.version, payoutFeeFixed: "0.77" },
  };
};

/** A token that the nodes have reported. */
async function readToken(userId: string) {
  const key = await lookUpToken({ networkCode: "eth", contract: newAddress() }, userId);
  const found = { symbol: "LINK", decimals: 18, nodeReports: [], prices: { Binance: "13" }, problem: null };
  await withTransaction((tx) => writeFound(tx, key, found));
  return key;
}

const ofMerchant: Maker = async ({ shop }) => ({ id: shop.merchantId });

const chat: Maker = async () => ({ id: await insertChat({ merchantId: null }) });

export const MADE_FOR_OPERATORS: Readonly<Record<string, Maker>> = {
  "operator.alarms.dismiss": dismissible,
  "operator.cases.detail": unownedCase,
  "operator.cases.creditPreview": async (caller) => {
    const made = await unownedCase(caller);
    return { ...made, query: { merchantId: caller.shop.merchantId } };
  },
  "operator.cases.credit": unownedCase,
  "operator.cases.refundPreview": unownedCase,
  "operator.cases.refund": unownedCase,
  "operator.chats.change": chat,
  "operator.chats.disable": chat,
  "operator.chats.enable": async () => ({ id: await insertChat({ merchantId: null, isDisabled: true }) }),
  "operator.chats.remove": chat,
  "operator.chats.test": chat,
  "operator.hotWallets.setColdAddress": async () => ({
    body: { ...COIN, isEnabled: true, address: newAddress(), keepAmount: "1" },
  }),
  "operator.exchanges.set": async () => ({ body: { ...COIN, fee: "1", minimum: "1" } }),
  "operator.exchanges.reset": async () => ({ body: COIN }),
  "operator.invitations.create": async () => ({ body: { email: `${randomUUID()}@people.test` } }),
  "operator.invitations.resend": waitingInvitation,
  "operator.invitations.revoke": waitingInvitation,
  "operator.jobs.retry": async () => ({ body: { id: await newDeadJob() } }),
  "operator.jobs.retryKind": async () => {
    await newDeadJob();
    return { body: { kind: "send-mail" } };
  },
  "operator.merchants.detail": ofMerchant,
  "operator.unsigned.list": ofMerchant,
  "operator.merchants.changeBlocks": merchant({ arePaymentsBlocked: true, arePayoutsBlocked: false, reason }),
  "operator.merchants.changeCommission": merchant({ commissionPercent: "0.7" }),
  "operator.networks.change": network,
  "operator.networks.changeService": service,
  "operator.tokens.lookUp": async () => ({ body: { networkCode: "eth", contract: newAddress() } }),
  "operator.tokens.add": async ({ userId }) => {
    const key = await readToken(userId);
    const limits = { paymentMin: "1", paymentMax: "100", payoutMin: "1", payoutMax: "100" };
    return { body: { ...key, ...limits, name: "Chainlink", rateSource: "Binance" } };
  },
  "operator.tokens.remove": async ({ userId }) => ({ body: await readToken(userId) }),
  "operator.unsigned.cancelBatchAsOperator": async ({ shop: { merchantId, ownerId: userId } }) => ({
    id: await uploaded({ merchantId, userId }, fileOf(["1"])),
    body: { reason },
  }),
  "operator.unsigned.cancelPayoutAsOperator": async ({ shop }) => ({
    id: await newPayout(shop.merchantId, newAddress()),
    body: { reason },
  }),
  "operator.cases.askPayer": heldCase,
  "operator.questionnaires.answers": answered,
  "GET /api/operator/questionnaires/[id]/documents/[document]": answered,
  "operator.questionnaires.extend": unanswered,
  "operator.reversals.approve": vanished,
  "operator.screening.decide": heldByList,
  "operator.screening.setListActive": newList,
  "operator.sends.detail": newSend,
  "operator.sends.end": newSend,
  "operator.sends.failUnconfirmable": signedSend,
  "operator.stops.stop": async () => ({ body: { scope: "eth", reason } }),
  "operator.stops.acceptNonce": stoppedByNonce,
  "operator.stops.resume": async () => ({ body: { scope: "eth" } }),
  "operator.sweeps.setPolicy": async () => ({
    body: { ...COIN, isEnabled: true, amountMin: "7", waitHoursMax: "5", batchMax: "9" },
  }),
  "operator.sweeps.start": async () => ({ body: COIN }),
  "operator.capital.moveTreasury": async () => ({
    body: { commandId: randomUUID(), direction: "fill", currency: "USDT", amount: "5" },
  }),
  "operator.users.setOperator": someone({ isOperator: true }),
  "operator.users.setSuspended": someone({ isSuspended: true }),
  "operator.webhooks.resend": async ({ shop }) => ({ id: shop.deliveryId }),
  "operator.withdrawals.create": async () => ({ body: withdrawal() }),
  "operator.withdrawals.cancel": async ({ userId }) => {
    const order = withdrawal();
    await createWithdrawal({ ...order, amount: decimal(order.amount), actorId: userId });
    return { id: order.commandId };
  },
};
