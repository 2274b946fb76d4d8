import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { planPayout } from "@/lib/money-out/payouts/plan-payout";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import { calculatePayoutInput } from "@/lib/money-out/payouts/schema";
import { EVM_ADDRESS, fillTreasury, newPayer, setService } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import type { FeePriority } from "@/lib/sending/fees/fee-priority";
import { pruneFeeQuotes } from "@/lib/sending/fees/fee-quotes-repo";

beforeAll(async () => {
  await openGateway(3);
});
afterAll(closeDatabase);

/** Each test has its own minute, so that it never sees the quotes of another. */
let minute = 0;
let now: Date;
beforeEach(() => {
  minute += 10;
  now = new Date(Date.now() + minute * 60_000);
});
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

async function estimate(
  currencyCode: string,
  networkCode: string,
  amount: string,
  priority: FeePriority = "recommended",
) {
  const key = { currencyCode, networkCode, priority };
  await database().payoutFeeEstimate.upsert({
    where: { currencyCode_networkCode_priority: key },
    create: { ...key, amount, observedAt: now },
    update: { amount, observedAt: now },
  });
}

async function quote(currency: string, network: string, priority: FeePriority = "recommended", at: Date = now) {
  const service = (await loadCatalog()).service(currency, network);
  if (service === null) throw new Error(`no ${currency} on ${network}`);
  return await quoteFee(service, priority, at);
}

const fixedOf = async (...question: Parameters<typeof quote>) => (await quote(...question)).fixed.toFixed();

describe("a fee", () => {
  test("is the configured one while the worker has no estimate of the chain", async () => {
    expect(await fixedOf("USDT", "bsc")).toBe("0.1");
    expect(await fixedOf("ETH", "eth")).toBe("0");
  });

  test("is the chain's estimate plus a quarter, in the coin, if that is more than the configured one", async () => {
    // 0.001 ETH at 2000 dollars, plus a quarter.
    await estimate("USDT", "eth", "0.001");
    expect(await fixedOf("USDT", "eth")).toBe("2.5");
    // 0.0000001 BNB at 800 dollars is close to zero.
    await estimate("USDT", "bsc", "0.0000001");
    expect(await fixedOf("USDT", "bsc")).toBe("0.1");
    await estimate("ETH", "eth", "0.0000400000000000008");
    expect(await fixedOf("ETH", "eth")).toBe("0.00005001");
  });

  test("follows the priority only on a network that has priorities", async () => {
    await estimate("ETH", "eth", "0.001", "recommended");
    await estimate("ETH", "eth", "0.004", "highest");
    expect([await fixedOf("ETH", "eth"), await fixedOf("ETH", "eth", "highest")]).toEqual(["0.00125", "0.005"]);
    await estimate("AVAX", "avalanche", "0.01", "recommended");
    await estimate("AVAX", "avalanche", "0.5", "highest");
    expect(await fixedOf("AVAX", "avalanche", "highest")).toBe("0.0125");
  });

  test("ignores an estimate older than ten minutes", async () => {
    await estimate("POL", "polygon", "1");
    expect(await fixedOf("POL", "polygon", "recommended", later(599))).toBe("1.25");
    expect(await fixedOf("POL", "polygon", "recommended", later(660))).toBe("0");
  });

  test("is refused instead of guessed when the chain's estimate has no price in the coin", async () => {
    await setPrice("BNB", "800", 86_400);
    await estimate("USDC", "bsc", "0.01");
    await expect(quote("USDC", "bsc")).rejects.toThrow("terminal_not_found");
    await setPrice("BNB", "800");
    expect(await fixedOf("USDC", "bsc")).toBe("10");
  });
});

