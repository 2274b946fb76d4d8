import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { settleUnmatched } from "@/lib/exceptions/case-decisions/settle-unmatched";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { heldFunds, invoicePending, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  fundCapital,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  payAddress,
  readUpTo,
  START_HEIGHT,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "10000");
});
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

const caseOf = (depositId: string) => database().case.findUniqueOrThrow({ where: { depositId } });
const heldBy = async (merchantId: string, currency = "USDT") =>
  (await findBalance(heldFunds(merchantId, currency))).toFixed();
const pendingOf = async (merchantId: string) => (await findBalance(invoicePending(merchantId, "USDT"))).toFixed();
const credit = async (merchantId: string, depositId: string) =>
  creditCase({ caseId: (await caseOf(depositId)).id, merchantId, actorId: null });

/**
 * Creates an invoice with a lifetime of five minutes, then reads the network past its expiry so
 * that the invoice closes.
 */
async function closedInvoice(merchantId: string, firstPayment?: string): Promise<Invoice> {
  const invoice = await newInvoice(merchantId, { lifetime: "300" });
  if (firstPayment !== undefined) await pay(invoice, { amount: firstPayment });
  await settleInvoice(invoice.id);
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(6));
  await expireInvoices(minutesFromNow(6));
  return invoiceNow(invoice.id);
}

async function latePayment(invoice: Invoice, amount: string): Promise<string> {
  const depositId = await pay(invoice, { amount, blockTime: minutesFromNow(7) });
  await settleInvoice(invoice.id);
  return depositId;
}

describe("a late payment", () => {
  test("is held as a case; accepting it marks the cancelled invoice as paid late", async () => {
    const merchantId = await newMerchant();
    const invoice = await closedInvoice(merchantId);
    expect(invoice.status).toBe("cancel");
    const depositId = await latePayment(invoice, "100");
    expect(await caseOf(depositId)).toMatchObject({ kind: "late", status: "open", merchantId });
    expect([(await invoiceNow(invoice.id)).status, await heldBy(merchantId)]).toEqual(["cancel", "100"]);
    await credit(merchantId, depositId);
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "paid", paymentOutcome: "late" });
    expect([await walletOf(merchantId), await heldBy(merchantId), await pendingOf(merchantId)]).toEqual([
      "99",
      "0",
      "0",
    ]);
  });

  test.each([
    ["60", "40", "paid", "99"],
    ["60", "20", "wrong_amount", "79.2"],
    ["60", "90", "paid_over", "148.5"],
  ])(
    "that follows a timely payment of %s with another %s makes the invoice %s",
    async (first, late, status, wallet) => {
      const merchantId = await newMerchant();
      const invoice = await closedInvoice(merchantId, first);
      expect([invoice.status, await walletOf(merchantId)]).toEqual(["wrong_amount", "59.4"]);
      const depositId = await latePayment(invoice, late);
      const caseId = (await caseOf(depositId)).id;
      const { credited, isForInvoice } = await previewCaseCredit({ caseId, merchantId, creditTo: merchantId });
      expect([decimal("59.4").plus(credited).toFixed(), isForInvoice]).toEqual([wallet, true]);
      await credit(merchantId, depositId);
      expect(await invoiceNow(invoice.id)).toMatchObject({ status, paymentOutcome: "late" });
      expect(await walletOf(merchantId)).toBe(wallet);
      await settleInvoice(invoice.id);
      expect(await walletOf(merchantId)).toBe(wallet);
    },
  );

  test("accepted several times concurrently is credited once; later attempts are refused", async () => {
    const merchantId = await newMerchant();
    const depositId = await latePayment(await closedInvoice(merchantId), "100");
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => credit(merchantId, depositId)));
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(1);
    await expect(credit(merchantId, depositId)).rejects.toMatchObject({ code: "refused" });
    expect(await walletOf(merchantId)).toBe("99");
  });

  test("accepted after another payment paid the invoice is credited as received, not left pending", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    const inTime = await pay(invoice, { amount: "100", height: START_HEIGHT });
    const late = await pay(invoice, { amount: "30", blockTime: minutesFromNow(7) });
    await settleInvoice(invoice.id);
    expect([(await invoiceNow(invoice.id)).status, (await caseOf(late)).kind]).toEqual(["process", "late"]);
    await readUpTo("bsc", START_HEIGHT + CONFIRMATIONS - 1);
    await settleInvoice(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("paid");
    await credit(merchantId, late);
    expect([await walletOf(merchantId), await pendingOf(merchantId)]).toEqual(["128.7", "0"]);
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "paid" });
    await vanish(late, true);
    await settleInvoice(invoice.id);
    expect([await walletOf(merchantId), (await invoiceNow(invoice.id)).status]).toEqual(["99", "paid"]);
    expect(inTime).not.toBe(late);
  });

  test("reverted by its chain after acceptance reopens the invoice and can be accepted again", async () => {
    const merchantId = await newMerchant();
    const invoice = await closedInvoice(merchantId);
    const depositId = await latePayment(invoice, "100");
    await credit(merchantId, depositId);
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    expect([await walletOf(merchantId), (await invoiceNow(invoice.id)).status]).toEqual(["0", "process"]);
    expect((await caseOf(depositId)).status).toBe("void");
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    expect(await caseOf(depositId)).toMatchObject({ status: "open", kind: "late" });
    await credit(merchantId, depositId);
    expect([await walletOf(merchantId), (await invoiceNow(invoice.id)).status]).toEqual(["99", "paid"]);
  });

  test("to a failed invoice becomes a case whose credit reaches the wallet", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    const depositId = await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    await readUpTo("bsc", START_HEIGHT, minutesFromNow(25 * 60));
    await expireInvoices(minutesFromNow(25 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("fail");
    await includeAgain(depositId);
    await settleInvoice(invoice.id);
    await credit(merchantId, depositId);
    expect([await walletOf(merchantId), await pendingOf(merchantId), await heldBy(merchantId)]).toEqual([
      "99",
      "0",
      "0",
    ]);
  });
});

