import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  minutesFromNow,
  newMerchant,
  openGateway,
  setPrice,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { closeReversedTopUps, settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf, walletNow, webhooksOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";

const A_DAY_AND_MORE = 25 * 60;

beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "1000");
});
afterEach(async () => expect(await bookDifferences()).toEqual([]));
afterAll(closeDatabase);

async function credited(amount = "10", merchant: { commission?: string } = {}) {
  const merchantId = await newMerchant(merchant);
  const wallet = await newWallet(merchantId);
  const depositId = await topUp(wallet, { amount });
  await settleWallet(wallet.id);
  return { merchantId, wallet, depositId };
}

const statusesSent = async (walletId: string) =>
  (await webhooksOf(walletId)).map(({ status, is_final }) => `${status} ${is_final}`);

describe("a credited top-up whose deposit left its chain", () => {
  test("goes to process with its credit reversed, and to fail a day later", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "process", credited: null }]);
    expect(await walletOf(merchantId)).toBe("0");
    await closeReversedTopUps(minutesFromNow(60));
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "process" }]);
    await closeReversedTopUps(minutesFromNow(A_DAY_AND_MORE));
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "fail" }]);
    expect(await statusesSent(wallet.id)).toEqual(["paid true", "process false", "fail true"]);
  });

  test("does not change until a second node, or the operator, confirms the absence", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, false);
    await settleWallet(wallet.id);
    await includeAgain(depositId);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", credited: "9.9" }]);
    expect(await walletOf(merchantId)).toBe("9.9");
    expect(await statusesSent(wallet.id)).toEqual(["paid true"]);
  });

  test("is credited again exactly once when a block includes it again", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    await includeAgain(depositId);
    await Promise.all([settleWallet(wallet.id), settleWallet(wallet.id)]);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", credited: "9.9" }]);
    expect(await walletOf(merchantId)).toBe("9.9");
    expect(await statusesSent(wallet.id)).toEqual(["paid true", "process false", "paid true"]);
  });

  test("is a new top-up when it comes back after the first one failed", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    await closeReversedTopUps(minutesFromNow(A_DAY_AND_MORE));
    await includeAgain(depositId);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "fail" }, { status: "paid", credited: "9.9" }]);
    expect(await walletOf(merchantId)).toBe("9.9");
  });

  test("is held when the wallet was blocked before it came back", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    await blockWallet(merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
    await includeAgain(depositId);
    await settleWallet(wallet.id);
    expect(await walletOf(merchantId)).toBe("0");
    expect((await findBalance(heldFunds(merchantId, "USDT"))).toFixed()).toBe("10");
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect((await findBalance(heldFunds(merchantId, "USDT"))).toFixed()).toBe("0");
  });

  test("leaves a receivable for a spent amount, which the next top-up repays", async () => {
    const { merchantId, wallet, depositId } = await credited();
    await spend(merchantId, "6");
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect((await findBalance(receivable(merchantId, "USDT"))).toFixed()).toBe("-6");
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    expect(await walletOf(merchantId)).toBe("3.9");
    expect((await findBalance(receivable(merchantId, "USDT"))).toFixed()).toBe("0");
  });

  test("returns the creation fee, which the next top-up pays", async () => {
    await setPrice("TRX", "0.25");
    const { merchantId, wallet, depositId } = await credited();
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect((await walletNow(wallet.id)).creationFeePaid.toFixed()).toBe("0");
    expect(await walletOf(merchantId)).toBe("0");
    await topUp(wallet, { amount: "20" });
    await settleWallet(wallet.id);
    expect(await walletOf(merchantId)).toBe("19.3");
  });

  test("is reversed as well when its whole amount had gone to the fee", async () => {
    await setPrice("TRX", "10");
    const { merchantId, wallet, depositId } = await credited("10", { commission: "0" });
    expect(await topUpsOf(wallet.id)).toMatchObject([{ credited: "0", commission: "10" }]);
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect((await walletNow(wallet.id)).creationFeePaid.toFixed()).toBe("0");
    await includeAgain(depositId);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", credited: "0", commission: "10" }]);
    expect(await walletOf(merchantId)).toBe("0");
    await setPrice("TRX", "0.25");
  });
});

test("settling a top-up as an invoice does nothing", async () => {
  const { wallet, depositId } = await credited();
  const [made] = await topUpsOf(wallet.id);
  await vanish(depositId, true);
  await settleWallet(wallet.id);
  const before = await topUpsOf(wallet.id);
  await settleInvoice(made?.id ?? "", minutesFromNow(A_DAY_AND_MORE));
  await expireInvoices(minutesFromNow(A_DAY_AND_MORE));
  expect(await topUpsOf(wallet.id)).toEqual(before);
  expect(before).toMatchObject([{ status: "process" }]);
});

describe("a top-up of several deposits", () => {
  test("keeps the others with the merchant, as wrong_amount, when one is gone permanently", async () => {
    const merchantId = await newMerchant({ commission: "0" });
    const wallet = await newWallet(merchantId);
    const minimum = { where: { currencyCode: "USDT", networkCode: "bsc" } };
    expect((await database().service.findFirstOrThrow(minimum)).paymentMin.toFixed()).toBe("0.5");
    await setPrice("TRX", "0.25", 86_400);
    await topUp(wallet, { amount: "0.3" });
    const gone = await topUp(wallet, { amount: "0.4" });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ amount: "0.7", credited: "0.7" }]);
    await vanish(gone, true);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "process", credited: "0.3" }]);
    await closeReversedTopUps(minutesFromNow(A_DAY_AND_MORE));
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "wrong_amount", credited: "0.3" }]);
    expect(await walletOf(merchantId)).toBe("0.3");
  });

  test("waits a full day for each deposit that vanishes, whenever the first one did", async () => {
    const merchantId = await newMerchant({ commission: "0" });
    const wallet = await newWallet(merchantId);
    const [first, second] = [await topUp(wallet, { amount: "0.3" }), await topUp(wallet, { amount: "0.4" })];
    await settleWallet(wallet.id);
    await vanish(first, true);
    await settleWallet(wallet.id);
    await database().invoice.updateMany({
      where: { walletId: wallet.id },
      data: { reversedAt: minutesFromNow(-23 * 60) },
    });
    await vanish(second, true);
    await settleWallet(wallet.id);
    await closeReversedTopUps(minutesFromNow(2 * 60));
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "process" }]);
    await includeAgain(second);
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "process", credited: "0.4" }]);
  });
});