describe("a quote", () => {
  test("is valid for 60 seconds, whatever the chain and the operator change meanwhile", async () => {
    const first = await quote("DAI", "eth");
    await estimate("DAI", "eth", "0.01");
    await setService("DAI", "eth", { payoutFeeFixed: "7", payoutFeePercent: "1" });
    expect(await quote("DAI", "eth", "recommended", later(59))).toEqual(first);
    // 0.0125 ETH, at 0.9997 dollars for one DAI.
    const second = await quote("DAI", "eth", "recommended", later(60));
    expect([second.fixed.toFixed(), second.percent.toFixed()]).toEqual(["25.00750226", "1"]);
    expect(second.id).not.toBe(first.id);
  });

  test("is the same for all concurrent requests", async () => {
    const before = await database().payoutFeeQuote.count();
    const quotes = await Promise.all(Array.from({ length: 20 }, () => quote("SHIB", "eth")));
    expect(new Set(quotes.map(({ id }) => id)).size).toBe(1);
    expect(await database().payoutFeeQuote.count()).toBe(before + 1);
  });

  test("is immutable", async () => {
    const { id } = await quote("BTC", "btc");
    await expect(database().payoutFeeQuote.update({ where: { id }, data: { fixed: "9" } })).rejects.toThrow();
  });
});

describe("two identical requests within a quote's validity", () => {
  test("have the same result: calculation and payout share one plan", async () => {
    await fillTreasury("ETH", "100000");
    const payer = await newPayer({ USDT: "900000000", ETH: "100000" });
    const merchant = await getMerchant(payer.merchantId);
    const amount = fc.integer({ min: 1_000_000, max: 100_000_000 }).map((units) => `${units / 1_000_000}`);
    const ways = fc.constantFrom(
      { currency: "USDT", network: "bsc" },
      { currency: "ETH", network: "eth" },
      { currency: "EUR", to_currency: "USDT", network: "bsc" },
      { currency: "EUR", to_currency: "ETH", network: "eth", from_currency: "USDT" },
      { currency: "ETH", network: "eth", from_currency: "USDT" },
    );
    const ask = (fields: object) =>
      planPayout(merchant, calculatePayoutInput.parse({ address: EVM_ADDRESS, ...fields }), { mustBeCovered: true });
    await fc.assert(
      fc.asyncProperty(ways, amount, fc.boolean(), async (way, text, is_subtract) => {
        const [first, second] = [
          await ask({ ...way, amount: text, is_subtract }),
          await ask({ ...way, amount: text, is_subtract }),
        ];
        expect(second).toEqual(first);
        const given = first.conversion?.fromAmount.times(first.conversion.rate) ?? first.debitedAmount;
        expect(given.gte(first.sentAmount.plus(first.commission))).toBe(true);
        expect(first.sentAmount.gt("0")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("without the balance check have the same result for a merchant without funds", async () => {
    const poor = await getMerchant((await newPayer()).merchantId);
    const input = calculatePayoutInput.parse({
      amount: "3",
      currency: "USDT",
      network: "bsc",
      address: EVM_ADDRESS,
      is_subtract: true,
    });
    await expect(planPayout(poor, input, { mustBeCovered: true })).rejects.toThrow("not_enough_funds");
    const shown = await planPayout(poor, input, { mustBeCovered: false });
    expect([shown.debitedAmount.toFixed(), shown.funds.spendable.toFixed()]).toEqual(["3.1", "0"]);
  });
});

describe("an expired quote", () => {
  const DAY_S = 24 * 60 * 60;

  test("is deleted a day later, unless a payout was priced with it", async () => {
    const unused = await quote("USDT", "bsc");
    const used = await quote("USDT", "eth");
    await insertPayoutPricedWith(used.id);
    const kept = async () =>
      (await database().payoutFeeQuote.findMany({ where: { id: { in: [unused.id, used.id] } } })).map(({ id }) => id);
    await pruneFeeQuotes(later(DAY_S));
    expect((await kept()).sort()).toEqual([unused.id, used.id].sort());
    await pruneFeeQuotes(later(DAY_S + 61));
    expect(await kept()).toEqual([used.id]);
  });
});

async function insertPayoutPricedWith(feeQuoteId: string): Promise<void> {
  const { merchantId } = await newPayer();
  const amounts = { amount: "1", sentAmount: "1", commission: "0", debitedAmount: "1", balanceAfter: "0" };
  const coin = { currencyCode: "USDT", payerCode: "USDT", networkCode: "eth", fromCode: "USDT" };
  await database().payout.create({
    data: {
      merchantId,
      orderId: "priced",
      amountText: "1",
      address: EVM_ADDRESS,
      isSubtract: true,
      feeQuoteId,
      ...coin,
      ...amounts,
    },
  });
}