describe("a payment in the wrong coin", () => {
  test("is credited in that coin less the commission, and fully reversed when its chain reverts it", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const depositId = await pay(invoice, { amount: "50", currency: "USDC" });
    await settleInvoice(invoice.id);
    await credit(merchantId, depositId);
    expect([await walletOf(merchantId, "USDC"), await walletOf(merchantId)]).toEqual(["49.5", "0"]);
    expect((await invoiceNow(invoice.id)).status).toBe("check");
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    expect([await walletOf(merchantId, "USDC"), await heldBy(merchantId, "USDC")]).toEqual(["0", "0"]);
  });

  test("is not credited once it has left its chain", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    const depositId = await pay(invoice, { amount: "50", currency: "USDC" });
    await settleInvoice(invoice.id);
    await vanish(depositId, false);
    await expect(credit(merchantId, depositId)).rejects.toMatchObject({ code: "refused" });
    expect(await walletOf(merchantId, "USDC")).toBe("0");
  });

  test("of another merchant is answered with the same error as an unknown case and is not credited", async () => {
    const [merchantId, stranger] = [await newMerchant(), await newMerchant()];
    const invoice = await newInvoice(merchantId);
    const depositId = await pay(invoice, { amount: "50", currency: "USDC" });
    await settleInvoice(invoice.id);
    const unknown = creditCase({ caseId: randomUUID(), merchantId: stranger, actorId: null });
    const foreign = credit(stranger, depositId);
    const [first, second] = await Promise.allSettled([unknown, foreign]);
    expect(first).toMatchObject({ status: "rejected", reason: { code: "not_found", message: "Case not found" } });
    expect(second).toMatchObject({ status: "rejected", reason: { code: "not_found", message: "Case not found" } });
  });
});

describe("a payment to an unassigned address", () => {
  async function unmatched(amount: string): Promise<string> {
    const address = `0x${randomBytes(20).toString("hex")}`;
    const derivationIndex = 100_000 + (await database().address.count());
    const row = await database().address.create({
      data: { family: "evm", derivationIndex, address, addressKey: address },
    });
    const depositId = await payAddress({ id: row.id, address, ownerId: null }, { amount });
    await settleUnmatched(depositId);
    await settleUnmatched(depositId);
    return depositId;
  }

  test("is held for the operator, who can credit it to a merchant", async () => {
    const merchantId = await newMerchant();
    const depositId = await unmatched("40");
    const { id, kind, merchantId: owner } = await caseOf(depositId);
    expect([kind, owner, await heldBy("")]).toEqual(["unmatched", null, "40"]);
    await expect(creditCase({ caseId: id, merchantId: null, actorId: null })).rejects.toMatchObject({
      code: "refused",
    });
    await expect(creditCase({ caseId: id, merchantId, actorId: null })).rejects.toMatchObject({ code: "not_found" });
    const figures = {
      amount: "40",
      commission: "0.4",
      credited: "39.6",
      currency: "USDT",
      convertedTo: null,
      isForInvoice: false,
    };
    expect(await previewCaseCredit({ caseId: id, merchantId: null, creditTo: merchantId })).toEqual(figures);
    await creditCase({ caseId: id, merchantId: null, creditTo: merchantId, actorId: null });
    expect([await walletOf(merchantId), await heldBy("")]).toEqual(["39.6", "0"]);
    const closed = { code: "refused", message: "The case is closed" };
    await expect(previewCaseCredit({ caseId: id, merchantId: null, creditTo: merchantId })).rejects.toMatchObject(
      closed,
    );
  });

  test("credited to a merchant and then gone from its chain is debited from that merchant, even if already spent", async () => {
    const merchantId = await newMerchant();
    const depositId = await unmatched("40");
    const { id } = await caseOf(depositId);
    await creditCase({ caseId: id, merchantId: null, creditTo: merchantId, actorId: null });
    await spend(merchantId, "9.6");
    await vanish(depositId, true);
    await settleUnmatched(depositId);
    await settleUnmatched(depositId);
    expect([await walletOf(merchantId), await heldBy("")]).toEqual(["0", "0"]);
    expect((await findBalance(receivable(merchantId, "USDT"))).toFixed()).toBe("-9.6");
    await includeAgain(depositId);
    await settleUnmatched(depositId);
    expect([(await caseOf(depositId)).status, await heldBy("")]).toEqual(["open", "40"]);
  });
});
