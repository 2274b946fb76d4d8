import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery } from "@/lib/fronts/analytics/schema";
import { downloadTable } from "@/lib/fronts/analytics/tables";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";

const ask = (fields: Record<string, string> = {}) => analyticsQuery.parse({ range: "7d", ...fields });
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total.plus(text), ZERO).toFixed();
const volume = (merchantId: string, fields = {}) => readVolume(merchantId, ask(fields), new Date());
const payments = (merchantId: string, fields = {}) => readPayments(merchantId, ask(fields), new Date());

beforeAll(async () => {
  await openGateway(400);
  await fundCapital("USDT", "100000");
  // The trigger makes time stamps immutable; some of these credits must be old.
  await database().$executeRaw`ALTER TABLE invoice_credits DISABLE TRIGGER invoice_credits_guard`;
});
afterAll(closeDatabase);

/**
 * Returns the books' total of a coin: credits from the merchant's pending account, less reversals.
 */
async function booked(merchantId: string, currency: string): Promise<string> {
  const rows = await database().$queryRaw<{ sum: string | null }[]>`
    SELECT sum(p.amount)::text AS sum FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
    WHERE a.kind = 'invoice-pending' AND a.owner_id = ${merchantId} AND a.currency_code = ${currency}
      AND e.kind IN ('invoice.credit', 'invoice.credit-reverse', 'wallet.fee', 'wallet.fee-reverse')`;
  return decimal(rows[0]?.sum ?? "0").toFixed();
}

const COINS = [
  { currency: "USDT", network: "bsc", paid: "100" },
  { currency: "USDT", network: "eth", paid: "100" },
  { currency: "ETH", network: "eth", paid: "0.05" },
] as const;
const step = fc.record({
  coin: fc.constantFrom(...COINS),
  outcome: fc.constantFrom("exact", "half", "twice", "nothing", "reversed", "top-up"),
  daysAgo: fc.integer({ min: 0, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Simulates one payment and dates its credit back by some days. */
async function play(merchantId: string, { coin, outcome, daysAgo }: Step): Promise<void> {
  const { currency, network, paid } = coin;
  const amount =
    { half: decimal(paid).dividedBy("2"), twice: decimal(paid).times("2") }[outcome as "half"] ?? decimal(paid);
  if (outcome === "top-up") {
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "12.345678" });
    await settleWallet(wallet.id);
  } else {
    const invoice = await newInvoice(merchantId, { amount: paid, currency, network, is_payment_multiple: false });
    if (outcome !== "nothing") {
      const depositId = await pay(invoice, { amount: amount.toFixed(), currency, network });
      await settleInvoice(invoice.id);
      if (outcome === "reversed") {
        await vanish(depositId, true);
        await settleInvoice(invoice.id);
      }
    }
  }
  await database().$executeRaw`
    UPDATE invoice_credits SET credited_at = now() - make_interval(days => ${daysAgo}::int)
    WHERE merchant_id = ${merchantId}::uuid AND credited_at > now() - interval '1 minute' AND credited_at <= now()`;
}

test("sums by coin, by day and of the books agree for every outcome and viewer zone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("UTC", "Pacific/Kiritimati", "America/St_Johns", "Pacific/Niue"),
      async (steps, zone) => {
        const merchantId = await newMerchant();
        for (const one of steps) await play(merchantId, one);
        const { coins, buckets, pairs } = await volume(merchantId, { range: "90d", zone });
        for (const currency of ["USDT", "ETH"]) {
          const of = (rows: readonly { currency: string; amount: string }[]) =>
            sum(rows.filter((row) => row.currency === currency).map(({ amount }) => amount));
          const expected = await booked(merchantId, currency);
          expect([of(coins), of(pairs), of(buckets.flatMap((bucket) => bucket.coins))]).toEqual([
            expected,
            expected,
            expected,
          ]);
        }
      },
    ),
    { numRuns: 5 },
  );
});

describe("volume", () => {
  test("is valued at the price of its quote, excludes the commission, and shows only the merchant's own", async () => {
    const merchantId = await newMerchant({ commission: "0.02" });
    const invoice = await newInvoice(merchantId, { amount: "0.1", currency: "ETH", network: "eth" });
    await pay(invoice, { amount: "0.1", currency: "ETH", network: "eth" });
    await settleInvoice(invoice.id);
    const view = await volume(merchantId);
    expect(view.totals).toEqual({ usd: "200.00", commissionUsd: "4.00", count: 1 });
    expect(view.pairs).toMatchObject([{ currency: "ETH", network: "eth", amount: "0.1", commission: "0.002" }]);
    const other = await volume(await newMerchant());
    expect([other.totals.count, other.pairs, other.coins]).toEqual([0, [], []]);
  });

  test("can be filtered by one coin or one network", async () => {
    const merchantId = await newMerchant();
    for (const coin of COINS) await play(merchantId, { coin, outcome: "exact", daysAgo: 0 });
    const countOf = async (fields: object) => (await volume(merchantId, fields)).totals.count;
    expect([await countOf({ currency: "USDT" }), await countOf({ network: "eth" })]).toEqual([2, 2]);
    expect(await countOf({ currency: "USDT", network: "eth" })).toBe(1);
  });

  test("of a day is what was credited between its midnights in the viewer's zone, and is compared with the previous day", async () => {
    const merchantId = await newMerchant();
    for (let index = 0; index < 4; index += 1) await play(merchantId, { coin: COINS[0], outcome: "exact", daysAgo: 0 });
    const rows = await database().invoiceCredit.findMany({ where: { merchantId }, select: { depositId: true } });
    // In St. John's the clocks go back on 1 November 2026: that day lasts from 02:30Z to 03:30Z of
    // the next, 25 hours.
    const moments = [
      "2026-11-01T02:29:59.999Z",
      "2026-11-01T02:30:00Z",
      "2026-11-02T03:29:59.999Z",
      "2026-11-02T03:30:00Z",
    ];
    for (const [index, { depositId }] of rows.entries())
      await database().invoiceCredit.updateMany({
        where: { depositId },
        data: { creditedAt: new Date(moments[index] ?? "") },
      });
    const view = await volume(merchantId, {
      range: "custom",
      from: "2026-11-01",
      to: "2026-11-02",
      zone: "America/St_Johns",
      step: "day",
    });
    expect(view.buckets.map(({ date, count }) => [date, count])).toEqual([
      ["2026-11-01", 2],
      ["2026-11-02", 1],
    ]);
    expect([view.totals.count, view.previous.count]).toEqual([3, 1]);
  });
});

