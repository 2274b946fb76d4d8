import { randomBytes } from "node:crypto";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { booksOfOwner } from "@/lib/sending/sends/accounts-repo";
import { findSendOf } from "@/lib/sending/sends/repo";
import type { Send, SendPurpose } from "@/lib/sending/sends/send";
import { commitToFlight, custodyOf, groupOf } from "@/lib/sending/sends/send-custody";
import type { SendOwner } from "@/lib/sending/sends/send-owner";

/**
 * Simulates the engine's handling of one send by writing its rows in the engine's order: for tests
 * without a chain.
 */
export type SimulatedSend = {
  readonly purpose: SendPurpose;
  readonly owner: SendOwner;
  readonly purposeId: string;
  readonly native: string;
};

const HOT = `0x${"11".repeat(20)}`;

/** Signs the send; returns false when nothing is queued. */
export async function simulateSigned(simulated: SimulatedSend, feeMax: Decimal): Promise<boolean> {
  return withTransaction(async (tx) => {
    const send = await open(tx, simulated);
    if (send?.status !== "queued") return false;
    const transactionId = `0x${randomBytes(32).toString("hex")}`;
    const outgoingId = await store(tx, send, transactionId, feeMax.toFixed());
    await tx.send.update({ where: { id: send.id }, data: { status: "sending", outgoingId, waitReason: null } });
    const fee = { currency: simulated.native, amount: feeMax, payer: null };
    await commitToFlight(tx, { outgoingId, version: 1, lead: send, carried: send.amount, fee });
    await simulated.owner.signed(tx, { ...send, outgoingId }, transactionId);
    return true;
  });
}

/** Ends the send with enough confirmations and the given cost: succeeded or reverted. */
export async function simulateEnded(
  simulated: SimulatedSend,
  cost: Decimal,
  outcome: "arrived" | "reverted",
): Promise<void> {
  await withTransaction(async (tx) => {
    const send = await open(tx, simulated);
    if (send?.status !== "sending" || send.outgoingId === null)
      throw new Error(`${simulated.purpose} is not being sent`);
    const { outgoingId } = send;
    const outgoing = await tx.outgoingTransaction.update({
      where: { id: outgoingId },
      data: { feePaid: cost.toFixed(), status: outcome === "arrived" ? "settled" : "failed", settledAt: new Date() },
    });
    const inFlight = inFlightCustody(send.networkCode, simulated.native);
    const fees = [
      ...leg(networkCosts(simulated.native), inFlight, cost),
      ...leg(custodyOf(send, simulated.native), inFlight, decimal(outgoing.feeMax).minus(cost)),
    ];
    const about = { reference: outgoingId, groupId: groupOf(send) };
    const finalAt = new Date();
    if (outcome === "arrived") {
      await tx.send.update({ where: { id: send.id }, data: { status: "confirmed", finalAt } });
      await simulated.owner.confirmed(
        tx,
        send,
        "0x",
        { currencyCode: simulated.native, amount: cost },
        booksOfOwner(tx),
      );
      await postEntry(tx, { kind: "send.settle", ...about, legs: fees });
      return;
    }
    const carried = inFlightCustody(send.networkCode, send.currencyCode);
    const back = leg(custodyOf(send, send.currencyCode), carried, send.amount);
    await tx.send.update({ where: { id: send.id }, data: { status: "failed", failure: "reverted", finalAt } });
    await postEntry(tx, { kind: "send.release", ...about, legs: [...back, ...fees] });
    await simulated.owner.failed(tx, send, "reverted", "chain", booksOfOwner(tx));
  });
}

async function open(tx: Tx, { purpose, owner, purposeId }: SimulatedSend): Promise<Send | null> {
  await owner.lock(tx, purposeId);
  return findSendOf(tx, purpose, purposeId);
}

async function store(tx: Tx, send: Send, transactionId: string, feeMax: string): Promise<string> {
  const { networkCode } = send;
  const fromAddress = send.fromAddress ?? HOT;
  const [account] = await tx.$queryRaw<{ nonce: bigint }[]>`
    INSERT INTO sending_accounts AS a (network_code, address, next_nonce) VALUES (${networkCode}, ${fromAddress}, 1)
    ON CONFLICT (network_code, address) DO UPDATE SET next_nonce = a.next_nonce + 1 RETURNING next_nonce - 1 AS nonce`;
  const { id } = await tx.outgoingTransaction.create({
    data: { networkCode, fromAddress, nonce: account?.nonce ?? 0n, feeMax },
    select: { id: true },
  });
  const fees = { feeTerms: "{}", feePriority: "recommended" as const, feeExpected: feeMax, feeMax };
  const raw = Uint8Array.from([0]);
  await tx.signedTransaction.create({
    data: { outgoingId: id, version: 1, networkCode, transactionId, raw, ...fees },
  });
  return id;
}
