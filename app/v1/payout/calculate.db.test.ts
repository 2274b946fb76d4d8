import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as calc } from "@/app/v1/payout/calc/route";
import { POST as calculate } from "@/app/v1/payout/calculate/route";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import {
  BTC_ADDRESS,
  EVM_ADDRESS,
  fillTreasury,
  newPayer,
  type Payer,
  setService,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

let payer: Payer;
beforeAll(async () => {
  await openGateway(3);
  payer = await newPayer({ USDT: "1000", BTC: "0.01", ETH: "1" });
  await fillTreasury("BTC", "1");
  await fillTreasury("ETH", "1");
  // A coin without a dollar price on one of the rig's networks.
  await database().rate.deleteMany({ where: { currencyCode: "VERSE" } });
});
afterAll(closeDatabase);

const USDT = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: true };
const BTC = { currency: "BTC", network: null, address: BTC_ADDRESS };

const outcome = ({ status, json }: Answer) =>
  status === 200 ? Object.values(json.result) : [status, json.message ?? json.errors];
const ask = async (fields: Record<string, unknown>) => outcome(await call(calc, payer, { ...USDT, ...fields }));

describe("POST /v1/payout/calc", () => {
  /**
   * Fee of USDT on bsc: 0.1. Prices: EUR 1.25, BTC 100000, ETH 2000; a conversion keeps 0.5 %.
   * [commission, merchant_amount, payout_amount]
   */
  const SUMS: readonly (readonly [string, Record<string, unknown>, readonly [string, string, string]])[] = [
    ["a coin amount, with the fee debited on top", {}, ["0.10000000", "3.10000000", "3.00000000"]],
    [
      "a coin amount, with the fee deducted from it",
      { is_subtract: false },
      ["0.10000000", "3.00000000", "2.90000000"],
    ],
    ["the minimum amount", { amount: "0.5", is_subtract: "0" }, ["0.10000000", "0.50000000", "0.40000000"]],
    ["an amount as a JSON number", { amount: 3 }, ["0.10000000", "3.10000000", "3.00000000"]],
    ["codes in any letter case", { currency: "usdt", network: "BSC" }, ["0.10000000", "3.10000000", "3.00000000"]],
    [
      "an amount with every decimal of the chain",
      { amount: "3.000000000000000001" },
      ["0.10000000", "3.100000000000000001", "3.000000000000000001"],
    ],
    [
      "a fiat amount paid from the coin's balance",
      { amount: "10", currency: "EUR", to_currency: "USDT" },
      ["0.10000000", "12.60000000", "12.50000000"],
    ],
    [
      "a fiat amount, with the fee deducted from it",
      { amount: "10", currency: "EUR", to_currency: "USDT", is_subtract: "false" },
      ["0.10000000", "12.50000000", "12.40000000"],
    ],
    [
      "a fiat amount rounded down to the coin's smallest unit",
      { ...BTC, amount: "0.999", currency: "EUR", to_currency: "BTC" },
      ["0.00000000", "0.00001248", "0.00001248"],
    ],
    [
      "a fiat amount paid from the USDT balance",
      { ...BTC, amount: "10", currency: "EUR", to_currency: "BTC", from_currency: "USDT" },
      ["0.00000000", "12.56281408", "0.00012500"],
    ],
    [
      "a coin amount paid from the USDT balance",
      { amount: "0.01", currency: "ETH", network: "eth", from_currency: "usdt" },
      ["0.00000000", "20.10050252", "0.01000000"],
    ],
    ["a coin with itself as from_currency", { from_currency: "USDT" }, ["0.10000000", "3.10000000", "3.00000000"]],
    ["a coin with itself as to_currency", { to_currency: "USDT" }, ["0.10000000", "3.10000000", "3.00000000"]],
    [
      "a coin of one network, without the network parameter",
      { ...BTC, amount: "0.001" },
      ["0.00000000", "0.00100000", "0.00100000"],
    ],
    [
      "a rate source, which a coin amount ignores",
      { course_source: "BinanceP2p" },
      ["0.10000000", "3.10000000", "3.00000000"],
    ],
    ["a fee priority", { priority: "HIGHEST" }, ["0.10000000", "3.10000000", "3.00000000"]],
  ];
  test.each(SUMS)("%s", async (_name, fields, sums) => {
    if (sums[2] === "0.00001248") await setService("BTC", "btc", { payoutMin: "0.00001" });
    expect(await ask(fields)).toEqual(sums);
  });

  test("returns exactly three keys", async () => {
    const { json } = await call(calc, payer, USDT);
    expect(Object.keys(json.result)).toEqual(["commission", "merchant_amount", "payout_amount"]);
  });

  const ERRORS: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["an unknown currency", { currency: "NOPE" }, "The currency was not found"],
    ["a currency code with a look-alike letter", { currency: "USDТ" }, "The currency was not found"],
    ["a fiat to_currency", { currency: "EUR", to_currency: "USD" }, "Not found service to_currency"],
    ["an unknown to_currency", { currency: "EUR", to_currency: "NOPE" }, "Not found service to_currency"],
    ["a coin with another to_currency", { to_currency: "ETH" }, "Not found service to_currency"],
    ["an unknown network", { network: "nope" }, "The service was not found"],
    ["a network without the coin", { network: "btc" }, "The service was not found"],
    ["a coin with payouts disabled", { currency: "DAI" }, "The service was not found"],
    ["a coin without a price", { currency: "EUR", to_currency: "VERSE", network: "eth" }, "Error convert to_currency"],
    [
      "a conversion to a coin without a price",
      { currency: "VERSE", network: "eth", amount: "3000", from_currency: "USDT" },
      "Error convert to_currency",
    ],
    ["an amount below the minimum", { amount: "0.49999999" }, "Minimum amount 0.5 USDT"],
    [
      "a fiat amount worth less than the minimum",
      { amount: "0.3", currency: "EUR", to_currency: "USDT" },
      "Minimum amount 0.5 USDT",
    ],
    [
      "a fiat amount that converts to zero",
      { ...BTC, amount: "0.00000001", currency: "EUR", to_currency: "BTC" },
      "Minimum amount 0.00001 BTC",
    ],
    ["an amount above the maximum", { amount: "1000000.01" }, "Maximum amount 1000000 USDT"],
    [
      "a fee that leaves nothing",
      { currency: "USDC", amount: "1", is_subtract: false },
      "The withdrawal amount is too small",
    ],
    ["one unit more than the balance", { amount: "999.90000001" }, "Not enough funds"],
    ["the whole balance, with no funds left for the fee", { amount: "1000" }, "Not enough funds"],
    ["a currency that was never held", { currency: "POL", network: "polygon" }, "Not enough funds"],
    [
      "a conversion that needs more than the USDT balance",
      { amount: "0.5", currency: "ETH", network: "eth", from_currency: "USDT" },
      "Not enough balance for convert USDT to ETH",
    ],
    ["a network without a node", { network: "arbitrum" }, "The terminal was not found"],
  ];
  test.each(ERRORS)("%s: %s", async (_name, fields, message) => {
    await setService("DAI", "bsc", { isPayoutEnabled: false });
    await setService("BTC", "btc", { payoutMin: "0.00001" });
    await setService("USDC", "bsc", { payoutFeeFixed: "1" });
    expect(await ask(fields)).toEqual([422, message]);
  });

  test("the whole balance can be paid out if the fee is deducted from it", async () => {
    expect(await ask({ amount: "1000", is_subtract: false })).toEqual(["0.10000000", "1000.00000000", "999.90000000"]);
    expect(await ask({ amount: "999.9" })).toEqual(["0.10000000", "1000.00000000", "999.90000000"]);
  });

  test("Wallet not found: a currency that the merchant's settings exclude and that was never held", async () => {
    const merchant = await newPayer({ USDT: "10" });
    const acceptedCoins = [{ currency: "ETH", network: null }];
    await database().merchant.update({ where: { id: merchant.merchantId }, data: { acceptedCoins } });
    const of = async (fields: object) => outcome(await call(calc, merchant, { ...USDT, ...fields }));
    expect(await of({ ...BTC, amount: "0.001" })).toEqual([422, "Wallet not found"]);
    expect(await of({ amount: "0.01", currency: "ETH" })).toEqual([422, "Not enough funds"]);
    // A held coin can be paid out even if it is no longer accepted.
    expect(await of({})).toEqual(["0.10000000", "3.10000000", "3.00000000"]);
  });

  test("Error convert to_currency: the gateway holds too little of the coin to exchange USDT for it", async () => {
    const rich = await newPayer({ USDT: "1000000" });
    // The gateway gives the payout amount out of its one ETH, and keeps 0.5 % as the conversion
    // fee.
    const fields = { amount: "0.99500001", currency: "ETH", network: "eth", from_currency: "USDT" };
    expect(outcome(await call(calc, rich, { ...USDT, ...fields }))).toEqual([422, "Error convert to_currency"]);
    expect(outcome(await call(calc, rich, { ...USDT, ...fields, amount: "0.995" }))[2]).toBe("0.99500000");
  });

  test("Error convert to_currency: a price that has become too old", async () => {
    await setPrice("EUR", "1.25", 3600);
    expect(await ask({ amount: "10", currency: "EUR", to_currency: "USDT" })).toEqual([
      422,
      "Error convert to_currency",
    ]);
    await setPrice("EUR", "1.25");
  });

  test("an amount below the minimum of an output is too small, whatever the service's minimum", async () => {
    await setService("BTC", "btc", { payoutMin: "0.000001" });
    expect(await ask({ ...BTC, amount: "0.00000545" })).toEqual([422, "The withdrawal amount is too small"]);
    expect(await ask({ ...BTC, amount: "0.00000546" })).toEqual(["0.00000000", "0.00000546", "0.00000546"]);
    await setService("BTC", "btc", { payoutMin: "0.00001" });
  });

  test("You are forbidden: for 24 hours after the payout key was rotated, on both paths, before any validation", async () => {
    const merchant = await newPayer({ USDT: "10" });
    const { secret } = await rotateKey(merchant, { kind: "payout", overlapSeconds: 0 });
    const renewed = { ...merchant, key: secret };
    for (const handler of [calc, calculate]) {
      expect(outcome(await call(handler, renewed, { ...USDT, currency: "NOPE" }))).toEqual([422, "You are forbidden"]);
    }
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await database().apiKey.updateMany({ where: { merchantId: merchant.merchantId }, data: { createdAt: dayBefore } });
    expect(outcome(await call(calc, renewed, USDT))).toEqual(["0.10000000", "3.10000000", "3.00000000"]);
  });

  test("percent and fixed fees add up, and are never rounded down", async () => {
    await setService("USDC", "eth", { payoutFeeFixed: "1", payoutFeePercent: "0.3333" });
    const usdc = await newPayer({ USDC: "100" });
    const sent = { ...USDT, currency: "USDC", network: "eth", amount: "10.0001" };
    // 1 + 0.03333033333, in units of six decimals.
    expect(outcome(await call(calc, usdc, sent))).toEqual(["1.03333100", "11.03343100", "10.00010000"]);
  });
});

