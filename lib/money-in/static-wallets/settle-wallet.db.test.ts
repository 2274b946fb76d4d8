import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { feesEarned, heldFunds, invoicePending } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import {
  bookDifferences,
  CONFIRMATIONS,
  newMerchant,
  openGateway,
  readUpTo,
  START_HEIGHT,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { lockUnsettledDeposits } from "@/lib/money-in/static-wallets/repo";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf, walletNow, webhooksOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

beforeAll(() => openGateway());
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

/** A deposit's block that is one confirmation short. */
const SHALLOW = START_HEIGHT - CONFIRMATIONS + 2;

const pendingOf = async (merchantId: string) => (await findBalance(invoicePending(merchantId, "USDT"))).toFixed();
const heldOf = async (merchantId: string, currency = "USDT") =>
  (await findBalance(heldFunds(merchantId, currency))).toFixed();
const block = (merchantId: string, uuid: string, isForced = false) =>
  blockWallet(merchantId, { uuid, order_id: null, is_force_refund: isForced });

describe("a top-up", () => {
  test("is credited less the commission, as a separate payment with one webhook of type wallet", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    const [made, ...others] = await topUpsOf(wallet.id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ status: "paid", amount: "10", credited: "9.9", commission: "0.1" });
    expect(await walletOf(merchantId)).toBe("9.9");
    expect(await webhooksOf(wallet.id)).toEqual([
      {
        type: "wallet",
        uuid: made?.id,
        order_id: wallet.orderId,
        amount: "10.00000000",
        payment_amount: "10.00000000",
        payment_amount_usd: "10.00",
        merchant_amount: "9.90000000",
        commission: "0.10000000",
        is_final: true,
        status: "paid",
        from: expect.stringMatching(/^0x/),
        wallet_address_uuid: wallet.id,
        network: "bsc",
        currency: "USDT",
        payer_currency: "USDT",
        additional_data: null,
        txid: expect.stringMatching(/^0x/),
      },
    ]);
    expect((await findMerchantInvoice(merchantId, made?.id ?? ""))?.walletId).toBe(wallet.id);
  });

  test("is only a deposit until it is confirmed", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10", height: SHALLOW });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toEqual([]);
    await readUpTo("bsc", START_HEIGHT + 1);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", amount: "10" }]);
  });

  test("is created once, however often and by however many workers the wallet is settled", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await topUp(wallet, { amount: "20" });
    await Promise.all([settleWallet(wallet.id), settleWallet(wallet.id), settleWallet(wallet.id)]);
    await settleWallet(wallet.id);
    expect((await topUpsOf(wallet.id)).map(({ amount }) => amount).toSorted()).toEqual(["10", "20"]);
    expect(await walletOf(merchantId)).toBe("29.7");
    expect(await webhooksOf(wallet.id)).toHaveLength(2);
  });

  test("is never read again once it is settled, however many there are", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    for (const amount of ["10", "20"]) await topUp(wallet, { amount });
    await topUp(wallet, { amount: "3", currency: "USDC" });
    await settleWallet(wallet.id);
    const left = await withTransaction((tx) => lockUnsettledDeposits(tx, wallet.id));
    expect(left).toEqual([]);
  });

  test("takes the merchant's own commission where there is one", async () => {
    const merchantId = await newMerchant({ commission: "0.05" });
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ credited: "9.5", commission: "0.5" }]);
  });

  test("is credited even while the coin has no fresh price", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await setPrice("USDT", "1", 86_400);
    await settleWallet(wallet.id);
    await setPrice("USDT", "1");
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", credited: "9.9" }]);
    expect(await webhooksOf(wallet.id)).toMatchObject([{ payment_amount_usd: "0.00" }]);
  });

  test("without a URL of its own is reported to the merchant's, and without that to nobody", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId, { url_callback: null });
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toHaveLength(1);
    expect(await webhooksOf(wallet.id)).toEqual([]);
    const webhookUrl = "https://shop.example/all";
    await database().merchant.update({ where: { id: merchantId }, data: { webhookUrl } });
    await topUp(wallet, { amount: "11" });
    await settleWallet(wallet.id);
    const sent = await database().webhookDelivery.findMany({ where: { objectId: wallet.id } });
    expect(sent).toMatchObject([{ url: webhookUrl, eventStatus: "paid", objectKind: "wallet" }]);
  });
});

