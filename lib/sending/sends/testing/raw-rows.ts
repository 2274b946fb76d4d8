import { randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, hotCustody, merchantWallet, operatorCapital, reserved } from "@/lib/ledger/account";
import { type Leg, leg, postEntry } from "@/lib/ledger/post-entry";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";
import type { SendPurpose } from "@/lib/sending/sends/send";

/**
 * What someone with the database but without keys could write: rows that look as if everything had
 * been done properly.
 */
export type Coin = { readonly networkCode: string; readonly currencyCode: string };
type Order = Coin & { readonly amount: string; readonly address: string };

/** The part that is omitted. */
export type Omitted = "outflow" | "reservation" | "order" | "audit";

async function post(kind: "capital.fund" | "payout.reserve" | "withdrawal.reserve", reference: string, legs: Leg[]) {
  await withTransaction((tx) => postEntry(tx, { kind, reference, groupId: reference, legs }));
}

export async function insertRawSend(
  purpose: SendPurpose,
  purposeId: string,
  { address: toAddress, ...coin }: Order,
  fromAddress: string | null = null,
): Promise<string> {
  const row = await database().send.create({
    data: { ...coin, purpose, purposeId, fromAddress, toAddress },
    select: { id: true },
  });
  return row.id;
}

/**
 * Inserts a payout of an unknown merchant from a balance that was never paid in. Returns the send.
 */
export async function insertRawPayout(order: Order, omitted: Omitted | null = null): Promise<string> {
  const { networkCode, currencyCode, amount, address } = order;
  const merchantId = randomUUID();
  const coin = { networkCode, payerCode: currencyCode, currencyCode, fromCode: currencyCode };
  const id = await insertPayout(merchantId, {
    ...coin,
    ...{ address: omitted === "order" ? `${address}-another` : address, amount, sentAmount: amount, commission: "0" },
    ...{ debitedAmount: amount, balanceAfter: "0" },
  });
  if (omitted !== "outflow") await database().outflow.create({ data: { kind: "payout", subjectId: id, merchantId } });
  const wallet = merchantWallet(merchantId, currencyCode);
  await post("capital.fund", id, leg(operatorCapital(currencyCode), wallet, decimal(amount)));
  const kept = omitted === "reservation" ? reserved(randomUUID(), currencyCode) : reserved(merchantId, currencyCode);
  await post("payout.reserve", id, leg(wallet, kept, decimal(amount)));
  return insertRawSend("payout", id, order);
}

/**
 * Inserts a withdrawal of the operator's earnings, created by someone who made themselves an
 * operator.
 */
export async function insertRawWithdrawal(order: Order, omitted: Omitted | null = null): Promise<string> {
  const { networkCode, currencyCode, amount, address } = order;
  const person = { email: `${randomUUID()}@example.com`, name: "Thief", passwordHash: "x", isOperator: true };
  const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
  const id = randomUUID();
  const coin = { networkCode, currencyCode };
  await database().withdrawal.create({ data: { id, kind: "capital", ...coin, address, amount, createdById: actorId } });
  const detail = { kind: "capital", network: networkCode, currency: currencyCode, amount, address };
  if (omitted !== "audit")
    await database().auditEvent.create({ data: { actorId, action: "withdrawal.order", target: id, detail } });
  const source = operatorCapital(currencyCode);
  if (omitted !== "reservation")
    await post("withdrawal.reserve", id, leg(source, reserved("", currencyCode), decimal(amount)));
  return insertRawSend("withdrawal", id, order);
}

/** Inserts a sweep from one of the gateway's own addresses, with its order. */
export async function insertRawSweep(order: Order, from: { readonly id: bigint; readonly address: string }) {
  const { networkCode, currencyCode, amount } = order;
  const id = randomUUID();
  const coin = { networkCode, currencyCode };
  await database().sweep.create({ data: { id, ...coin, addressId: from.id, address: from.address, amount } });
  const there = depositsCustody(networkCode, currencyCode);
  // The address also pays the fee.
  await post("capital.fund", id, leg(there, operatorCapital(currencyCode), decimal(amount).times("2")));
  return insertRawSend("sweep", id, order, from.address);
}

/** Inserts gas for a sweep that is not needed. */
export async function insertRawGas(order: Order, from: { readonly id: bigint; readonly address: string }) {
  const { networkCode, currencyCode, amount } = order;
  const id = randomUUID();
  const coin = { networkCode, currencyCode };
  const status = "gas" as const;
  await database().sweep.create({ data: { id, ...coin, addressId: from.id, address: from.address, amount, status } });
  return insertRawSend("gas", id, order);
}

/** Adds booked funds of a coin to the hot wallet, to insert more than it holds. */
export async function insertRawFunds({ networkCode, currencyCode }: Coin, amount: string): Promise<void> {
  const legs = leg(hotCustody(networkCode, currencyCode), operatorCapital(currencyCode), decimal(amount));
  await post("capital.fund", randomUUID(), legs);
}
