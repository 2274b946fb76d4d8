import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { getAutoConverts, setAutoConvert } from "@/lib/money-in/conversions/auto-convert";
import { newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(() => openGateway(1));
afterAll(closeDatabase);

async function shop() {
  const [merchantId, userId] = [await newMerchant(), await newUser()];
  const set = (currency: string, isOn: boolean) => setAutoConvert({ merchantId, userId }, { currency, isOn });
  const trail = async () =>
    (await database().auditEvent.findMany({ where: { merchantId }, orderBy: { id: "asc" } })).map(
      ({ action, actorId, detail }) => ({ action, actorId, detail }),
    );
  return { merchantId, userId, set, trail };
}

describe("switching a coin's conversion", () => {
  test("applies to that merchant only, and each change is audited once with its author", async () => {
    const { merchantId, userId, set, trail } = await shop();
    const other = await newMerchant();
    await set("ETH", true);
    await set("ETH", true);
    await set("BTC", true);
    await set("BTC", false);
    await set("BNB", false);
    expect((await getMerchant(merchantId)).convertedCoins).toEqual(["ETH"]);
    expect((await getMerchant(other)).convertedCoins).toEqual([]);
    const line = (currency: string, isOn: boolean) => ({
      action: "auto-convert.change",
      actorId: userId,
      detail: { currency, isOn },
    });
    expect(await trail()).toEqual([line("ETH", true), line("BTC", true), line("BTC", false)]);
  });

  test.each(["USDT", "USD", "EUR", "NOPE"])("is refused for %s", async (currency) => {
    const { set, trail } = await shop();
    await expect(set(currency, true)).rejects.toMatchObject({ code: "refused" });
    expect(await trail()).toEqual([]);
  });

  test("leaves one row when many requests do it concurrently", async () => {
    const { merchantId, set, trail } = await shop();
    await Promise.all(Array.from({ length: 6 }, () => set("ETH", true)));
    expect((await getMerchant(merchantId)).convertedCoins).toEqual(["ETH"]);
    expect((await trail()).length).toBe(1);
  });

  test("lists every coin of the catalog except USDT, and no fiat", async () => {
    const { merchantId, set } = await shop();
    await set("SHIB", true);
    const { toCurrency, spreadPercent, coins } = await getAutoConverts(merchantId);
    expect([toCurrency, spreadPercent]).toEqual(["USDT", "0.5"]);
    expect(coins.filter(({ isOn }) => isOn).map(({ currency }) => currency)).toEqual(["SHIB"]);
    const codes = coins.map(({ currency }) => currency);
    expect(codes).toEqual(expect.arrayContaining(["ETH", "BTC", "USDC"]));
    for (const code of ["USDT", "USD", "EUR"]) expect(codes).not.toContain(code);
  });
});