describe("deposits below the service's minimum", () => {
  const min = async (paymentMin: string) => {
    await database().service.updateMany({ where: { currencyCode: "USDT", networkCode: "bsc" }, data: { paymentMin } });
    clearCatalogCache();
  };

  test("wait until their sum reaches it, and are then one top-up with one webhook", async () => {
    await min("1");
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "0.3" });
    await settleWallet(wallet.id);
    await topUp(wallet, { amount: "0.3" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toEqual([]);
    expect(await pendingOf(merchantId)).toBe("0.6");
    expect(await bookDifferences()).toEqual([]);
    await topUp(wallet, { amount: "0.5" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ amount: "1.1", credited: "1.089", commission: "0.011" }]);
    expect(await pendingOf(merchantId)).toBe("0");
    expect(await webhooksOf(wallet.id)).toMatchObject([{ payment_amount: "1.10000000" }]);
  });

  test("are held when the wallet is blocked before their sum reaches it", async () => {
    await min("1");
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "0.3" });
    await settleWallet(wallet.id);
    await block(merchantId, wallet.id);
    await settleWallet(wallet.id);
    expect([await pendingOf(merchantId), await heldOf(merchantId)]).toEqual(["0", "0.3"]);
  });
});

describe("a blocked wallet", () => {
  test("holds deposits, and never credits them", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    await block(merchantId, wallet.id);
    await topUp(wallet, { amount: "5" });
    await Promise.all([settleWallet(wallet.id), settleWallet(wallet.id)]);
    expect(await topUpsOf(wallet.id)).toHaveLength(1);
    expect([await walletOf(merchantId), await heldOf(merchantId)]).toEqual(["9.9", "5"]);
    expect(await database().walletHold.count({ where: { walletId: wallet.id, reversedAt: null } })).toBe(1);
    expect(await webhooksOf(wallet.id)).toHaveLength(1);
  });

  test("holds a deposit that was seen before and is confirmed after", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "5", height: SHALLOW });
    await settleWallet(wallet.id);
    await block(merchantId, wallet.id);
    await readUpTo("bsc", START_HEIGHT + 1);
    await settleWallet(wallet.id);
    expect([await walletOf(merchantId), await heldOf(merchantId)]).toEqual(["0", "5"]);
  });

  test("concurrent with crediting leaves each deposit in one account", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await Promise.all([settleWallet(wallet.id), block(merchantId, wallet.id), settleWallet(wallet.id)]);
    await settleWallet(wallet.id);
    const places = [await walletOf(merchantId), await heldOf(merchantId)].toString();
    expect(["9.9,0", "0,10"]).toContain(places);
  });
});

describe("another coin or network on the wallet's address", () => {
  test("is a case of the merchant that references the wallet, and is not a top-up", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "3", currency: "USDC" });
    await topUp(wallet, { amount: "4", currency: "POL", network: "polygon", position: "native" });
    await settleWallet(wallet.id);
    const cases = await database().case.findMany({ where: { walletId: wallet.id }, orderBy: { amount: "asc" } });
    expect(cases.map(({ kind, status }) => `${kind} ${status}`)).toEqual(["wrong_token open", "wrong_network open"]);
    expect(cases.every((opened) => opened.merchantId === merchantId)).toBe(true);
    expect(await topUpsOf(wallet.id)).toEqual([]);
    expect([await heldOf(merchantId, "USDC"), await heldOf(merchantId, "POL")]).toEqual(["3", "4"]);
  });
});

describe("the creation fee", () => {
  test("is taken once, from the first top-up, at the recorded rate", async () => {
    await setPrice("TRX", "0.25");
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    const before = await findBalance(feesEarned("USDT"));
    for (const amount of ["10", "20"]) {
      await topUp(wallet, { amount });
      await settleWallet(wallet.id);
    }
    expect(await topUpsOf(wallet.id)).toMatchObject([
      { credited: "9.4", commission: "0.6" },
      { credited: "19.8", commission: "0.2" },
    ]);
    expect((await findBalance(feesEarned("USDT"))).minus(before).toFixed()).toBe("0.8");
    const fees = await database().walletFee.findMany({ where: { walletId: wallet.id } });
    expect(fees.map((fee) => [fee.amount.toFixed(), fee.feeAmount.toFixed(), fee.rate.toFixed()])).toEqual([
      ["0.5", "2", "0.25"],
    ]);
    expect(fees[0]?.rateSource).toBe("Binance");
    expect((await walletNow(wallet.id)).creationFeePaid.toFixed()).toBe("2");
  });

  test("takes no more than a top-up's amount, and the rest from the next", async () => {
    await setPrice("TRX", "1");
    const merchantId = await newMerchant({ commission: "0" });
    const wallet = await newWallet(merchantId);
    for (const amount of ["1.5", "1.5"]) {
      await topUp(wallet, { amount });
      await settleWallet(wallet.id);
    }
    expect(await topUpsOf(wallet.id)).toMatchObject([
      { amount: "1.5", credited: "0", commission: "1.5" },
      { amount: "1.5", credited: "1", commission: "0.5" },
    ]);
    expect(await walletOf(merchantId)).toBe("1");
  });

  test("waits for the next top-up while TRX has no fresh price", async () => {
    await setPrice("TRX", "0.25", 86_400);
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    await setPrice("TRX", "0.25");
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ credited: "9.9" }, { credited: "9.4" }]);
  });
});
