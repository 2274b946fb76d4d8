import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { closeDatabase } from "@/lib/kernel/db";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { newInvoice, newMerchant, openGateway, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWalletFromForm } from "@/lib/money-in/static-wallets/create-wallet";
import { getWalletDetail, listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { WALLET_PAGE_SIZE } from "@/lib/money-in/static-wallets/dashboard-schema";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const form = (orderId: string) => ({ coin: "USDT", network: "bsc", orderId, urlCallback: null });
const block = (merchantId: string, uuid: string) =>
  blockWallet(merchantId, { uuid, order_id: null, is_force_refund: false });

describe("the list of static wallets", () => {
  test("has pages without gaps or repetitions, and shows only the merchant's own", async () => {
    const merchantId = await newMerchant();
    const made: string[] = [];
    for (let count = 0; count < WALLET_PAGE_SIZE + 2; count += 1) made.push((await newWallet(merchantId)).id);
    await newWallet(await newMerchant());
    const first = await listWallets(merchantId, {});
    const second = await listWallets(merchantId, { cursor: first.nextCursor ?? "" });
    expect(first.items).toHaveLength(WALLET_PAGE_SIZE);
    expect(second.nextCursor).toBeNull();
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  });

  test("is filtered by status, part of an order id, and full address", async () => {
    const merchantId = await newMerchant();
    const one = await newWallet(merchantId, { order_id: "customer_1" });
    const two = await newWallet(merchantId, { order_id: "customerX2" });
    await block(merchantId, two.id);
    const ids = async (query: object) => (await listWallets(merchantId, query)).items.map(({ id }) => id);
    expect(await ids({ status: "blocked" })).toEqual([two.id]);
    expect(await ids({ status: "active" })).toEqual([one.id]);
    expect(await ids({ q: "customer_" })).toEqual([one.id]);
    expect(await ids({ q: two.address })).toEqual([two.id]);
    expect(await ids({ q: one.id })).toEqual([one.id]);
  });
});

describe("the page of a static wallet", () => {
  test("shows the status of every amount received", async () => {
    await setPrice("TRX", "0.25");
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    await topUp(wallet, { amount: "0.2" });
    await topUp(wallet, { amount: "3", currency: "USDC" });
    await settleWallet(wallet.id);
    const detail = await getWalletDetail(merchantId, wallet.id);
    expect(detail).toMatchObject({
      status: "active",
      topUpCount: 1,
      creditedAmount: "9.4",
      waitingAmount: "0.2",
      heldAmount: "0",
      openCaseCount: 1,
      creationFee: "2",
      creationFeePaid: "2",
      topUps: [{ status: "paid", amount: "10", creditedAmount: "9.4" }],
    });
    await block(merchantId, wallet.id);
    await settleWallet(wallet.id);
    expect(await getWalletDetail(merchantId, wallet.id)).toMatchObject({ waitingAmount: "0", heldAmount: "0.2" });
    const [first] = detail.topUps;
    const page = await getInvoiceDetail(merchantId, first?.id ?? "");
    expect(page).toMatchObject({ commission: "0.1", creationFee: "0.5", merchantAmount: "9.40000000" });
    expect(page.events.find(({ kind }) => kind === "credited")?.detail["net"]).toBe("9.4");
  });

  test("is referenced by its cases, which the merchant credits without a top-up", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    await topUp(wallet, { amount: "3", currency: "USDC" });
    await settleWallet(wallet.id);
    const [opened] = (await listCases(merchantId, { status: "open" })).items;
    expect(opened).toMatchObject({
      kind: "wrong_token",
      walletId: wallet.id,
      orderId: wallet.orderId,
      invoiceId: null,
    });
    await creditCase({ caseId: opened?.id ?? "", merchantId, actorId: null });
    expect(await walletOf(merchantId, "USDC")).toBe("2.97");
    expect(await getWalletDetail(merchantId, wallet.id)).toMatchObject({ openCaseCount: 0, topUpCount: 0 });
  });

  test("links to each top-up, which shows its deposit", async () => {
    const merchantId = await newMerchant();
    const wallet = await newWallet(merchantId);
    const depositId = await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    const [made] = (await getWalletDetail(merchantId, wallet.id)).topUps;
    const detail = await getInvoiceDetail(merchantId, made?.id ?? "");
    expect(detail).toMatchObject({ walletId: wallet.id, deposits: [{ id: depositId, caseId: null }] });
  });

  test("behaves for another merchant's wallet as if it did not exist", async () => {
    const wallet = await newWallet(await newMerchant());
    await expect(getWalletDetail(await newMerchant(), wallet.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the create form", () => {
  test("creates a wallet, and rejects an order id that a wallet or an invoice has", async () => {
    const merchantId = await newMerchant();
    const { id } = await createWalletFromForm({ merchantId, actorId: randomUUID() }, form("customer-1"));
    expect((await getWalletDetail(merchantId, id)).orderId).toBe("customer-1");
    await newInvoice(merchantId, { order_id: "order-1" });
    for (const taken of ["customer-1", "order-1"])
      await expect(createWalletFromForm({ merchantId, actorId: randomUUID() }, form(taken))).rejects.toMatchObject({
        fields: { orderId: ["An invoice, static wallet or recurring payment with this order ID already exists."] },
      });
  });

  test("reports the machine API's errors at its own fields", async () => {
    const wrong = { ...form("customer-1"), urlCallback: "https://user:secret@shop.example/" };
    await expect(
      createWalletFromForm({ merchantId: await newMerchant(), actorId: randomUUID() }, wrong),
    ).rejects.toMatchObject({
      fields: { urlCallback: ["This is not accepted."] },
    });
  });
});
