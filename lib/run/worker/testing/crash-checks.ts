import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Received, Receiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { feesEarned } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { viewInvoice } from "@/lib/money-in/invoices/get-invoice";
import { findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import type { Order } from "@/lib/run/worker/testing/crash-payments";
import { creditsOf, depositsOf, invoiceRow, until, walletOf } from "@/lib/run/worker/testing/observe";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";

/**
 * Waits until every invoice has the status that its payments imply, and the shop has accepted the
 * webhook with it.
 */
export async function untilAllPaid(orders: readonly Order[], limitMs: number): Promise<void> {
  const waiting = new Set(orders);
  await until(async () => {
    for (const order of waiting) {
      const { status } = await invoiceRow(order.id);
      if (status === (order.isOverpaid ? "paid_over" : "paid")) waiting.delete(order);
    }
    expect([...waiting].map(({ id, network, coin }) => ({ id, network, coin }))).toEqual([]);
    expect(await database().webhookDelivery.count({ where: { state: { not: "delivered" } } })).toBe(0);
  }, limitMs);
}

/**
 * Expects that each transfer is one deposit, booked and credited once, and nothing else was
 * credited.
 */
export async function expectCreditedOnce(orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    const deposits = await depositsOf(order.id);
    const credits = await creditsOf(order.id);
    const exact = (amounts: readonly Decimal[]) => amounts.map((amount) => amount.toFixed()).sort();
    const sent = exact(order.sent.map((units) => fromBaseUnits(units, order.decimals)));
    expect(exact(deposits.map(({ amount }) => decimal(amount)))).toEqual(sent);
    expect(exact(credits.map(({ amount }) => decimal(amount)))).toEqual(sent);
    expect(deposits.every(({ status, inclusion }) => status === "confirmed" && inclusion === 1)).toBe(true);
    expect(credits.every(({ reversedAt }) => reversedAt === null)).toBe(true);
  }
  const transfers = orders.reduce((sum, { sent }) => sum + sent.length, 0);
  expect(await database().deposit.count({ where: { ownerKind: { not: "hot" } } })).toBe(transfers);
  expect(await database().journalEntry.count({ where: { kind: "invoice.credit" } })).toBe(transfers);
}

/**
 * Expects that a wallet holds the sum of the invoices' merchant_amount, and with the fees exactly
 * what was sent.
 */
export async function expectExactBalances(orders: readonly Order[], gateway: TestGateway): Promise<void> {
  const promised = new Map<string, Decimal>();
  const sent = new Map<string, Decimal>();
  for (const { id, coin, sent: units, decimals } of orders) {
    const invoice = await findMerchantInvoice(gateway.merchantId, id);
    const view = invoice === null ? null : await viewInvoice(invoice);
    promised.set(coin, (promised.get(coin) ?? ZERO).plus(view?.merchant_amount ?? "0"));
    sent.set(
      coin,
      units.reduce((sum, part) => sum.plus(fromBaseUnits(part, decimals)), sent.get(coin) ?? ZERO),
    );
  }
  for (const [coin, total] of sent) {
    const wallet = await walletOf(gateway.merchantId, coin);
    expect(wallet, coin).toBe(promised.get(coin)?.toFixed());
    expect((await findBalance(feesEarned(coin))).plus(wallet).toFixed(), coin).toBe(total.toFixed());
  }
}

/**
 * Expects that every queued event has arrived, repeats with the same bytes and none behind a later
 * one, each correctly signed.
 */
export async function expectWebhooks(orders: readonly Order[], gateway: TestGateway, shop: Receiver): Promise<void> {
  const queued = await database().webhookDelivery.findMany({ orderBy: { sequence: "asc" } });
  const sequenceOf = new Map(queued.map(({ id, sequence }) => [id, sequence]));
  const byObject = groupByObject(shop.received);
  for (const { id, isOverpaid } of orders) {
    const arrived = byObject.get(id) ?? [];
    expect(arrived.at(-1)?.body).toContain(isOverpaid ? '"status":"paid_over"' : '"status":"paid"');
    const sequences = arrived.map(({ headers }) => sequenceOf.get(String(headers["webhook-id"])) ?? -1n);
    expect(sequences).toEqual(sequences.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const distinct = new Set(arrived.map(({ headers, body }) => `${String(headers["webhook-id"])} ${body}`));
    expect(distinct.size).toBe(new Set(sequences).size);
    expect(distinct.size).toBe(queued.filter(({ objectId }) => objectId === id).length);
    for (const { body } of arrived) expectSigned(body, gateway.paymentKey);
  }
}

function groupByObject(received: readonly Received[]): Map<string, Received[]> {
  const groups = new Map<string, Received[]>();
  for (const request of received) {
    const { uuid } = JSON.parse(request.body) as { uuid: string };
    groups.set(uuid, [...(groups.get(uuid) ?? []), request]);
  }
  return groups;
}

/**
 * Checks the documented scheme as a receiver does: MD5 of base64 of the body without `sign`, then
 * the key.
 */
function expectSigned(body: string, key: string): void {
  const [, unsigned, sign] = /^(.*),"sign":"([0-9a-f]{32})"}$/.exec(body) ?? [];
  const bytes = Buffer.from(`${unsigned}}`).toString("base64");
  expect(createHash("md5").update(bytes).update(key).digest("hex")).toBe(sign);
}
