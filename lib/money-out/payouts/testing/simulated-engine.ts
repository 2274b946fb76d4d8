import { randomBytes } from "node:crypto";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { ZERO } from "@/lib/kernel/money/decimal";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { booksOfOwner } from "@/lib/sending/sends/accounts-repo";
import { endExpired } from "@/lib/sending/sends/outgoing-repo";
import { findSendOf } from "@/lib/sending/sends/repo";
import type { Send, WaitReason } from "@/lib/sending/sends/send";
import type { FailureCause } from "@/lib/sending/sends/send-owner";

/**
 * Simulates the engine's handling of a payout's send by writing its rows in the engine's lock
 * order: for tests of payouts without a chain. Networks are free here.
 */

const HOT = `0x${"11".repeat(20)}`;

/** Returns the send of a payout, locked as the engine locks it; null when there is none. */
async function open(tx: Tx, payoutId: string): Promise<Send | null> {
  await payoutSends.lock(tx, payoutId);
  await tx.$queryRaw`SELECT 1 FROM sends WHERE purpose = 'payout' AND purpose_id = ${payoutId}::uuid FOR UPDATE`;
  return findSendOf(tx, "payout", payoutId);
}

async function openSending(tx: Tx, payoutId: string): Promise<Send & { outgoingId: string }> {
  const send = await open(tx, payoutId);
  if (send?.status !== "sending" || send.outgoingId === null) throw new Error(`payout ${payoutId} is not being sent`);
  return { ...send, outgoingId: send.outgoingId };
}

/**
 * Signs a payout's send; returns the transaction id, or null when there is nothing left to sign.
 */
export async function simulateSigned(payoutId: string): Promise<string | null> {
  return await withTransaction(async (tx) => {
    const send = await open(tx, payoutId);
    if (send?.status !== "queued") return null;
    const transactionId = `0x${randomBytes(32).toString("hex")}`;
    const outgoingId = await store(tx, send.networkCode, transactionId);
    await tx.send.update({ where: { id: send.id }, data: { status: "sending", outgoingId, waitReason: null } });
    await post(tx, "send.commit", `${outgoingId}:1`, [
      ...leg(inFlightOf(send), hotCustody(send.networkCode, send.currencyCode), send.amount),
    ]);
    await payoutSends.signed(tx, send, transactionId);
    return transactionId;
  });
}

/**
 * Expires the transaction, as on chains whose transactions expire: no block included it in time,
 * and the send may be signed again.
 */
export async function simulateExpired(payoutId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const send = await openSending(tx, payoutId);
    await endExpired(tx, send.outgoingId, [send.id]);
    await post(tx, "send.release", send.outgoingId, [
      ...leg(hotCustody(send.networkCode, send.currencyCode), inFlightOf(send), send.amount),
    ]);
  });
}

/** Confirms the transaction with all confirmations. */
export async function simulateConfirmed(payoutId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const send = await openSending(tx, payoutId);
    const { transactionId } = await tx.signedTransaction.findFirstOrThrow({ where: { outgoingId: send.outgoingId } });
    await end(tx, send.outgoingId, "settled");
    await tx.send.update({ where: { id: send.id }, data: { status: "confirmed", finalAt: new Date() } });
    await payoutSends.confirmed(tx, send, transactionId, { currencyCode: "BNB", amount: ZERO }, booksOfOwner(tx));
  });
}

/** Reverts the transaction in a block. */
export async function simulateFailed(
  payoutId: string,
  reason = "the chain reverted it",
  cause: FailureCause = "chain",
): Promise<void> {
  await withTransaction(async (tx) => {
    const send = await openSending(tx, payoutId);
    await post(tx, "send.release", send.outgoingId, [
      ...leg(hotCustody(send.networkCode, send.currencyCode), inFlightOf(send), send.amount),
    ]);
    await end(tx, send.outgoingId, "failed");
    await tx.send.update({ where: { id: send.id }, data: { status: "failed", failure: reason, finalAt: new Date() } });
    await payoutSends.failed(tx, send, reason, cause, booksOfOwner(tx));
  });
}

/** Makes the send wait for a reason; null ends the wait. */
export async function simulateWaits(payoutId: string, reason: WaitReason | null): Promise<void> {
  await withTransaction(async (tx) => {
    const send = await open(tx, payoutId);
    if (send?.status !== "queued") return;
    await tx.send.update({ where: { id: send.id }, data: { waitReason: reason } });
    await payoutSends.waits(tx, { ...send, waitReason: reason }, reason);
  });
}

export const sendOf = (payoutId: string) => findSendOf(database(), "payout", payoutId);

async function store(tx: Tx, networkCode: string, transactionId: string): Promise<string> {
  await tx.sendingAccount.upsert({
    where: { networkCode_address: { networkCode, address: HOT } },
    create: { networkCode, address: HOT, nextNonce: 0n },
    update: {},
  });
  const [account] = await tx.$queryRaw<{ nonce: bigint }[]>`
    UPDATE sending_accounts SET next_nonce = next_nonce + 1 WHERE network_code = ${networkCode} AND address = ${HOT}
    RETURNING next_nonce - 1 AS nonce`;
  const outgoing = await tx.outgoingTransaction.create({
    data: { networkCode, fromAddress: HOT, nonce: account?.nonce ?? 0n, feeMax: "0" },
    select: { id: true },
  });
  await tx.signedTransaction.create({
    data: {
      outgoingId: outgoing.id,
      version: 1,
      networkCode,
      transactionId,
      raw: Buffer.from("00", "hex"),
      feeTerms: "{}",
      feePriority: "recommended",
      feeExpected: "0",
      feeMax: "0",
    },
  });
  return outgoing.id;
}

async function end(tx: Tx, id: string, status: "settled" | "failed"): Promise<void> {
  const block = { includedVersion: 1, blockHeight: 1n, blockHash: "0x01" };
  await tx.outgoingTransaction.update({
    where: { id },
    data: { ...block, status, feePaid: "0", settledAt: new Date() },
  });
}

const inFlightOf = (send: Send) => inFlightCustody(send.networkCode, send.currencyCode);

async function post(tx: Tx, kind: "send.commit" | "send.release", reference: string, legs: ReturnType<typeof leg>) {
  await postEntry(tx, { kind, reference, groupId: reference, legs });
}
