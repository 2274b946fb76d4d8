import { describe, expect, test } from "vitest";
import { findChoices, orderChoices, questionOf } from "@/lib/fronts/payment-page/find-choices";
import { decimal } from "@/lib/kernel/money/decimal";
import { networkFee, payChoice } from "@/lib/money-in/invoices/testing/pay-views";

const on = (currency: string, networkCode: string, worth: string | null = null, payerAmount = "25") =>
  payChoice({
    currency,
    networkCode,
    networkName: networkCode === "bsc" ? "BNB Smart Chain" : networkCode,
    tokenStandard: networkCode === "bsc" ? "BEP-20" : null,
    payerAmount: decimal(payerAmount),
    networkFee: worth === null ? null : networkFee("0.1", worth),
  });
const names = (choices: readonly { currency: string; networkCode: string }[]) =>
  choices.map(({ currency, networkCode }) => `${currency}@${networkCode}`);

describe("the order of choices", () => {
  test("is that of the catalog between coins, whatever their fees", () => {
    const choices = [on("USDT", "eth", "9"), on("BTC", "btc", "1"), on("USDT", "bsc", "0.1"), on("ETH", "eth", "0.01")];
    expect(names(orderChoices(choices))).toEqual(["USDT@bsc", "USDT@eth", "BTC@btc", "ETH@eth"]);
  });

  test("is by network fee within a coin, with unknown fees last in catalog order", () => {
    const choices = [on("USDT", "sol"), on("USDT", "eth", "0.8"), on("USDT", "ton"), on("USDT", "bsc", "0.02")];
    expect(names(orderChoices(choices))).toEqual(["USDT@bsc", "USDT@eth", "USDT@sol", "USDT@ton"]);
  });

  test("puts a cheaper amount before a cheaper fee", () => {
    const choices = [on("USDT", "bsc", "0.01", "25"), on("USDT", "eth", "0.8", "22.5")];
    expect(names(orderChoices(choices))).toEqual(["USDT@eth", "USDT@bsc"]);
  });
});

describe("a search among choices", () => {
  const choices = [on("USDT", "bsc"), on("USDT", "eth"), on("BNB", "bsc")];

  test.each([
    ["", ["USDT@bsc", "USDT@eth", "BNB@bsc"]],
    ["bep20", ["USDT@bsc", "BNB@bsc"]],
    ["BEP-20", ["USDT@bsc", "BNB@bsc"]],
    ["smart  chain usdt", ["USDT@bsc"]],
    ["eth", ["USDT@bsc", "USDT@eth", "BNB@bsc"]],
    ["doge", []],
    ["usdt doge", []],
  ])("for %j finds %j", (question, found) => {
    expect(
      names(
        findChoices(
          choices.map((choice) => ({ ...choice, currencyName: "Tether" })),
          question,
        ),
      ),
    ).toEqual(found);
  });

  test("accepts any text, normalized and truncated", () => {
    expect(questionOf(null)).toBe("");
    expect(questionOf("  USDT\tTron ")).toBe("usdt tron");
    expect(questionOf("x".repeat(10_000))).toHaveLength(60);
  });
});
