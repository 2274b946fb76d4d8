import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import {
  previewPaymentRefund,
  previewRefundOfCase,
  previewWalletRefund,
  refundCaseFromForm,
  refundPaymentFromForm,
  refundWalletFromForm,
} from "@/lib/exceptions/refunds/dashboard-commands";
import { listCaseRefunds, listInvoiceRefunds, listWalletRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import { confirmRefund, liveRefund, newPaid } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const viewer = { userId: randomUUID(), mayPayOut: true };
const form = (id: string, changes: { amount?: string; address?: string } = {}) => ({
  id,
  address: EVM_ADDRESS,
  amount: null,
  isFeeOnTop: false,
  ...changes,
});

/** Creates a blocked wallet of a new merchant that holds the given amount of USDT. */
async function newHolding(amount: string) {
  const payer = await newPayer();
  const wallet = await newWallet(payer.merchantId);
  await blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  await topUp(wallet, { amount });
  await settleWallet(wallet.id);
  return { ...payer, wallet };
}

describe("the refunds of a payment", () => {
  test("start with the remaining amount and its sender, and cost what the preview shows", async () => {
    const { payer, invoice } = await newPaid();
    const { merchantId, userId } = payer;
    const [deposit] = await database().deposit.findMany({ where: { ownerId: invoice.id } });
    expect(await listInvoiceRefunds(merchantId, invoice.id, viewer)).toMatchObject({
      refunds: [],
      isRefundable: true,
      remaining: "100",
      currency: "USDT",
      suggestedAddress: deposit?.fromAddress,
    });
    const preview = await previewPaymentRefund(merchantId, form(invoice.id, { amount: "40" }));
    expect(preview).toMatchObject({ amount: "40", debitedAmount: "40", missing: null });
    await refundPaymentFromForm(merchantId, userId, form(invoice.id, { amount: "40" }));
    const { sentAmount, commission } = preview;
    expect(await listInvoiceRefunds(merchantId, invoice.id, viewer)).toMatchObject({
      refunds: [{ status: "process", sentAmount, commission, requestedBy: "Ada", send: { isUnsigned: true } }],
      isRefundable: false,
      remaining: "60",
    });
    const transactionId = await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    const after = await listInvoiceRefunds(merchantId, invoice.id, viewer);
    expect(after).toMatchObject({ refunds: [{ status: "paid", transactionId }], isRefundable: true, remaining: "60" });
    expect(after.refunds[0]?.events.map(({ event }) => event)).toContain("confirmed");
  });

  test("show the surplus over the price until it has been refunded", async () => {
    const { payer, invoice } = await newPaid("130");
    const surplus = async () => (await listInvoiceRefunds(payer.merchantId, invoice.id, viewer)).surplus;
    expect(await surplus()).toBe("30");
    await refundPaymentFromForm(payer.merchantId, payer.userId, form(invoice.id, { amount: "12" }));
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await surplus()).toBe("18");
    const exact = await newPaid();
    expect((await listInvoiceRefunds(exact.payer.merchantId, exact.invoice.id, viewer)).surplus).toBeNull();
  });

  test("are refused with a user-facing message on the invalid field", async () => {
    const { payer, invoice } = await newPaid();
    const refused = (changes: object) =>
      refundPaymentFromForm(payer.merchantId, payer.userId, form(invoice.id, changes));
    await expect(refused({ amount: "101" })).rejects.toMatchObject({
      fields: { amount: ["The amount exceeds what can still be refunded."] },
    });
    await expect(refused({ address: invoice.currentQuote?.address ?? "" })).rejects.toMatchObject({
      fields: { address: [expect.stringContaining("belongs to this gateway")] },
    });
    expect((await listInvoiceRefunds(payer.merchantId, invoice.id, viewer)).refunds).toEqual([]);
  });

  test("show what was received in another coin before the payer changed it, and its value in the refund's coin", async () => {
    const { merchantId } = await newPayer({ USDT: "500" });
    const invoice = await newInvoice(merchantId, { currency: "USD", network: undefined });
    const networkNames = { ETH: "Ethereum", USDT: "BNB Smart Chain" };
    await chooseCoin(invoice.id, { currency: "ETH", network: "eth" });
    await setPrice("ETH", "4000");
    await chooseCoin(invoice.id, { currency: "USDT", network: "bsc" });
    for (const amount of ["0.01", "0.005"]) await pay(invoice, { amount, currency: "ETH", network: "eth" });
    await pay(invoice, { amount: "70" });
    await settleInvoice(invoice.id);
    await setPrice("ETH", "2000");
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    const preview = await previewPaymentRefund(merchantId, form(invoice.id));
    expect(preview).toMatchObject({ amount: "100", currency: "USDT", networkName: networkNames.USDT });
    // At 2000 dollars, the rate when it was chosen: 0.05 ETH were due then.
    const came = { amount: "0.015", currency: "ETH", networkName: networkNames.ETH, counted: "30" };
    expect(preview.convertedDeposits).toMatchObject([came]);
  });

  test("omit what was received in the refund's coin", async () => {
    const { payer, invoice } = await newPaid();
    expect((await previewPaymentRefund(payer.merchantId, form(invoice.id))).convertedDeposits).toEqual([]);
  });

  test("show the shortfall of the balance", async () => {
    const { payer, invoice } = await newPaid();
    expect(await walletOf(payer.merchantId)).toBe("99");
    expect(await previewPaymentRefund(payer.merchantId, form(invoice.id))).toMatchObject({ missing: "1" });
  });

  test("of another merchant's payment are answered as for an unknown one", async () => {
    const { invoice } = await newPaid();
    const stranger = await newPayer({ USDT: "500" });
    const none = { code: "not_found" };
    await expect(listInvoiceRefunds(stranger.merchantId, invoice.id, viewer)).rejects.toMatchObject(none);
    await expect(previewPaymentRefund(stranger.merchantId, form(invoice.id))).rejects.toMatchObject(none);
    await expect(refundPaymentFromForm(stranger.merchantId, stranger.userId, form(invoice.id))).rejects.toMatchObject(
      none,
    );
  });
});

