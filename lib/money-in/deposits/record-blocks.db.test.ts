import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { deleteBlocksAbove, markVanishedAbove, readCursor } from "@/lib/money-in/deposits/chain-repo";
import { newAddress, newHash, nextBlocks, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleHotReceipts } from "@/lib/sending/treasury/settle-hot-receipts";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const cursorNow = async () => (await readCursor("bsc")) ?? expect.fail("no cursor");

/** Replaces the newest blocks above `height`. */
async function reorganiseAbove(height: number, hash: string): Promise<void> {
  await withTransaction(async (tx) => {
    await tx.chainCursor.update({ where: { networkCode: "bsc" }, data: { height: BigInt(height), hash } });
    await deleteBlocksAbove(tx, "bsc", BigInt(height));
    await markVanishedAbove(tx, "bsc", BigInt(height));
  });
}

const TOKEN = 10n ** 18n;
const depositsOf = (invoice: Invoice) =>
  database().deposit.findMany({ where: { ownerId: invoice.id }, orderBy: { position: "asc" } });

describe("recording blocks", () => {
  test("records a block once with its moved cursor, however many workers read it", async () => {
    const invoice = await newInvoice(await newMerchant());
    const { record } = await nextBlocks(CONFIRMATIONS, [await transferTo(invoice, 100n * TOKEN + 1n)]);
    const results = await Promise.all([record(), record(), record(), record()]);
    expect(results.filter((result) => typeof result === "object").length).toBe(1);
    const deposits = await depositsOf(invoice);
    expect(deposits.map(({ amount, status }) => [amount.toFixed(), status])).toEqual([
      ["100.000000000000000001", "seen"],
    ]);
  });

  test("revives a deposit under its next inclusion number when another block runs its transaction with the same amount", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const before = await cursorNow();
    const transfer = await transferTo(invoice, 100n * TOKEN);
    await (await nextBlocks(1, [transfer])).record();
    await settleInvoice(invoice.id);
    await reorganiseAbove(Number.parseInt(before.height.toString(), 10), before.hash);
    await (await nextBlocks(CONFIRMATIONS, [transfer])).record();
    await settleInvoice(invoice.id);
    expect((await depositsOf(invoice)).map(({ inclusion, status }) => [inclusion, status])).toEqual([[2, "confirmed"]]);
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["paid", "99"]);
  });

  test("credits the amount on the chain when another block runs the transaction with a smaller amount", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const before = await cursorNow();
    const transfer = await transferTo(invoice, 100n * TOKEN);
    const reorganise = () => reorganiseAbove(Number.parseInt(before.height.toString(), 10), before.hash);
    await (await nextBlocks(1, [transfer])).record();
    await settleInvoice(invoice.id);
    await reorganise();
    await (await nextBlocks(CONFIRMATIONS, [{ ...transfer, units: TOKEN }])).record();
    await settleInvoice(invoice.id);
    const paid = await invoiceNow(invoice.id);
    expect([paid.status, paid.paidAmount.toFixed(), await walletOf(merchantId)]).toEqual(["check", "1", "0"]);
    expect((await depositsOf(invoice)).map(({ position, status }) => [position, status])).toEqual([
      ["log:0", "vanished"],
      ["log:0~2", "confirmed"],
    ]);
    await reorganise();
    await (await nextBlocks(CONFIRMATIONS, [{ ...transfer, units: 3n * TOKEN }])).record();
    await reorganise();
    await (await nextBlocks(CONFIRMATIONS, [transfer])).record();
    const standing = (await depositsOf(invoice)).filter(({ status }) => status === "seen");
    expect(standing.map(({ position, inclusion }) => [position, inclusion])).toEqual([["log:0", 2]]);
    await database().deposit.updateMany({
      where: { position: "log:0~2", ownerId: invoice.id },
      data: { reversalApprovedAt: new Date() },
    });
    await settleInvoice(invoice.id);
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["paid", "99"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("ignores a transfer from a gateway address in a transaction unknown to this database, and raises an alarm", async () => {
    const [invoice, other] = [await newInvoice(await newMerchant()), await newInvoice(await newMerchant())];
    // In lower case, since chains report addresses in any case.
    const from = other.currentQuote?.address.toLowerCase() ?? expect.fail();
    const lost = await transferTo(invoice, 5n * TOKEN, { from });
    const paid = await transferTo(invoice, 7n * TOKEN, { position: "log:1" });
    await (await nextBlocks(1, [lost, paid])).record();
    expect((await depositsOf(invoice)).map(({ amount }) => amount.toFixed())).toEqual(["7"]);
    const alarms = await database().alarm.findMany({ where: { kind: "unknown-internal-transfer" } });
    expect(alarms.map(({ subject }) => subject)).toEqual([lost.transactionId]);
  });

  test("leaves a transfer of a transaction known by its origin id to its sender's booking, without an alarm", async () => {
    const [invoice, other] = [await newInvoice(await newMerchant()), await newInvoice(await newMerchant())];
    const from = other.currentQuote?.address ?? expect.fail();
    const originId = newHash();
    const { id } = await database().outgoingTransaction.create({
      data: { networkCode: "bsc", fromAddress: from, nonce: 0n, feeMax: 1 },
      select: { id: true },
    });
    const fees = { feeTerms: "{}", feePriority: "recommended", feeExpected: 1, feeMax: 1 } as const;
    await database().signedTransaction.create({
      data: { outgoingId: id, version: 1, networkCode: "bsc", transactionId: originId, raw: Uint8Array.of(0), ...fees },
    });
    const arrived = await transferTo(invoice, 5n * TOKEN, { from, originId });
    await (await nextBlocks(1, [arrived])).record();
    expect(await depositsOf(invoice)).toEqual([]);
    expect(await database().alarm.count({ where: { subject: arrived.transactionId } })).toBe(0);
  });

  test("stops the sends of a chain without nonces once for an unknown transfer between gateway addresses", async () => {
    const [invoice, other] = [await newInvoice(await newMerchant()), await newInvoice(await newMerchant())];
    const from = other.currentQuote?.address ?? expect.fail();
    const lost = await transferTo(invoice, 5n * TOKEN, { from });
    const stops = () => database().sendStop.count({ where: { scope: "bsc", kind: "outcome" } });
    await (await nextBlocks(1, [lost])).record();
    expect(await stops()).toBe(0);
    const another = await transferTo(invoice, 5n * TOKEN, { from });
    await (await nextBlocks(1, [another], { spending: "expiring" })).record();
    expect(await stops()).toBe(1);
    await database().sendStop.deleteMany();
    await (await nextBlocks(1, [another], { spending: "expiring" })).record();
    expect(await stops()).toBe(0);
  });

  test("does not count a transfer from a gateway address to a hot wallet in an unknown transaction as capital", async () => {
    const [invoice, hot] = [await newInvoice(await newMerchant()), newAddress()];
    const ownerId = randomUUID();
    await database().address.create({
      data: {
        family: "evm",
        derivationIndex: -1,
        address: hot,
        addressKey: hot,
        ownerKind: "hot",
        ownerId,
        assignedAt: new Date(),
      },
    });
    const from = invoice.currentQuote?.address ?? expect.fail();
    const sweep = await transferTo(invoice, 5n * TOKEN, { from, to: { address: hot, memo: null } });
    await (await nextBlocks(CONFIRMATIONS, [sweep])).record();
    await settleHotReceipts(ownerId);
    expect(await database().deposit.count({ where: { ownerId } })).toBe(0);
    expect(await database().journalEntry.count({ where: { kind: "capital.fund" } })).toBe(0);
  });

  test("counts a transfer of a token that is not in the catalog, but never as money", async () => {
    const invoice = await newInvoice(await newMerchant());
    const contract = newAddress();
    const { record } = await nextBlocks(1, [await transferTo(invoice, 5n, { asset: { kind: "token", contract } })]);
    await record();
    expect(await depositsOf(invoice)).toEqual([]);
    expect(await database().unknownToken.findMany({ where: { contract }, select: { count: true } })).toEqual([
      { count: 1n },
    ]);
  });
});
