import { afterAll, beforeAll, expect, test } from "vitest";
import { listAddedTokens } from "@/lib/fronts/admin/added-tokens-queries";
import { addedTokensView } from "@/lib/fronts/admin/added-tokens-schema";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { lookUpToken } from "@/lib/money-in/tokens/add-token";
import { writeFound } from "@/lib/money-in/tokens/repo";
import { createUser } from "@/lib/people/identity/complete-setup";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

const KEY = { networkCode: "eth", contract: "0x514910771AF9Ca656af840dff83E8264EcF986CA" };

beforeAll(async () => {
  await offerNetworks("eth", "ton");
  const person = { email: "ada@gateway.test", name: "Ada", password: "a-long-password", isOperator: true };
  await lookUpToken(KEY, (await withTransaction((tx) => createUser(tx, person))).id);
});
afterAll(closeDatabase);

test.each([
  ["13.25", 18, "0.08", "800"],
  ["0.0000121", 18, "90000", "900000000"],
  ["97250", 8, "0.00002", "0.2"],
  ["1", 6, "1", "10000"],
  ["5000000", 2, "0.01", "0.01"],
])("suggests limits in round amounts based on the price: at %s dollars", async (price, decimals, least, most) => {
  const found = {
    symbol: "LINK",
    decimals,
    nodeReports: [{ node: "a.test", report: "LINK" }],
    prices: { Binance: price },
    problem: null,
  };
  await withTransaction((tx) => writeFound(tx, KEY, found));
  const { tokens, canAdd } = addedTokensView.parse(await listAddedTokens("eth"));
  expect(canAdd).toBe(true);
  expect(tokens).toMatchObject([
    {
      state: "read",
      prices: [{ source: "Binance", usdPrice: price }],
      contractUrl: expect.stringContaining(KEY.contract),
    },
  ]);
  expect(tokens[0]?.suggested).toEqual({ paymentMin: least, paymentMax: most, payoutMin: least, payoutMax: most });
});

test("allows no added tokens on a network whose driver must know its tokens from the start", async () => {
  expect(await listAddedTokens("ton")).toEqual({ canAdd: false, tokens: [] });
});
