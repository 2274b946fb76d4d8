import { randomBytes } from "node:crypto";
import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { EVM_EXCHANGES } from "@/lib/exceptions/refunds/exchanges/addresses";
import { previewCaseRefund } from "@/lib/exceptions/refunds/plan-case-refund";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { breakRefund, confirmRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  newInvoice,
  openGateway,
  pay,
  payAddress,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";

const LISTED = "0x7f367cc41522ce07553e823bf3be79a889debe1b";

let operatorId: string;
beforeAll(async () => {
  await openGateway(200);
  await fundCapital("USDT", "100000");
  await fundHot("bsc", "USDT", "100000");
  const operator = { email: "operator@example.com", name: "Op", passwordHash: "none", isOperator: true };
  operatorId = (await database().user.create({ data: operator, select: { id: true } })).id;
  await importScreeningList({ name: "Test", text: `address\n${LISTED}\n`, format: "csv", actorId: operatorId });
});
afterAll(closeDatabase);

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const caseOf = (depositId: string) => database().case.findUniqueOrThrow({ where: { depositId } });
const balance = async (name: Parameters<typeof findBalance>[0]) => (await findBalance(name)).toFixed();
const from = async (depositId: string, address: string | null) => {
  await database().$executeRaw`UPDATE deposits SET from_address = ${address} WHERE id = ${depositId}::uuid`;
};

/** Creates a payment on top of a paid invoice: 20 USDT that wait for the merchant's decision. */
async function newExtra(amount = "20") {
  const payer = await newPayer();
  const invoice = await newInvoice(payer.merchantId);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  const depositId = await pay(invoice, { amount });
  await settleInvoice(invoice.id);
  const { id: caseId } = await caseOf(depositId);
  return { ...payer, actorId: payer.userId, invoice, depositId, caseId };
}

/** Creates a deposit to an unassigned address, which belongs to the operator. */
async function newUnmatched(amount = "20") {
  const address = `0x${randomBytes(20).toString("hex")}`;
  const row = await database().address.create({
    data: { family: "evm", derivationIndex: Math.floor(Math.random() * 1e9), address, addressKey: address },
  });
  const depositId = await payAddress({ id: row.id, address, ownerId: null }, { amount });
  await settleUnmatched(depositId);
  return { depositId, caseId: (await caseOf(depositId)).id };
}

test("an operator can neither refund nor credit held money within 24 hours of a password change, and can afterwards", async () => {
  const { caseId } = await newUnmatched();
  const { merchantId } = await newPayer();
  const changedAt = (hoursAgo: number) =>
    database().user.update({
      where: { id: operatorId },
      data: { passwordChangedAt: new Date(Date.now() - hoursAgo * 3_600_000) },
    });
  await changedAt(23.9);
  const order = { caseId, merchantId: null, actorId: operatorId };
  const words = /Your password was changed recently: until .*UTC you cannot/;
  await expect(refundCase({ ...order, address: EVM_ADDRESS })).rejects.toThrow(words);
  await expect(creditCase({ ...order, creditTo: merchantId })).rejects.toThrow(words);
  await changedAt(24.1);
  await creditCase({ ...order, creditTo: merchantId });
});

describe("the refund of a case", () => {
  test("goes to the given address, less the fee, and leaves its invoice unchanged", async () => {
    const { caseId, merchantId, actorId, invoice, depositId } = await newExtra();
    expect(await previewCaseRefund({ caseId, merchantId, address: EVM_ADDRESS })).toEqual({
      amount: "20",
      sentAmount: "19.9",
      commission: "0.1",
      currency: "USDT",
      networkCode: "bsc",
      address: EVM_ADDRESS,
      suggestedAddress: null,
      doubt: null,
    });
    const refund = await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId });
    expect(await caseOf(depositId)).toMatchObject({ status: "refunding", closedById: actorId });
    expect(await balance(heldFunds(merchantId, "USDT"))).toBe("0");
    expect(await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId }).catch(textOf)).toBe(
      "The case is closed",
    );
    expect(await creditCase({ caseId, merchantId, actorId }).catch(textOf)).toBe("The case is closed");
    await confirmRefund(refund.id);
    expect(await caseOf(depositId)).toMatchObject({ status: "refunded", closedAt: expect.any(Date) });
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["paid", "99"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("requires an address: the sender is only suggested, unless it is an exchange or unknown", async () => {
    const { caseId, merchantId, actorId, depositId } = await newExtra();
    const exchange = EVM_EXCHANGES["Binance"]?.[0] ?? "";
    const order = { caseId, merchantId, address: null, actorId };
    for (const [sender, doubt] of [
      [null, "sender is unknown"],
      [exchange, "Binance"],
    ] as const) {
      await from(depositId, sender);
      expect(await previewCaseRefund(order)).toMatchObject({
        address: null,
        suggestedAddress: null,
        doubt: expect.stringContaining(doubt),
      });
      expect(await refundCase(order).catch(textOf)).toContain("enter an address");
    }
    const sender = `0x${"5".repeat(40)}`;
    await from(depositId, sender);
    expect(await previewCaseRefund(order)).toMatchObject({ address: null, suggestedAddress: getAddress(sender) });
    expect(await refundCase(order).catch(textOf)).toContain("enter an address");
  });

  test("that fails reopens the case for another refund or a credit", async () => {
    const { caseId, merchantId, actorId, depositId } = await newExtra();
    const order = { caseId, merchantId, address: EVM_ADDRESS, actorId };
    await breakRefund((await refundCase(order)).id, "the chain would refuse it");
    expect(await caseOf(depositId)).toMatchObject({
      status: "open",
      closedAt: null,
      resolution: expect.stringContaining("refuse"),
    });
    await breakRefund((await refundCase(order)).id);
    await creditCase({ caseId, merchantId, actorId });
    expect(await walletOf(merchantId)).toBe("118.8");
    expect(await bookDifferences()).toEqual([]);
  });

  test("happens once when the case is refunded and credited concurrently", async () => {
    const { caseId, merchantId, actorId } = await newExtra();
    const order = { caseId, merchantId, address: EVM_ADDRESS, actorId };
    const outcomes = await Promise.all([
      ...Array.from({ length: 3 }, () => refundCase(order).then(() => "done", textOf)),
      ...Array.from({ length: 3 }, () => creditCase({ caseId, merchantId, actorId }).then(() => "done", textOf)),
    ]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await bookDifferences()).toEqual([]);
  });

  test("is refused when the fee leaves nothing, the deposit is unverified, or the case belongs to someone else", async () => {
    const small = await newExtra("0.1");
    const { merchantId, caseId, actorId, depositId } = await newExtra();
    const order = { caseId, merchantId, address: EVM_ADDRESS, actorId };
    expect(await refundCase({ ...order, caseId: small.caseId, merchantId: small.merchantId }).catch(textOf)).toBe(
      "refund_too_small",
    );
    for (const other of [null, small.merchantId])
      expect(await refundCase({ ...order, merchantId: other }).catch(textOf)).toBe("Case not found");
    await vanish(depositId, false);
    expect(await refundCase(order).catch(textOf)).toBe("The payment is no longer on the chain");
    await database().merchant.update({ where: { id: merchantId }, data: { payoutsBlockedAt: new Date() } });
    expect(await refundCase(order).catch(textOf)).toMatch(/^outflow_blocked /);
  });

  test("whose deposit leaves the chain becomes a debt of the merchant; a failed refund repays the debt", async () => {
    for (const [end, owed] of [
      [confirmRefund, "-20"],
      [breakRefund, "0"],
    ] as const) {
      const { caseId, merchantId, actorId, depositId, invoice } = await newExtra();
      const refund = await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId });
      await vanish(depositId, true);
      await settleInvoice(invoice.id);
      expect([(await caseOf(depositId)).status, await balance(receivable(merchantId, "USDT"))]).toEqual([
        "void",
        "-20",
      ]);
      await end(refund.id);
      expect(await balance(receivable(merchantId, "USDT"))).toBe(owed);
      expect([await balance(heldFunds(merchantId, "USDT")), await walletOf(merchantId)]).toEqual(["0", "99"]);
      await includeAgain(depositId);
      await settleInvoice(invoice.id);
      const again = await refundCase({ caseId, merchantId, address: EVM_ADDRESS, actorId }).then(() => "done", textOf);
      expect(again).toBe(owed === "0" ? "done" : "refunded_once_only");
      expect(await bookDifferences()).toEqual([]);
    }
  });

  test("of an unmatched deposit is decided by the operator, without a merchant's guards", async () => {
    const { caseId, depositId } = await newUnmatched();
    const order = { caseId, merchantId: null, address: EVM_ADDRESS, actorId: operatorId };
    await breakRefund((await refundCase(order)).id);
    const { id } = await refundCase(order);
    await vanish(depositId, true);
    await settleUnmatched(depositId);
    await confirmRefund(id);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("a deposit held by screening", () => {
  async function newLocked(fields: Readonly<Record<string, unknown>> = {}) {
    const payer = await newPayer();
    const invoice = await newInvoice(payer.merchantId, fields);
    const depositId = await pay(invoice, { amount: "100" });
    await from(depositId, LISTED);
    await settleInvoice(invoice.id);
    return { ...payer, invoice, depositId, caseId: (await caseOf(depositId)).id };
  }
  const statusOf = async (id: string) => (await invoiceNow(id)).status;

  test("can be decided only by the operator, not by the merchant", async () => {
    const { caseId, merchantId, userId, invoice } = await newLocked();
    expect(await statusOf(invoice.id)).toBe("locked");
    expect(await creditCase({ caseId, merchantId, actorId: userId }).catch(textOf)).toContain("Only the operator");
    const order = { caseId, merchantId, address: EVM_ADDRESS, actorId: userId };
    expect(await refundCase(order).catch(textOf)).toContain("Only the operator");
  });

  test("counts for its invoice once released, as if it had not been held", async () => {
    const { caseId, merchantId, invoice } = await newLocked();
    await creditCase({ caseId, merchantId: null, actorId: operatorId });
    expect([await statusOf(invoice.id), await walletOf(merchantId)]).toEqual(["paid", "99"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("moves its invoice through refund_process to refund_paid or refund_fail when it is refunded", async () => {
    for (const [end, status] of [
      [confirmRefund, "refund_paid"],
      [breakRefund, "refund_fail"],
    ] as const) {
      const { caseId, invoice } = await newLocked();
      const { id } = await refundCase({ caseId, merchantId: null, address: EVM_ADDRESS, actorId: operatorId });
      expect(await statusOf(invoice.id)).toBe("refund_process");
      await end(id);
      expect(await statusOf(invoice.id)).toBe(status);
      if (status === "refund_fail") {
        const again = await refundCase({ caseId, merchantId: null, address: EVM_ADDRESS, actorId: operatorId });
        expect(await statusOf(invoice.id)).toBe("refund_process");
        await confirmRefund(again.id);
        expect(await statusOf(invoice.id)).toBe("refund_paid");
      }
      expect(await bookDifferences()).toEqual([]);
    }
  });

  test("leaves an invoice with another deposit to be decided by that deposit", async () => {
    const { caseId, invoice, merchantId } = await newLocked();
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    const { id } = await refundCase({ caseId, merchantId: null, address: EVM_ADDRESS, actorId: operatorId });
    expect(await statusOf(invoice.id)).toBe("locked");
    await confirmRefund(id);
    await settleInvoice(invoice.id);
    expect([await statusOf(invoice.id), await walletOf(merchantId)]).toEqual(["check", "0"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("of a static wallet becomes a top-up only when it is released", async () => {
    const { merchantId } = await newPayer();
    const wallet = await newWallet(merchantId);
    const depositId = await topUp(wallet, { amount: "30" });
    await from(depositId, LISTED);
    await settleWallet(wallet.id);
    expect([await topUpsOf(wallet.id), (await caseOf(depositId)).kind]).toEqual([[], "locked"]);
    await creditCase({ caseId: (await caseOf(depositId)).id, merchantId: null, actorId: operatorId });
    await settleWallet(wallet.id);
    expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", amount: "30" }]);
    await vanish(depositId, true);
    await settleWallet(wallet.id);
    expect(await bookDifferences()).toEqual([]);
  });

  test("in a coin that the wallet does not accept becomes the merchant's case when it is released", async () => {
    const { merchantId, userId } = await newPayer();
    const wallet = await newWallet(merchantId);
    const depositId = await topUp(wallet, { amount: "30", currency: "USDC" });
    await from(depositId, LISTED);
    await settleWallet(wallet.id);
    const { id: caseId } = await caseOf(depositId);
    await creditCase({ caseId, merchantId: null, actorId: operatorId });
    expect(await caseOf(depositId)).toMatchObject({ kind: "wrong_token", status: "open" });
    await creditCase({ caseId, merchantId, actorId: userId });
    expect(await walletOf(merchantId, "USDC")).toBe("29.7");
    expect(await bookDifferences()).toEqual([]);
  });
});
