import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { merchantWallet, operatorCapital, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { createInvoiceSettler, settleTogether } from "@/lib/money-in/invoices/settle-together";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  type Payment,
  pay,
  START_HEIGHT,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { sentStatements } from "@/lib/testing/sent-statements";

beforeAll(() => openGateway(400));
afterAll(closeDatabase);

const CALLBACK = { url_callback: "https://shop.example/webhook" };
const withoutLimit = (work: () => Promise<void>) => work();
/** As the jobs of one process do it, which all begin at the same moment. */
const settleByJobs = async (ids: readonly string[]) =>
  void (await Promise.all(ids.map(createInvoiceSettler(withoutLimit))));
const idsOf = (invoices: readonly { readonly id: string }[]) => invoices.map(({ id }) => id);

/** What invoices of 100 USDT may be paid with. */
const SITUATIONS: Readonly<Record<string, readonly Payment[]>> = {
  exactly: [{ amount: "100" }],
  "too little": [{ amount: "40" }],
  "too much": [{ amount: "250" }],
  "in two parts": [{ amount: "60" }, { amount: "40" }],
  "in another coin": [{ amount: "100", currency: "USDC" }],
  "not confirmed": [{ amount: "100", height: START_HEIGHT }],
  "with nothing": [],
  "twice, once too late to count": [{ amount: "100" }, { amount: "100", height: START_HEIGHT }],
};

/** An invoice in each situation, and one whose payment left the chain. */
async function invoicesInAllSituations(merchantId: string): Promise<Invoice[]> {
  const invoices: Invoice[] = [];
  for (const payments of Object.values(SITUATIONS)) {
    const invoice = await newInvoice(merchantId, CALLBACK);
    for (const payment of payments) await pay(invoice, payment);
    invoices.push(invoice);
  }
  const gone = await newInvoice(merchantId, CALLBACK);
  await vanish(await pay(gone, { amount: "100" }), true);
  return [...invoices, gone];
}

/** What settling made of an invoice, without what differs by nature. */
async function outcomeOf({ id, merchantId }: Invoice) {
  const { status, paymentOutcome, paidAmount, creditedAmount, commissionAmount } = await invoiceNow(id);
  const events = await database().invoiceEvent.findMany({ where: { invoiceId: id }, orderBy: { id: "asc" } });
  const cases = await database().case.findMany({ where: { invoiceId: id }, select: { kind: true, amount: true } });
  const webhooks = await database().webhookDelivery.findMany({
    where: { merchantId, objectId: id },
    orderBy: { sequence: "asc" },
    select: { eventStatus: true },
  });
  const amounts = [paidAmount, creditedAmount, commissionAmount].map((amount) => amount?.toFixed() ?? null);
  return {
    status,
    paymentOutcome,
    amounts,
    events: events.map(({ kind }) => kind),
    cases: cases.map(({ kind, amount }) => [kind, amount.toFixed()]),
    webhooks: webhooks.map(({ eventStatus }) => eventStatus),
  };
}

test("invoices that are settled together end as those that are settled alone, whatever came for them", async () => {
  const [together, alone] = [await newMerchant(), await newMerchant()];
  const [first, second] = [await invoicesInAllSituations(together), await invoicesInAllSituations(alone)];
  const settled = await settleTogether(idsOf(first));
  // The others have no deposit, several of them, or one that left the chain.
  expect(settled.size).toBe(5);
  for (const { id } of first) if (!settled.has(id)) await settleInvoice(id);
  for (const { id } of second) await settleInvoice(id);
  const outcomes = await Promise.all(first.map(outcomeOf));
  expect(outcomes).toEqual(await Promise.all(second.map(outcomeOf)));
  expect(new Set(outcomes.map(({ status }) => status)).size).toBeGreaterThan(3);
  expect(await walletOf(together)).toBe(await walletOf(alone));
  expect(await bookDifferences()).toEqual([]);
});

test("one that cannot be settled fails alone", async () => {
  const merchantId = await newMerchant();
  const invoices = await Promise.all(Array.from({ length: 4 }, () => newInvoice(merchantId)));
  for (const invoice of invoices) await pay(invoice, { amount: "100" });
  const [broken, ...sound] = invoices;
  await database().$executeRawUnsafe(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = '${broken?.id}' THEN RAISE EXCEPTION 'refused for the test'; END IF; RETURN NEW; END $$`);
  await database()
    .$executeRaw`CREATE TRIGGER refuse_one BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_one()`;
  const settle = createInvoiceSettler(withoutLimit);
  const outcomes = await Promise.allSettled(invoices.map(({ id }) => settle(id))).finally(
    () => database().$executeRaw`DROP FUNCTION refuse_one() CASCADE`,
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  for (const { id } of sound) expect((await invoiceNow(id)).status).toBe("paid");
  expect((await invoiceNow(broken?.id ?? "")).status).toBe("check");
  expect(await walletOf(merchantId)).toBe("297");
});

test("workers that settle the same invoices at the same moment credit each of them once", async () => {
  const merchants = [await newMerchant(), await newMerchant()];
  const invoices: Invoice[] = [];
  for (let index = 0; index < 20; index += 1) {
    const invoice = await newInvoice(merchants[index % 2] ?? "");
    await pay(invoice, { amount: "100" });
    invoices.push(invoice);
  }
  const ids = idsOf(invoices);
  const runs = [
    settleByJobs(ids),
    settleByJobs(ids.toReversed()),
    settleByJobs(ids.slice(5, 15)),
    ...ids.slice(0, 4).map((id) => settleInvoice(id)),
  ];
  await Promise.all(runs);
  for (const merchantId of merchants) expect(await walletOf(merchantId)).toBe("990");
  expect(await bookDifferences()).toEqual([]);
});

test("one whose row or deposit somebody holds, or that is not simple, waits for nobody and holds nobody up", async () => {
  const merchantId = await newMerchant();
  const invoices = await Promise.all(Array.from({ length: 6 }, () => newInvoice(merchantId)));
  for (const invoice of invoices) await pay(invoice, { amount: "100" });
  const [held, paying, twice, ...simple] = invoices;
  await pay(twice ?? expect.fail(), { amount: "1" });
  await withTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM invoices WHERE id = ${held?.id}::uuid FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM deposits WHERE owner_id = ${paying?.id}::uuid FOR UPDATE`;
    expect(await settleTogether(idsOf(invoices))).toEqual(new Set(idsOf(simple)));
  });
  await settleByJobs(idsOf(invoices));
  for (const { id } of [held, paying].filter((invoice) => invoice !== undefined))
    expect((await invoiceNow(id)).status).toBe("paid");
});

