import { randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody, operatorCapital } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { queueSend } from "@/lib/sending/sends/queue-send";
import type { Send, SendOrder } from "@/lib/sending/sends/send";
import { nothingToVerify, type SendOwner, setSendOwner } from "@/lib/sending/sends/send-owner";

/** The simplest possible owner: the operator's capital is sent. It records each event. */
export type RecordedEvent = { readonly purposeId: string; readonly event: keyof SendOwner; readonly text: string };

export type TestOwner = {
  /** The recorded events of this send, in order, as `event text`. */
  readonly recordedFor: (purposeId: string) => string[];
};

/**
 * Owns the operator's withdrawals and sweeps in this process, both as if they left the gateway.
 * Records events even if they are rolled back.
 */
export function ownSends(): TestOwner {
  const recorded: RecordedEvent[] = [];
  const note = (send: Send, event: keyof SendOwner, text: string) => {
    recorded.push({ purposeId: send.purposeId, event, text });
  };
  const owner: SendOwner = {
    isBatchable: true,
    unverified: nothingToVerify,
    lock: async () => {},
    waits: async (_tx, send, reason) => note(send, "waits", String(reason)),
    signed: async (_tx, send, transactionId) => note(send, "signed", transactionId),
    async confirmed(tx, send, transactionId, _cost, lockBooks) {
      note(send, "confirmed", transactionId);
      const { networkCode, currencyCode, amount } = send;
      const debit = operatorCapital(currencyCode);
      const credit = inFlightCustody(networkCode, currencyCode);
      const reference = `send:${send.id}`;
      await lockBooks({ reference, accounts: [debit, credit] });
      await postEntry(tx, { kind: "capital.move", reference, groupId: "test", legs: [{ debit, credit, amount }] });
    },
    failed: async (_tx, send, reason) => note(send, "failed", reason),
  };
  setSendOwner("withdrawal", owner);
  setSendOwner("sweep", owner);
  return {
    recordedFor: (purposeId) =>
      recorded.filter((line) => line.purposeId === purposeId).map(({ event, text }) => `${event} ${text}`),
  };
}

/** Returns an external address that has never been paid. */
export function newDestination(): string {
  return `0x${randomUUID().replaceAll("-", "")}${"ab".repeat(4)}`;
}

/**
 * Queues a send. `fields` change the default: 10 USDT on eth to a new address. A send from one of
 * the gateway's addresses is a sweep.
 */
export async function createSend(fields: Partial<Omit<SendOrder, "amount">> & { amount?: string } = {}): Promise<Send> {
  const order: SendOrder = {
    purpose: fields.fromAddress == null ? "withdrawal" : "sweep",
    purposeId: randomUUID(),
    networkCode: "eth",
    currencyCode: "USDT",
    fromAddress: null,
    toAddress: newDestination(),
    memo: null,
    priority: "recommended",
    feeExpected: null,
    ...fields,
    amount: decimal(fields.amount ?? "10"),
  };
  return withTransaction((tx) => queueSend(tx, order));
}

export function sendRow(id: string) {
  return database().send.findUniqueOrThrow({
    where: { id },
    include: { outgoing: { include: { versions: { orderBy: { version: "asc" } } } } },
  });
}
