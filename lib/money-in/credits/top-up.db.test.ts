import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as createPayment } from "@/app/v1/payment/route";
import { POST as createStaticWallet } from "@/app/v1/wallet/route";
import { call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { feesEarned, treasury, userWallet } from "@/lib/ledger/account";
import { balanceOf, convertCoins, fillTreasury, newReferrer } from "@/lib/money-in/credits/testing/credit-rig";
import {
  bookDifferences,
  fundCapital,
  openGateway,
  setPrice,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { topUp, walletNow, webhooksOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";

beforeAll(async () => {
  await openGateway(20);
  await setPrice("TRX", "0.25");
  await fundCapital("USDT", "10000");
  await fillTreasury("USDT", "5000");
});
afterAll(closeDatabase);

test("a top-up pays the creation fee first, shares only the commission, converts the rest, and is reversed as a whole", async () => {
  const [caller, { userId, code }] = [await newCaller({ commission: "0.01" }), await newReferrer()];
  await convertCoins(caller.merchantId, "USDC");
  const order = { currency: "USDC", network: "bsc", order_id: "w1", url_callback: "https://shop.example/cb" };
  const { json } = await call(createStaticWallet, caller, { ...order, from_referral_code: code });
  const wallet = await walletNow(json.result.uuid);
  const deposit = await topUp(wallet, { amount: "100", currency: "USDC" });
  await settleWallet(wallet.id);
  // 100 less 1 commission and 0.5 creation fee is 98.5, less half a percent for the conversion.
  expect(await walletOf(caller.merchantId)).toBe("98.0075");
  expect(await walletOf(caller.merchantId, "USDC")).toBe("0");
  expect(await balanceOf(treasury("USDC"))).toBe("98.5");
  expect(await balanceOf(userWallet(userId, "USDC"))).toBe("0.2");
  expect(await balanceOf(feesEarned("USDC"))).toBe("1.3");
  expect((await webhooksOf(wallet.id)).at(-1)).toMatchObject({
    status: "paid",
    merchant_amount: "98.50000000",
    convert: { to_currency: "USDT", commission: "0.49250000", rate: "0.99500000", amount: "98.00750000" },
  });
  await vanish(deposit, true);
  await settleWallet(wallet.id);
  for (const account of [treasury("USDC"), userWallet(userId, "USDC"), feesEarned("USDC")])
    expect(await balanceOf(account)).toBe("0");
  expect([await walletOf(caller.merchantId), await balanceOf(treasury("USDT"))]).toEqual(["0", "5000"]);
  expect(await bookDifferences()).toEqual([]);
});

test.each([
  ["an invoice", createPayment, { amount: "5", currency: "USDT", network: "bsc" }],
  ["a static wallet", createStaticWallet, { currency: "USDT", network: "bsc" }],
])(
  "creating %s with a code connects the merchant to its owner; a wrong code is not an error",
  async (_what, create, fields) => {
    const [caller, { userId, code }] = [await newCaller(), await newReferrer()];
    const referrer = async () =>
      (await database().merchant.findUniqueOrThrow({ where: { id: caller.merchantId } })).referrerId;
    const order = (order_id: string, from_referral_code: unknown) =>
      call(create, caller, { ...fields, order_id, from_referral_code });
    for (const [index, wrong] of ["", null, "nothing", "ZZZZZZZZ"].entries())
      expect((await order(`wrong-${index}`, wrong)).status).toBe(200);
    expect(await referrer()).toBeNull();
    expect((await order("right", code.toLowerCase())).status).toBe(200);
    expect(await referrer()).toBe(userId);
    expect((await order("later", (await newReferrer()).code)).status).toBe(200);
    expect(await referrer()).toBe(userId);
  },
);

test.each([
  ["an invoice", createPayment, { amount: "5", currency: "USDT", network: "bsc" }],
  ["a static wallet", createStaticWallet, { currency: "USDT", network: "bsc" }],
])(
  "requesting %s again makes the connection that a crash after its creation left out",
  async (_what, create, fields) => {
    const [caller, { userId, code }] = [await newCaller(), await newReferrer()];
    // The state after such a crash: created with the code, but not connected.
    await database().referralCode.delete({ where: { code } });
    const order = () => call(create, caller, { ...fields, order_id: "again", from_referral_code: code });
    await order();
    await database().referralCode.create({ data: { code, userId } });
    expect((await order()).status).toBe(200);
    const merchant = await database().merchant.findUniqueOrThrow({ where: { id: caller.merchantId } });
    expect(merchant.referrerId).toBe(userId);
  },
);