test("what a merchant owes is repaid once by payments that are settled together", async () => {
  const merchantId = await newMerchant({ commission: "0" });
  const debt = receivable(merchantId, "USDT");
  const leg = { debit: debt, credit: operatorCapital("USDT"), amount: decimal("150") };
  const entry = { kind: "capital.fund" as const, reference: randomUUID(), groupId: "test", legs: [leg] };
  await withTransaction((tx) => postEntry(tx, entry));
  const invoices = await Promise.all(Array.from({ length: 3 }, () => newInvoice(merchantId)));
  for (const invoice of invoices) await pay(invoice, { amount: "100" });
  expect((await settleTogether(idsOf(invoices))).size).toBe(3);
  expect((await findBalance(debt)).toFixed()).toBe("0");
  expect((await findBalance(merchantWallet(merchantId, "USDT"))).toFixed()).toBe("150");
});

test("a further invoice of a batch costs no further statement", async () => {
  const merchantId = await newMerchant();
  const statementsFor = async (count: number) => {
    const invoices = await Promise.all(Array.from({ length: count }, () => newInvoice(merchantId, CALLBACK)));
    for (const invoice of invoices) await pay(invoice, { amount: "100" });
    return (await sentStatements(async () => expect((await settleTogether(idsOf(invoices))).size).toBe(count))).length;
  };
  await statementsFor(2);
  const [few, many] = [await statementsFor(2), await statementsFor(22)];
  expect((many - few) / 20).toBeLessThan(1);
});