describe("payments", () => {
  async function shop(): Promise<string> {
    const merchantId = await newMerchant();
    const coin = COINS[0];
    for (const outcome of ["exact", "twice", "half", "nothing"] as const)
      await play(merchantId, { coin, outcome, daysAgo: 0 });
    await newInvoice(merchantId, { currency: "USD", network: null, amount: "50" });
    return merchantId;
  }

  test("count how far each invoice got, with the success rate of the final ones", async () => {
    const merchantId = await shop();
    const view = await payments(merchantId);
    // Still open: the invoice without a payment and the one without a coin. Nobody opened a page: a
    // deposit implies an opening, a coin chosen by the shop does not.
    expect(view.totals).toMatchObject({ created: 5, opened: 3, chosen: 3, seen: 3, paid: 2, ended: 3, timed: 2 });
    expect(view.pairs.map(({ currency, network, created, paid }) => [currency, network, created, paid])).toEqual([
      ["USDT", "bsc", 4, 2],
      [null, null, 1, 0],
    ]);
    expect(view.exceptions.map(({ kind, currency, count }) => [kind, currency, count])).toEqual([
      ["over", "USDT", 1],
      ["partly", "USDT", 1],
    ]);
    expect(view.slots.reduce((total, { count }) => total + count, 0)).toBe(2);
    expect((await payments(await newMerchant())).totals).toMatchObject({ created: 0, ended: 0, medianSeconds: null });
  });

  test("that were late or in another coin count as exceptions", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "5", currency: "USDC" });
    await settleInvoice(invoice.id);
    await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: minutesFromNow(-30) } });
    for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, minutesFromNow(-1));
    await expireInvoices();
    await pay(invoice, { amount: "100", seenAt: minutesFromNow(-1), blockTime: minutesFromNow(-1) });
    await settleInvoice(invoice.id);
    const { exceptions } = await payments(merchantId);
    expect(exceptions.map(({ kind, currency }) => `${kind} ${currency}`).sort()).toEqual([
      "late USDT",
      "wrong_coin USDC",
    ]);
  });

  test("are timed from the opening of the page to payment", async () => {
    const merchantId = await newMerchant();
    for (const seconds of [30, 90, 600]) {
      await play(merchantId, { coin: COINS[0], outcome: "exact", daysAgo: 0 });
      // Milestones are immutable, so it is recreated as it would have come about.
      const row = await database().invoice.findFirstOrThrow({ where: { merchantId }, orderBy: { createdAt: "desc" } });
      const { paidAt, ...milestone } = await database().invoiceMilestone.delete({ where: { invoiceId: row.id } });
      const openedAt = new Date((paidAt?.getTime() ?? 0) - seconds * 1000);
      await database().invoiceMilestone.create({ data: { ...milestone, paidAt, openedAt } });
    }
    const { totals, slots } = await payments(merchantId);
    expect([totals.timed, totals.medianSeconds, totals.p90Seconds]).toEqual([3, 90, 600]);
    expect(slots.filter(({ count }) => count > 0).map(({ fromSeconds }) => fromSeconds)).toEqual([0, 60, 600]);
  });
});

test("exports every table as a file with the same values as the page", async () => {
  const merchantId = await newMerchant();
  for (const outcome of ["exact", "half"] as const) await play(merchantId, { coin: COINS[0], outcome, daysAgo: 0 });
  const file = async (table: "volume" | "funnel" | "exceptions") => {
    const { pieces, fileName } = await downloadTable(merchantId, { ...ask(), table }, new Date());
    let text = "";
    for await (const piece of pieces) text += piece;
    return { fileName, lines: text.replace("\uFEFF", "").trimEnd().split("\r\n") };
  };
  const { fileName, lines } = await file("volume");
  expect(fileName).toMatch(/^volume \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toBe("Date,From,Coin,Credits,Amount,Worth USD");
  expect(lines[1]).toMatch(/,USDT,2,150,150\.00$/);
  expect((await file("funnel")).lines[1]).toMatch(/^USDT,[^,]+,2,2,2,2,1,2,\d+,\d+$/);
  expect((await file("exceptions")).lines.slice(1)).toEqual([expect.stringMatching(/^partly,USDT,[^,]+,1$/)]);
});
