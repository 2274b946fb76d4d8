import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGatewayFigures } from "@/lib/fronts/admin/figures-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import { feesEarned, hotCustody, operatorCapital } from "@/lib/ledger/account";
import { sumGateway } from "@/lib/ledger/gateway-sums/sum-gateway";
import { sumGatewayToEnd } from "@/lib/ledger/gateway-sums/testing/sum-to-end";
import { insertPastEntry } from "@/lib/ledger/statements/testing/past-entry";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { findLastUsdPrices } from "@/lib/pricing/rates/queries";

const DAY_MS = 86_400_000;
const ZONE = "Asia/Kathmandu";
const now = new Date();
const figures = (at = now) => readGatewayFigures(ZONE, at);
const daysLater = (days: number) => new Date(now.getTime() + days * DAY_MS);

/** The paid ones; every merchant has been credited once, one of them only until its reversal. */
let merchants: string[];

async function payFor(merchantId: string, currency: string, network: "bsc" | "eth", amount: string) {
  const invoice = await newInvoice(merchantId, { amount, currency, network });
  const depositId = await pay(invoice, { amount, currency, network });
  await settleInvoice(invoice.id);
  return { invoice, depositId };
}

beforeAll(async () => {
  await openGateway(100);
  merchants = [
    await newMerchant(),
    await newMerchant({ commission: "0.02" }),
    await newMerchant(),
    await newMerchant(),
  ];
  const [first = "", second = "", third = "", fourth = ""] = merchants;
  await payFor(first, "USDT", "bsc", "100");
  await payFor(first, "ETH", "eth", "0.05");
  await payFor(second, "USDT", "eth", "40.123456");
  const wallet = await newWallet(third);
  await topUp(wallet, { amount: "12.345678" });
  await settleWallet(wallet.id);
  const gone = await payFor(fourth, "USDT", "bsc", "70");
  await vanish(gone.depositId, true);
  await settleInvoice(gone.invoice.id);
  // A fee of a payout, and earnings that the operator takes out, which are no loss.
  await entry("payout.settle", "1.5");
  await entry("withdrawal.settle", "-2");
  await entry("capital.move", "-1");
});
afterAll(closeDatabase);

const entry = (kind: string, earned: string) =>
  insertPastEntry({ kind, at: now }, [
    { account: feesEarned("USDT"), amount: decimal(earned).negated().toFixed() },
    {
      account: kind === "capital.move" ? operatorCapital("USDT") : hotCustody("bsc", "USDT"),
      amount: earned,
    },
  ]);

/** The same figures by a plain count of all records, whatever their time. */
async function recount() {
  const [received] = await database().$queryRaw<[{ usd: string }]>`
    SELECT sum(amount * usd_rate)::text AS usd FROM invoice_credits WHERE reversed_at IS NULL`;
  const earned = await database().$queryRaw<{ currency: string; amount: string }[]>`
    SELECT p.currency_code AS currency, sum(-p.amount)::text AS amount
    FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
    WHERE a.kind IN ('fees-earned', 'conversion-gains') AND e.kind NOT IN ('withdrawal.settle', 'capital.move') GROUP BY 1`;
  const prices = await findLastUsdPrices(
    earned.map(({ currency }) => currency),
    database(),
  );
  const revenue = earned.reduce(
    (total, { currency, amount }) => total.plus(decimal(amount).times(prices.get(currency) ?? ZERO)),
    ZERO,
  );
  const [{ paid }] = await database().$queryRaw<[{ paid: number }]>`
    SELECT count(*)::int AS paid FROM invoice_milestones WHERE paid_at IS NOT NULL`;
  return { received: formatFiat(decimal(received.usd)), revenue: formatFiat(revenue), paid };
}

describe("the figures of the gateway", () => {
  test("equal a plain recount of the books: before, while and after they are summed up", async () => {
    const expected = await recount();
    expect(expected).toMatchObject({ paid: 4 });
    expect(decimal(expected.received).gt("150")).toBe(true);
    const before = await figures();
    for (const { received, revenue, paidInvoices, activeMerchants } of before.ranges) {
      expect(received?.now).toBe(expected.received);
      expect(revenue?.now).toBe(expected.revenue);
      expect(paidInvoices.now).toBe(expected.paid);
      expect(activeMerchants.now).toBe(merchants.length - 1);
    }
    expect(before.unpricedCoins).toEqual([]);
    await sumGateway(undefined, 7);
    expect(await figures()).toEqual(before);
    await sumGatewayToEnd();
    expect(await database().gatewaySum.count()).toBeGreaterThan(3);
    expect(await figures()).toEqual(before);
  });

  test("move to the period before, and out of it, as days of the viewer's zone pass", async () => {
    const [today] = (await figures()).ranges;
    const shown = async (days: number) => {
      const { ranges } = await figures(daysLater(days));
      return ranges.map(({ received, paidInvoices, activeMerchants }) => [
        received?.now === "0.00" ? "" : received?.now,
        received?.before === "0.00" ? "" : received?.before,
        paidInvoices.now,
        paidInvoices.before,
        activeMerchants.now,
        activeMerchants.before,
      ]);
    };
    const here = [today?.received?.now, "", 4, 0, 3, 0];
    const before = ["", today?.received?.now, 0, 4, 0, 3];
    const gone = ["", "", 0, 0, 0, 0];
    expect(await shown(0)).toEqual([here, here, here]);
    expect(await shown(1)).toEqual([before, here, here]);
    expect(await shown(8)).toEqual([gone, before, here]);
    expect(await shown(31)).toEqual([gone, gone, before]);
    expect(await shown(61)).toEqual([gone, gone, gone]);
  });

  test("are not shown while many postings are not summed up yet, as after an upgrade", async () => {
    await database().$executeRaw`UPDATE gateway_sum_state SET summed_to = summed_to - 300000`;
    const { ranges } = await figures();
    expect(ranges.map(({ received, revenue }) => [received, revenue])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    await database().$executeRaw`UPDATE gateway_sum_state SET summed_to = summed_to + 300000`;
  });
});
