import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as balance } from "@/app/v1/balance/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { credit, newCredit, newReferrer, newUser, reverse } from "@/lib/money-in/credits/testing/credit-rig";
import { fundCapital, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { walletUuid } from "@/lib/people/merchants/wallet-owner-repo";
import { connectReferrer } from "@/lib/people/referrals/referrals";

/** A shop whose owner has referred another shop. */
let shop: Caller;
let brought: Caller;
let ownerId: string;
beforeAll(async () => {
  await openGateway(1);
  for (const currency of ["USDT", "ETH", "SHIB"]) await fundCapital(currency, "1000000000");
  [shop, brought] = [await newCaller(), await newCaller()];
  const { userId, code } = await newReferrer();
  ownerId = userId;
  const join = (who: string, role: "owner" | "manager") =>
    database().merchantMember.create({ data: { merchantId: shop.merchantId, userId: who, role } });
  await join(await newUser(), "manager");
  await join(ownerId, "owner");
  await database().merchant.update({ where: { id: shop.merchantId }, data: { walletOwnerId: ownerId } });
  await withTransaction((tx) => connectReferrer(tx, brought.merchantId, code));
});
afterAll(closeDatabase);

const ask = async (caller: Caller) => (await call(balance, caller, "")).json;

test("a shop without money has two empty lists", async () => {
  expect(await ask(shop)).toEqual({ state: 0, result: [{ balance: { merchant: [], user: [] } }] });
});

test("business wallets are the merchant's, personal ones its owner's: exactly four keys each, exact digits, dollars with two decimals", async () => {
  await credit(newCredit(shop.merchantId, "USDT", "14.85"));
  await credit(newCredit(shop.merchantId, "SHIB", "1234567.123456789012345678"));
  await credit(newCredit(brought.merchantId, "ETH", "2", "0.02"));
  const entry = (owner: string, currency: string, amount: string, usd: string) => ({
    uuid: walletUuid(owner, currency),
    balance: amount,
    currency_code: currency,
    balance_usd: usd,
  });
  expect(await ask(shop)).toEqual({
    state: 0,
    result: [
      {
        balance: {
          merchant: [
            entry(shop.merchantId, "SHIB", "1234567.123456789012345678", "12.35"),
            entry(shop.merchantId, "USDT", "14.85000000", "14.85"),
          ],
          user: [entry(ownerId, "ETH", "0.00400000", "8.00")],
        },
      },
    ],
  });
  expect((await ask(brought)).result[0].balance.user).toEqual([]);
});

test("a revoked referral share is removed from the personal wallet, which remains", async () => {
  const credited = newCredit(brought.merchantId, "ETH", "1", "0.01");
  await credit(credited);
  expect((await ask(shop)).result[0].balance.user[0].balance).toBe("0.00600000");
  await reverse(credited);
  expect((await ask(shop)).result[0].balance.user[0].balance).toBe("0.00400000");
});

test("without a fresh price the value in dollars is zero, and the balance is still returned", async () => {
  await setPrice("ETH", "2000", 3_600);
  expect((await ask(shop)).result[0].balance.user[0]).toMatchObject({ balance: "0.00400000", balance_usd: "0.00" });
});
