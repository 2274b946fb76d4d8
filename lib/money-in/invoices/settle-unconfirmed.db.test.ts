import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { findCasesOfDeposits } from "@/lib/money-in/cases/case";
import {
  BLOCKLESS_OF_OWNER_MAX,
  listUnconfirmedDeposits,
  markLost,
  upsertUnconfirmedDeposits,
} from "@/lib/money-in/deposits/unconfirmed-deposits-repo";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  CONFIRMATIONS,
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  readUpTo,
  START_HEIGHT,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const AFTER = 6;
const newId = () => `0x${randomUUID()}`;
const statusOf = async (id: string) => (await invoiceNow(id)).status;

/** Records a mempool transaction with this many outputs to the invoice's address. */
async function see(invoice: Invoice, transactionId: string, amount: string, outputs = 1) {
  const quote = (await invoiceNow(invoice.id)).currentQuote ?? expect.fail();
  const { networkCode, currencyCode, address: toAddress, addressId } = quote;
  const owner = { ownerKind: "invoice", ownerId: invoice.id, fromAddress: null, spends: null };
  const rows = Array.from({ length: outputs }, (_, index) => {
    return {
      networkCode,
      transactionId,
      position: String(index),
      currencyCode,
      amount,
      toAddress,
      addressId,
      ...owner,
    };
  });
  return withTransaction((tx) => upsertUnconfirmedDeposits(tx, rows));
}

async function lose(network: string, transactionId: string) {
  const unconfirmed = (await listUnconfirmedDeposits(network, 5_000)).filter(
    (unconfirmed) => unconfirmed.transactionId === transactionId,
  );
  await withTransaction((tx) => markLost(tx, unconfirmed));
}

const intoBlock = (transactionId: string, blockTime = new Date()) =>
  database().deposit.updateMany({
    where: { transactionId },
    data: { blockHeight: BigInt(START_HEIGHT - CONFIRMATIONS), blockHash: "0x1", blockTime },
  });

test("endless replacements leave at most a hundred rows of an invoice, and another invoice is unaffected", async () => {
  const invoice = await newInvoice(await newMerchant());
  for (let round = 0; round < 8; round += 1) {
    const id = newId();
    await see(invoice, id, "0.001", 20);
    await lose("bsc", id);
  }
  expect(await database().deposit.count({ where: { ownerId: invoice.id } })).toBe(BLOCKLESS_OF_OWNER_MAX);
  const other = await newInvoice(await newMerchant());
  expect(await see(other, newId(), "1")).toHaveLength(1);
});

test("one payment that repeatedly disappears and returns is seen, and sends webhooks, at most a hundred times", async () => {
  const invoice = await newInvoice(await newMerchant());
  const id = newId();
  for (let round = 0; round < BLOCKLESS_OF_OWNER_MAX + 5; round += 1) {
    await see(invoice, id, "1");
    await lose("bsc", id);
  }
  expect(await database().deposit.findMany({ where: { ownerId: invoice.id } })).toMatchObject([
    { status: "vanished", inclusion: BLOCKLESS_OF_OWNER_MAX },
  ]);
});

test("the cases of any number of an owner's deposits can be read in one query", async () => {
  const ids = Array.from({ length: 40_000 }, () => randomUUID());
  expect((await findCasesOfDeposits(database(), ids)).size).toBe(0);
});

test("a payment that returns with another amount is left to its block", async () => {
  const invoice = await newInvoice(await newMerchant());
  const id = newId();
  await see(invoice, id, "900");
  await lose("bsc", id);
  expect(await see(invoice, id, "2")).toEqual([]);
  expect(await see(invoice, id, "900")).toHaveLength(1);
});

test("a withdrawn payment does not hold its rate: sent again after a renewal, it counts at the new price", async () => {
  const merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
  await setPrice("ETH", "2000");
  const fields = { currency: "USD", to_currency: "ETH", network: "eth", lifetime: "600" };
  const invoice = await newInvoice(merchantId, fields);
  const id = newId();
  await see(invoice, id, "0.05");
  await settleInvoice(invoice.id);
  await lose("eth", id);
  await settleInvoice(invoice.id);
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: minutesFromNow(-1) } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
  await expireInvoices();
  await setPrice("ETH", "1000");
  await renewForPayer(invoice.id);
  await see(invoice, id, "0.05");
  await intoBlock(id);
  await settleInvoice(invoice.id);
  expect(await statusOf(invoice.id)).toBe("check");
});

test("a fee raised after the expiry makes the payment late instead of failing the invoice", async () => {
  const invoice = await newInvoice(await newMerchant(), { lifetime: "300" });
  const [first, raised] = [newId(), newId()];
  await see(invoice, first, "100");
  await settleInvoice(invoice.id);
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(AFTER));
  await expireInvoices(minutesFromNow(AFTER));
  expect(await statusOf(invoice.id)).toBe("process");
  await see(invoice, raised, "100");
  await database().deposit.updateMany({ where: { transactionId: raised }, data: { seenAt: minutesFromNow(AFTER) } });
  await lose("bsc", first);
  await settleInvoice(invoice.id, minutesFromNow(AFTER + 1));
  expect(await statusOf(invoice.id)).toBe("cancel");
  await intoBlock(raised, minutesFromNow(AFTER + 2));
  await settleInvoice(invoice.id, minutesFromNow(AFTER + 3));
  const deposit = await database().deposit.findFirstOrThrow({ where: { transactionId: raised } });
  expect(await database().case.findUnique({ where: { depositId: deposit.id } })).toMatchObject({ kind: "late" });
});

test("replacing dust after the expiry does not fail the invoice, withdrawing the payment does", async () => {
  const merchantId = await newMerchant();
  const [dusted, unpaid] = [
    await newInvoice(merchantId, { lifetime: "300" }),
    await newInvoice(merchantId, { lifetime: "300" }),
  ];
  const [dust, payment] = [newId(), newId()];
  await see(dusted, dust, "0.01");
  await see(unpaid, payment, "100");
  for (const { id } of [dusted, unpaid]) await settleInvoice(id);
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(AFTER));
  for (const id of [dust, payment]) await lose("bsc", id);
  for (const { id } of [dusted, unpaid]) await settleInvoice(id, minutesFromNow(AFTER));
  expect([await statusOf(dusted.id), await statusOf(unpaid.id)]).toEqual(["cancel", "fail"]);
});

test.each([null, "0x1111111111111111111111111111111111111111"])(
  "a sender known only from the block is screened before anything is booked (the mempool reported %s)",
  async (shown) => {
    const listed = "0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c";
    await importScreeningList({ name: "sanctions", format: "csv", text: `${listed},evm,Stolen`, actorId: null });
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const id = newId();
    await see(invoice, id, "100");
    await database().deposit.updateMany({ where: { transactionId: id }, data: { fromAddress: shown } });
    await settleInvoice(invoice.id);
    expect(await statusOf(invoice.id)).toBe("process");
    await intoBlock(id);
    await database().deposit.updateMany({ where: { transactionId: id }, data: { fromAddress: listed } });
    await settleInvoice(invoice.id);
    expect([await statusOf(invoice.id), await walletOf(merchantId)]).toEqual(["locked", "0"]);
  },
);