describe("the held funds of a blocked wallet", () => {
  test("are listed with their sender, and refunded once with the amounts of the preview", async () => {
    const { merchantId, userId, wallet } = await newHolding("30");
    const before = await listWalletRefunds(merchantId, wallet.id, viewer);
    expect(before).toMatchObject({
      refundable: "30",
      held: [{ amount: "30", state: "held", addressRequiredReason: null }],
    });
    expect(before.suggestedAddress).toBe(before.held[0]?.fromAddress);
    const to = { id: wallet.id, address: EVM_ADDRESS };
    const { sentAmount, commission } = await previewWalletRefund(merchantId, to);
    await refundWalletFromForm(merchantId, userId, to);
    expect(await listWalletRefunds(merchantId, wallet.id, viewer)).toMatchObject({
      refundable: null,
      held: [{ state: "leaving" }],
      refunds: [{ status: "process", sentAmount, commission }],
    });
    await confirmRefund(await liveRefund({ walletId: wallet.id }));
    expect(await listWalletRefunds(merchantId, wallet.id, viewer)).toMatchObject({ held: [{ state: "refunded" }] });
    await expect(refundWalletFromForm(merchantId, userId, to)).rejects.toThrow(/possible once/);
  });

  test("of another merchant's wallet are answered as for an unknown one", async () => {
    const { wallet } = await newHolding("30");
    const stranger = await newPayer();
    const to = { id: wallet.id, address: EVM_ADDRESS };
    for (const refused of [
      () => listWalletRefunds(stranger.merchantId, wallet.id, viewer),
      () => previewWalletRefund(stranger.merchantId, to),
      () => refundWalletFromForm(stranger.merchantId, stranger.userId, to),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the refund of a case", () => {
  async function newCase() {
    const payer = await newPayer();
    const wallet = await newWallet(payer.merchantId);
    await topUp(wallet, { amount: "20", currency: "USDC" });
    await settleWallet(wallet.id);
    const [opened] = (await listCases(payer.merchantId, { status: "open" })).items;
    if (opened === undefined) throw new Error("a case is open");
    return { ...payer, opened };
  }

  test("names its sender, goes to the given address at the cost shown, and stays visible until it is done", async () => {
    const { merchantId, userId, opened } = await newCase();
    const preview = await previewRefundOfCase(merchantId, { id: opened.id, address: null });
    expect(preview).toMatchObject({
      address: null,
      suggestedAddress: expect.stringMatching(/^0x/i),
      amount: "20",
    });
    const address = preview.suggestedAddress;
    expect(opened).toMatchObject({ fromAddress: address?.toLowerCase() });
    await refundCaseFromForm(merchantId, userId, { id: opened.id, address });
    expect((await listCases(merchantId, { status: "open" })).items).toMatchObject([{ status: "refunding" }]);
    const { sentAmount } = preview;
    expect(await listCaseRefunds(merchantId, opened.id, viewer)).toMatchObject({ refunds: [{ sentAmount }] });
    await confirmRefund(await liveRefund({ caseId: opened.id }));
    expect((await listCases(merchantId, { status: "closed" })).items).toMatchObject([{ status: "refunded" }]);
  });

  test("of another merchant's case is answered as for an unknown one", async () => {
    const { opened } = await newCase();
    const other = await newMerchant();
    const none = { code: "not_found" };
    const question = { id: opened.id, address: EVM_ADDRESS };
    await expect(listCaseRefunds(other, opened.id, viewer)).rejects.toMatchObject(none);
    await expect(previewRefundOfCase(other, question)).rejects.toMatchObject(none);
    await expect(refundCaseFromForm(other, randomUUID(), question)).rejects.toMatchObject(none);
  });
});