describe("what is wrong with a parameter is said by name", () => {
  const WRONG: readonly (readonly [Record<string, unknown>, Record<string, string[]>])[] = [
    [{ amount: null }, { amount: ["validation.required"] }],
    [{ amount: "0" }, { amount: ["validation.min.numeric"] }],
    [{ amount: "-1" }, { amount: ["validation.regex"] }],
    [{ amount: "1e3" }, { amount: ["validation.regex"] }],
    [{ amount: "1,5" }, { amount: ["validation.regex"] }],
    [{ amount: "1." }, { amount: ["validation.numeric"] }],
    [{ amount: "1".repeat(41) }, { amount: ["validation.max.string"] }],
    [{ amount: "100000000000000000001" }, { amount: ["validation.max.numeric"] }],
    [{ amount: "1.0000000000000000001" }, { amount: ["validation.decimal"] }],
    [{ amount: "1.0000001", network: "eth" }, { amount: ["validation.decimal"] }],
    [{ amount: "1.000000001", currency: "EUR", to_currency: "USDT" }, { amount: ["validation.decimal"] }],
    [{ amount: {} }, { amount: ["validation.string"] }],
    [{ currency: "" }, { currency: ["validation.required"] }],
    [{ currency: "A".repeat(17) }, { currency: ["validation.max.string"] }],
    [{ currency: "EUR" }, { to_currency: ["validation.required"] }],
    [{ network: null }, { network: ["validation.required"] }],
    [{ is_subtract: null }, { is_subtract: ["validation.required"] }],
    [{ is_subtract: "yes" }, { is_subtract: ["validation.boolean"] }],
    [{ is_subtract: 2 }, { is_subtract: ["validation.boolean"] }],
    [{ from_currency: "BTC" }, { from_currency: ["validation.in"] }],
    [{ from_currency: "NOPE" }, { from_currency: ["validation.in"] }],
    [{ course_source: "Nobody" }, { course_source: ["validation.in"] }],
    [{ course_source: "Bin" }, { course_source: ["validation.min.string"] }],
    [{ course_source: "B".repeat(21) }, { course_source: ["validation.max.string"] }],
    [{ priority: "fast" }, { priority: ["validation.in"] }],
    [{ priority: "hig" }, { priority: ["validation.min.string"] }],
    [{ priority: "h".repeat(12) }, { priority: ["validation.max.string"] }],
    [{ address: null }, { address: ["validation.required"] }],
    [{ address: "a".repeat(129) }, { address: ["validation.max.string"] }],
    [{ address: ` ${EVM_ADDRESS}` }, { address: ["validation.address.format"] }],
    [{ address: EVM_ADDRESS.slice(0, -1) }, { address: ["validation.address.length"] }],
    [{ address: EVM_ADDRESS.replace("d8dA", "d8DA") }, { address: ["validation.address.checksum"] }],
    [{ address: BTC_ADDRESS }, { address: ["validation.address.network"] }],
    [{ address: "0x000000000000000000000000000000000000dEaD" }, { address: ["validation.address.burn"] }],
    [{ address: "0x55d398326f99059fF775485246999027B3197955" }, { address: ["validation.address.contract"] }],
    [
      { ...BTC, amount: "0.001", address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080" },
      { address: ["validation.address.network"] },
    ],
  ];
  test.each(WRONG)("%j", async (fields, errors) => {
    expect(await ask(fields)).toEqual([422, errors]);
  });

  test("our own deposit addresses and hot wallets are refused in any letter case", async () => {
    const { address } = await database().address.findFirstOrThrow();
    expect(await ask({ address })).toEqual([422, { address: ["validation.address.own"] }]);
    expect(await ask({ address: `0x${address.slice(2).toUpperCase()}` })).toEqual([
      422,
      { address: ["validation.address.own"] },
    ]);
    const hot = { family: "evm", derivationIndex: 0, address: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94" };
    await database().hotWallet.create({ data: hot });
    expect(await ask({ address: hot.address.toLowerCase() })).toEqual([422, { address: ["validation.address.own"] }]);
  });

  test("a sandbox network accepts mainnet addresses too, and no testnet addresses", async () => {
    await database().network.update({ where: { code: "btc" }, data: { isSandbox: true } });
    clearCatalogCache();
    const regtest = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
    expect(await ask({ ...BTC, amount: "0.001" })).toHaveLength(3);
    expect(await ask({ ...BTC, amount: "0.001", address: regtest })).toEqual([
      422,
      { address: ["validation.address.network"] },
    ]);
    await database().network.update({ where: { code: "btc" }, data: { isSandbox: false } });
    clearCatalogCache();
  });
});

describe("POST /v1/payout/calculate", () => {
  const { address: _, is_subtract: __, ...bare } = USDT;

  test("needs no address, and takes is_subtract as false if omitted", async () => {
    expect(outcome(await call(calculate, payer, bare))).toEqual(["0.10000000", "3.00000000", "2.90000000"]);
    expect(outcome(await call(calculate, payer, { ...bare, is_subtract: true }))[1]).toBe("3.10000000");
    const { status } = await call(calc, payer, bare);
    expect(status).toBe(422);
  });

  test("validates an address that is given", async () => {
    expect(outcome(await call(calculate, payer, { ...bare, address: "0x1" }))).toEqual([
      422,
      { address: ["validation.address.length"] },
    ]);
  });

  test("does not accept the payment key", async () => {
    expect((await call(calculate, payer.byPaymentKey, bare)).json).toEqual({ state: 1, message: "Invalid Sign." });
  });

  test("ignores unknown parameters", async () => {
    expect((await call(calculate, payer, { ...bare, order_id: randomUUID(), surprise: [1] })).status).toBe(200);
  });
});
