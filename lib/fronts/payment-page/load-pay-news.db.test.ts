import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headlineText } from "@/components/payers/pay/headline";
import {
  askAndConfirm,
  decide,
  newClosed,
  newExtraCase,
  openRequests,
  sendBack,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { arePayPages, loadPayNews, loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { payCoreState, payState } from "@/lib/fronts/payment-page/pay-state";
import { closeDatabase, database } from "@/lib/kernel/db";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  minutesFromNow,
  newInvoice,
  newMerchant,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { give } from "@/lib/money-out/payouts/testing/payout-rig";

/** One page for each way to show one, of many merchants, by the name of the way. */
const pages = new Map<string, string>();

const byPayer = { currency: "USD", network: null, amount: "50", is_payment_multiple: true };

/** Creates an invoice, does something to it, and keeps its page under a name. */
async function keep(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  change: (invoice: { id: string; merchantId: string }) => unknown,
) {
  const invoice = await newInvoice(await newMerchant(), fields);
  pages.set(name, invoice.id);
  await change(invoice);
}

async function keepClosed(): Promise<void> {
  for (const amount of ["60", "100", "130"]) pages.set(`closed with ${amount}`, (await newClosed(amount)).invoice.id);
  pages.set("an extra payment", (await newExtraCase()).invoice.id);
  const asked = await newClosed("60");
  await askAndConfirm(asked.invoice);
  pages.set("a request for a refund", asked.invoice.id);
  const approved = await newClosed("60");
  const request = await askAndConfirm(approved.invoice);
  await give(approved.payer.merchantId, "USDT", "10");
  await decide(approved.payer, request.id);
  pages.set("an approved request", approved.invoice.id);
  const refunded = await newClosed("130");
  await sendBack(refunded.payer, refunded.invoice.id, "30");
  pages.set("a surplus sent back", refunded.invoice.id);
}

async function keepOver(): Promise<void> {
  const end = (id: string) => database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-10) } });
  for (const payerMayRefresh of [true, false])
    await keep(payerMayRefresh ? "renewable" : "expired", {}, async ({ id, merchantId }) => {
      await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh } });
      await end(id);
    });
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(5));
  await expireInvoices();
  await keep("overdue", {}, ({ id }) => end(id));
}

beforeAll(async () => {
  await openRequests();
  await readUpTo("bsc", START_HEIGHT);
  const user = { email: "owner@shop.example", name: "Owner", passwordHash: "-" };
  const actorId = (await database().user.create({ data: user })).id;
  await keepOver();
  await keepClosed();
  await keep("no coin", byPayer, () => null);
  await keep("no coin that is offered", byPayer, ({ merchantId: id }) =>
    database().merchant.update({ where: { id }, data: { acceptedCoins: [{ currency: "LTC", network: null }] } }),
  );
  await keep("no coin, blocked", byPayer, ({ merchantId: id }) =>
    database().merchant.update({ where: { id }, data: { paymentsBlockedAt: new Date() } }),
  );
  await keep("coin chosen", byPayer, ({ id }) => chooseCoin(id, { currency: "USDT", network: "bsc" }));
  await keep("two coins chosen", byPayer, async ({ id }) => {
    await chooseCoin(id, { currency: "USDT", network: "bsc" });
    await chooseCoin(id, { currency: "ETH", network: "eth" });
  });
  await keep("waiting", {}, () => null);
  await keep("a part seen", { is_payment_multiple: true }, (it) => pay(it as never, { amount: "40", height: 999 }));
  await keep("a part booked", { is_payment_multiple: true }, async (it) => {
    await pay(it as never, { amount: "40" });
    await settleInvoice(it.id);
  });
  await keep("seen", {}, (it) => pay(it as never, { amount: "100", height: START_HEIGHT }));
  await keep("dropped", {}, async (it) => vanish(await pay(it as never, { amount: "100" }), true));
  await keep("cancelled", {}, ({ id, merchantId }) => cancelInvoice({ merchantId, invoiceId: id, actorId }));
  await keep("marked as paid", {}, ({ id, merchantId }) => markAsPaid(merchantId, { uuid: id, order_id: null }));
  await keep("asked by screening", {}, async (it) => {
    const depositId = await pay(it as never, { amount: "100" });
    const { id: invoiceId, merchantId } = it;
    const money = { currencyCode: "USDT", networkCode: "bsc", amount: "100" };
    await database().case.create({ data: { invoiceId, merchantId, depositId, kind: "locked", ...money } });
    await database().invoice.update({ where: { id: invoiceId }, data: { status: "locked" } });
    await database().amlQuestionnaire.create({ data: { invoiceId, expiresAt: minutesFromNow(60) } });
  });
});
afterAll(closeDatabase);

