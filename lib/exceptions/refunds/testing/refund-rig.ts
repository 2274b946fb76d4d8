import { randomBytes } from "node:crypto";
import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { database, withTransaction } from "@/lib/kernel/db";
import { ZERO } from "@/lib/kernel/money/decimal";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { booksOfOwner } from "@/lib/sending/sends/accounts-repo";
import { findSendOf } from "@/lib/sending/sends/repo";
import type { Send } from "@/lib/sending/sends/send";
import type { FailureCause } from "@/lib/sending/sends/send-owner";

/**
 * Simulates the engine's handling of a refund's send, without a chain. For tests, on top of the
 * gateway rig.
 */

/** Creates a merchant with one paid invoice: 100 USDT on bsc, of which 99 are in the balance. */
export async function newPaid(amount = "100", fields: Readonly<Record<string, unknown>> = {}) {
  const payer = await newPayer();
  const invoice = await newPaidInvoice(payer, amount, fields);
  return { payer, invoice };
}

export async function newPaidInvoice(
  payer: Payer,
  amount = "100",
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Invoice> {
  const invoice = await newInvoice(payer.merchantId, fields);
  await pay(invoice, { amount });
  await settleInvoice(invoice.id);
  return invoice;
}

/** Returns the id of the only refund of a payment, wallet or case that is under way. */
export async function liveRefund(of: {
  readonly invoiceId?: string;
  readonly walletId?: string;
  readonly caseId?: string;
}): Promise<string> {
  const rows = await database().refund.findMany({
    where: { ...of, status: { in: ["process", "check"] } },
    select: { id: true },
  });
  const [only, other] = rows;
  if (only === undefined || other !== undefined) throw new Error(`${rows.length} refunds are under way`);
  return only.id;
}

/** Confirms a refund with all confirmations and at no network cost. */
export async function confirmRefund(id: string): Promise<string> {
  const transactionId = `0x${randomBytes(32).toString("hex")}`;
  await withTransaction(async (tx) => {
    await refundSends.lock(tx, id);
    const { send, outgoingId } = await sign(tx, id, transactionId);
    await refundSends.signed(tx, send, transactionId);
    await refundSends.confirmed(tx, send, transactionId, { currencyCode: "BNB", amount: ZERO }, booksOfOwner(tx));
    await tx.send.update({ where: { id: send.id }, data: { status: "confirmed" } });
    await tx.outgoingTransaction.update({ where: { id: outgoingId }, data: { status: "settled", feePaid: "0" } });
  });
  return transactionId;
}

/**
 * Signs a refund and fails it finally: its network included it, reverted it and charged nothing.
 */
export async function revertRefund(id: string, cause: FailureCause = "chain"): Promise<void> {
  const transactionId = `0x${randomBytes(32).toString("hex")}`;
  await withTransaction(async (tx) => {
    await refundSends.lock(tx, id);
    const { send, outgoingId } = await sign(tx, id, transactionId);
    await refundSends.signed(tx, send, transactionId);
    await refundSends.failed(tx, send, "reverted", cause, booksOfOwner(tx));
    await tx.send.update({ where: { id: send.id }, data: { status: "failed" } });
    const { networkCode, currencyCode, amount } = send;
    const [debit, credit] = [hotCustody(networkCode, currencyCode), inFlightCustody(networkCode, currencyCode)];
    const legs = [{ debit, credit, amount }];
    await postEntry(tx, { kind: "send.release", reference: outgoingId, groupId: outgoingId, legs });
    await tx.outgoingTransaction.update({ where: { id: outgoingId }, data: { status: "failed", feePaid: "0" } });
  });
}

/** Fails a refund that the chain refused permanently: nothing was sent. */
export async function breakRefund(
  id: string,
  reason = "The chain would refuse it",
  cause: FailureCause = "chain",
): Promise<void> {
  await withTransaction(async (tx) => {
    await refundSends.lock(tx, id);
    const send = await sendOf(tx, id);
    await tx.send.update({ where: { id: send.id }, data: { status: "failed" } });
    await refundSends.failed(tx, send, reason, cause, booksOfOwner(tx));
  });
}

type Tx = Parameters<typeof refundSends.lock>[0];

async function sendOf(tx: Tx, id: string): Promise<Send> {
  const send = await findSendOf(tx, "refund", id);
  if (send === null) throw new Error(`refund ${id} has no send`);
  return send;
}

/**
 * Commits what the engine commits: a transaction with its own bytes and nonce, and custody in
 * flight.
 */
async function sign(
  tx: Tx,
  id: string,
  transactionId: string,
): Promise<{ readonly send: Send; readonly outgoingId: string }> {
  const send = await sendOf(tx, id);
  const { networkCode, currencyCode, amount } = send;
  const account = { networkCode, address: `0x${"1".repeat(40)}` };
  const { nextNonce } = await tx.sendingAccount.upsert({
    where: { networkCode_address: account },
    create: { ...account, nextNonce: 1n },
    update: { nextNonce: { increment: 1n } },
  });
  const { id: outgoingId } = await tx.outgoingTransaction.create({
    data: { networkCode, fromAddress: account.address, nonce: (nextNonce ?? 1n) - 1n, feeMax: "0" },
    select: { id: true },
  });
  const version = { version: 1, raw: randomBytes(1), feeTerms: "", feePriority: "recommended" as const };
  const fee = { feeExpected: "0", feeMax: "0" };
  await tx.signedTransaction.create({ data: { outgoingId, networkCode, transactionId, ...version, ...fee } });
  await tx.send.update({ where: { id: send.id }, data: { status: "sending", outgoingId } });
  const [debit, credit] = [inFlightCustody(networkCode, currencyCode), hotCustody(networkCode, currencyCode)];
  const reference = `${outgoingId}:1`;
  await postEntry(tx, { kind: "send.commit", reference, groupId: outgoingId, legs: [{ debit, credit, amount }] });
  return { send, outgoingId };
}
