import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openPayView } from "@/lib/fronts/payment-page/open-pay-view";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { chooseCoin, listChoices } from "@/lib/money-in/invoices/choose-coin";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fillPool,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { countLockWaits } from "@/lib/testing/lock-waits";

let merchantId: string;
beforeAll(async () => {
  await openGateway();
  await fillPool(20, "btc");
});
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const create = (fields: Record<string, unknown>) => newInvoice(merchantId, { network: null, ...fields });
const accept = (acceptedCoins: readonly { currency: string; network: string | null }[]) =>
  database().merchant.update({ where: { id: merchantId }, data: { acceptedCoins: [...acceptedCoins] } });
const only = (currency: string, network: string | null = null) => [{ currency, network }];

/** Returns `COIN network` of the initial quote, or all that the payer may choose, or the error. */
async function outcome(fields: Record<string, unknown>): Promise<string> {
  try {
    const invoice = await create(fields);
    const quote = invoice.currentQuote;
    if (quote !== null) return `fixed: ${quote.currencyCode} ${quote.networkCode}`;
    const choices = await listChoices(invoice);
    return `choice: ${choices
      .map(({ currency, network }) => `${currency.code} ${network.code}`)
      .toSorted()
      .join(", ")}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const USDT_ANYWHERE = "choice: USDT bsc, USDT eth, USDT polygon";

describe("coin and network", () => {
  test.each([
    [
      "a fiat currency allows every coin",
      { currency: "USD", currencies: [...only("USDT"), ...only("BTC")] },
      `${USDT_ANYWHERE.replace("choice: ", "choice: BTC btc, ")}`,
    ],
    [
      "a fiat currency with a network allows that network's coins",
      { currency: "EUR", network: "POLYGON" },
      "choice: DAI polygon, POL polygon, USDC polygon, USDT polygon",
    ],
    [
      "a fiat currency with a network of one coin still lets the payer choose",
      { currency: "USD", network: "btc" },
      "choice: BTC btc",
    ],
    ["a coin without a network allows all of its networks", { currency: "usdt" }, USDT_ANYWHERE],
    [
      "a to_currency without a network allows all of its networks",
      { currency: "USD", to_currency: "USDT" },
      USDT_ANYWHERE,
    ],
    ["a coin of one network needs no network parameter", { currency: "BTC", amount: "0.01" }, "fixed: BTC btc"],
    [
      "a to_currency of one network needs none either, in any letter case",
      { currency: "USD", to_currency: "btc" },
      "fixed: BTC btc",
    ],
    [
      "a coin of one network accepts that network",
      { currency: "BTC", amount: "0.01", network: "BTC" },
      "fixed: BTC btc",
    ],
    ["a coin with a network fixes both", { currency: "USDC", network: "eth" }, "fixed: USDC eth"],
    [
      "a coin with another to_currency is converted",
      { currency: "ETH", amount: "1", to_currency: "USDC", network: "bsc" },
      "fixed: USDC bsc",
    ],
    [
      "a coin of one network is refused on another network",
      { currency: "BTC", amount: "0.01", network: "bsc" },
      "service_not_found",
    ],
    [
      "a to_currency is refused on a network without it",
      { currency: "USD", to_currency: "BTC", network: "bsc" },
      "to_currency_not_found",
    ],
    [
      "a fiat currency is refused with a network without a node",
      { currency: "USD", network: "tron" },
      "terminal_not_found",
    ],
    [
      "a coin is refused if its only network has no node",
      { currency: "USD", to_currency: "XMR" },
      "terminal_not_found",
    ],
    ["a fiat to_currency is refused", { currency: "USD", to_currency: "EUR" }, "to_currency_not_found"],
  ])("%s", async (_name, fields, expected) => {
    expect(await outcome(fields)).toBe(expected);
  });

  test("a coin is not treated as single-network because its other networks are down", async () => {
    await database().chainCursor.updateMany({
      where: { networkCode: { in: ["eth", "polygon"] } },
      data: { stoppedAt: new Date() },
    });
    clearCatalogCache();
    expect(await outcome({ currency: "USDT" })).toBe("choice: USDT bsc");
    await database().chainCursor.updateMany({ data: { stoppedAt: null } });
    clearCatalogCache();
  });
});

describe("lists", () => {
  test.each([
    [
      "allow a coin on all of its networks if no network is given",
      { currency: "USD", currencies: only("usdt") },
      USDT_ANYWHERE,
    ],
    ["allow a coin on one network", { currency: "USD", currencies: only("USDT", "BSC") }, "choice: USDT bsc"],
    ["narrow a coin without a network", { currency: "USDT", currencies: only("USDT", "bsc") }, "choice: USDT bsc"],
    [
      "are narrowed by the network",
      { currency: "USD", network: "eth", currencies: [...only("USDT"), ...only("BTC")] },
      "choice: USDT eth",
    ],
    [
      "exclude a coin on one network",
      { currency: "USDT", except_currencies: only("USDT", "eth") },
      "choice: USDT bsc, USDT polygon",
    ],
    [
      "that exclude every allowed coin are refused",
      { currency: "USD", currencies: only("USDT"), except_currencies: only("USDT") },
      "service_not_found",
    ],
    [
      "that exclude the fixed coin are refused",
      { currency: "USD", to_currency: "USDT", except_currencies: only("USDT") },
      "to_currency_not_found",
    ],
    [
      "that allow only a coin other than the fixed one are refused",
      { currency: "USDT", network: "bsc", currencies: only("BTC") },
      "service_not_found",
    ],
  ])("%s", async (_name, fields, expected) => {
    expect(await outcome(fields)).toBe(expected);
  });
});

describe("coins that the merchant accepts", () => {
  beforeEach(() => accept([...only("USDT", "bsc"), ...only("BTC")]));

  test.each([
    ["are the payer's choices", { currency: "USD" }, "choice: BTC btc, USDT bsc"],
    ["narrow a coin without a network", { currency: "USDT" }, "choice: USDT bsc"],
    ["let the shop fix one of them", { currency: "USDT", network: "bsc" }, "fixed: USDT bsc"],
    [
      "are narrowed by the invoice's exclusions",
      { currency: "USD", except_currencies: only("BTC") },
      "choice: USDT bsc",
    ],
    [
      "are overridden by the invoice's own list",
      { currency: "USD", currencies: only("ETH", "eth") },
      "choice: ETH eth",
    ],
    [
      "are overridden by that list for a fixed coin too",
      { currency: "ETH", amount: "1", network: "eth", currencies: only("ETH") },
      "fixed: ETH eth",
    ],
    ["exclude any other coin", { currency: "ETH", amount: "1", network: "eth" }, "wallet_not_found"],
    ["exclude any other to_currency", { currency: "USD", to_currency: "ETH", network: "eth" }, "wallet_not_found"],
    ["exclude an accepted coin on another network", { currency: "USDT", network: "eth" }, "wallet_not_found"],
    [
      "exclude a fiat currency on a network without an accepted coin",
      { currency: "USD", network: "polygon" },
      "wallet_not_found",
    ],
    [
      "do not change the error of a service that does not exist",
      { currency: "BTC", amount: "1", network: "eth" },
      "service_not_found",
    ],
  ])("%s", async (_name, fields, expected) => {
    expect(await outcome(fields)).toBe(expected);
  });
});

describe("a shop whose payments are blocked", () => {
  const CHOICE = { currency: "USDT", network: "bsc" };
  const REFUSAL = { code: "refused", reason: "shop_closed" };
  const setBlock = (isBlocked: boolean) =>
    database().merchant.update({
      where: { id: merchantId },
      data: { paymentsBlockedAt: isBlocked ? new Date() : null },
    });
  const quotesOf = (invoiceId: string) => database().quote.count({ where: { invoiceId } });

  test("gives its payers no price in a coin, but keeps coins chosen earlier", async () => {
    const [open, chosen] = [await create({ currency: "USD" }), await create({ currency: "USD" })];
    await chooseCoin(chosen.id, CHOICE);
    await setBlock(true);
    await expect(chooseCoin(open.id, CHOICE)).rejects.toMatchObject(REFUSAL);
    await expect(chooseCoin(chosen.id, { currency: "USDT", network: "eth" })).rejects.toMatchObject(REFUSAL);
    await expect(chooseCoin(chosen.id, CHOICE)).resolves.toBeUndefined();
    expect([await quotesOf(open.id), await quotesOf(chosen.id)]).toEqual([0, 1]);
    await setBlock(false);
    await chooseCoin(open.id, CHOICE);
    expect(await quotesOf(open.id)).toBe(1);
  });

  test("shows its payers no coin and the reason, but credits payments to addresses already given out", async () => {
    const [open, chosen] = [await create({ currency: "USD" }), await create({ currency: "USD" })];
    await chooseCoin(chosen.id, CHOICE);
    await setBlock(true);
    const view = await openPayView(open.id, new Date());
    expect([view?.choices, view?.unavailable, view && payState(view, new Date()).kind]).toEqual([[], [], "blocked"]);

    const begun = await openPayView(chosen.id, new Date());
    expect(begun && payState(begun, new Date())).toMatchObject({ kind: "waiting", mayChangeCoin: false });
    const invoice = await invoiceNow(chosen.id);
    await pay(invoice, { amount: invoice.currentQuote?.payerAmount.toFixed() ?? "" });
    await settleInvoice(chosen.id);
    expect((await invoiceNow(chosen.id)).status).toBe("paid");
    expect(decimal(await walletOf(merchantId)).gt("0")).toBe(true);

    await setBlock(false);
    const again = await openPayView(open.id, new Date());
    expect(again && payState(again, new Date()).kind).toBe("choose");
  });

  test("a block set while the price is computed takes effect", async () => {
    const { id } = await create({ currency: "USD" });
    let choosing: Promise<void> = Promise.resolve();
    await withTransaction(async (tx) => {
      await lockInvoice(tx, id);
      choosing = chooseCoin(id, CHOICE);
      choosing.catch(() => {});
      await vi.waitUntil(async () => (await countLockWaits()) > 0, { timeout: 60_000, interval: 20 });
      await setBlock(true);
    });
    await expect(choosing).rejects.toMatchObject(REFUSAL);
    expect(await quotesOf(id)).toBe(0);
  });
});

describe("limits", () => {
  const twoCoins = { currency: "USD", currencies: [...only("USDT", "bsc"), ...only("BTC")] };

  test("one coin within its limits is enough, and the payer cannot choose the others", async () => {
    await database().service.updateMany({ where: { currencyCode: "BTC" }, data: { paymentMin: "0.001" } });
    clearCatalogCache();
    const invoice = await create({ ...twoCoins, amount: "50" });
    await expect(chooseCoin(invoice.id, { currency: "BTC", network: "btc" })).rejects.toMatchObject({
      message: "below_minimum 0.001 BTC",
    });
    await chooseCoin(invoice.id, { currency: "USDT", network: "bsc" });
  });

  test("the creation is rejected with the first coin's limit when no coin is within its limits", async () => {
    expect(await outcome({ ...twoCoins, amount: "0.4" })).toBe("below_minimum 0.5 USDT");
    expect(await outcome({ ...twoCoins, amount: "100000000000" })).toBe("above_maximum 1000000 USDT");
    expect(await outcome({ currency: "USD", to_currency: "USDT", amount: "0.4" })).toBe("below_minimum 0.5 USDT");
  });

  test("a limit is reported before a missing price, because the shop can act on it", async () => {
    await database().rate.deleteMany({ where: { currencyCode: "BTC" } });
    clearRatesCache();
    const fields = { currency: "USD", currencies: [...only("BTC"), ...only("USDT", "bsc")] };
    expect(await outcome({ ...fields, amount: "0.4" })).toBe("below_minimum 0.5 USDT");
    expect(await outcome({ ...fields, amount: "40" })).toMatch(/^choice: /);
    expect(await outcome({ currency: "USD", currencies: only("BTC") })).toBe("price_unavailable");
  });
});