async function fresh(id: string, now: Date) {
  const view = (await loadPayView(id)) ?? expect.fail("no page");
  const { mayChangeCoin: _, ...state } = payState(view, now);
  const { brand: _brand, choices: _choices, unavailable: _unavailable, exchange: _exchange, ...core } = view;
  return { core, state, text: headlineText({ view, state, messages: ENGLISH }) };
}

test("the news of many pages, read together in any order, are what each page shows when it is loaded", async () => {
  const ids = [...pages.values()].sort((one, other) => (one.slice(-6) < other.slice(-6) ? -1 : 1));
  const all = await loadPayNews(ids);
  const kinds = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const news = all[index];
    if (news === null || news === undefined || news instanceof Error) throw news ?? new Error(`no news of ${id}`);
    const now = new Date();
    const page = await fresh(id, now);
    const state = payCoreState(news.view, news.hasChoice, now);
    expect(news.view).toEqual(page.core);
    expect(state).toEqual(page.state);
    expect(headlineText({ view: news.view, state, messages: ENGLISH })).toBe(page.text);
    kinds.add(state.kind);
  }
  expect([...kinds].sort()).toEqual(
    [
      ...[
        "blocked",
        "cancelled",
        "choose",
        "confirming",
        "dropped",
        "expired",
        "locked",
        "overdue",
        "paid",
        "paid-by-hand",
      ],
      ...["paid-over", "refunded", "refunding", "renewable", "rest", "short", "unavailable", "waiting"],
    ].sort(),
  );
});

test("a page's news contain nothing of the other invoices that are read with it", async () => {
  const rows = await database().invoice.findMany({
    where: { id: { in: [...pages.values()] } },
    include: { quotes: true },
  });
  const deposits = await database().deposit.findMany({ where: { ownerId: { in: rows.map(({ id }) => id) } } });
  const marksOf = (row: (typeof rows)[number]) => [
    row.id,
    row.orderId,
    ...row.quotes.flatMap(({ id, address }) => [id, address]),
    ...deposits.filter(({ ownerId }) => ownerId === row.id).map(({ transactionId }) => transactionId),
  ];
  const all = await loadPayNews(rows.map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    const text = inspect(all[index], { depth: null });
    expect(text).toContain(row.id);
    for (const other of rows) if (other !== row) for (const mark of marksOf(other)) expect(text).not.toContain(mark);
  }
});

test("ids of no invoice, of a top-up's wallet, and no ids at all are null among the others", async () => {
  const waiting = pages.get("waiting") ?? "";
  const wallet = await newWallet(await newMerchant());
  const ids = [randomUUID(), waiting, "nonsense", wallet.id, "' OR true", waiting];
  const all = await loadPayNews(ids);
  expect(all.map((news) => (news instanceof Error ? news : (news?.view.uuid ?? null)))).toEqual([
    ...[null, waiting, null, null, null, waiting],
  ]);
  expect(await arePayPages(ids)).toEqual([false, true, false, false, false, true]);
});

test("a page that cannot be shown is an error of its own, and the others are shown", async () => {
  const broken = await newInvoice(await newMerchant());
  await database().$executeRaw`ALTER TABLE quotes DISABLE TRIGGER USER`;
  await database().$executeRaw`UPDATE quotes SET currency_code = 'EUR' WHERE invoice_id = ${broken.id}::uuid`;
  await database().$executeRaw`ALTER TABLE quotes ENABLE TRIGGER USER`;
  const [bad, good] = await loadPayNews([broken.id, pages.get("waiting") ?? ""]);
  expect(bad).toBeInstanceOf(Error);
  expect(good).toMatchObject({ view: { status: "check" } });
});

test("a page whose rows cannot be understood is an error of its own, and the others are shown", async () => {
  const broken = await newInvoice(await newMerchant());
  await database().$executeRaw`
    INSERT INTO coin_limits (merchant_id, currency_code, network_code, min_amount)
    VALUES (${broken.merchantId}::uuid, 'USDT', 'bsc', 'NaN')`;
  const [bad, good] = await loadPayNews([broken.id, pages.get("waiting") ?? ""]);
  expect(bad).toBeInstanceOf(Error);
  expect(good).toMatchObject({ view: { status: "check" } });
  await expect(loadPayView(broken.id)).rejects.toThrow();
});
