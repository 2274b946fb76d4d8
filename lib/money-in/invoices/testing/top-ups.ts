import { randomBytes, randomUUID } from "node:crypto";
import { database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { invoiceNow } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/**
 * Inserts the rows of a credited top-up with its quote and its credit, but without a booking: for
 * tests that only read it.
 */
export async function insertTopUp(wallet: StaticWallet, changes: { createdAt?: Date } = {}): Promise<Invoice> {
  const [id, quoteId, transactionId] = [randomUUID(), randomUUID(), `0x${randomBytes(32).toString("hex")}`];
  const { merchantId, orderId, currencyCode, networkCode, address, addressId, urlCallback } = wallet;
  const at = changes.createdAt ?? new Date();
  const deposit = await database().deposit.create({
    data: {
      networkCode,
      transactionId,
      position: "log:0",
      currencyCode,
      amount: "7",
      toAddress: address,
      addressId,
      blockHeight: 900n,
      blockHash: "0x384",
      blockTime: at,
      seenAt: at,
    },
  });
  await database().invoice.create({
    data: {
      id,
      merchantId,
      orderId,
      walletId: wallet.id,
      status: "paid",
      paymentOutcome: "exact",
      amount: "7",
      currencyCode,
      networkCode,
      urlCallback,
      lifetimeSeconds: 3600,
      paidAmount: "7",
      paidAmountUsd: "7",
      creditedAmount: "6.93",
      commissionAmount: "0.07",
      transactionId,
      expiresAt: at,
      createdAt: at,
      finalAt: at,
    },
  });
  const price = { payerAmount: "7", baseAmount: "7", rate: "1", rateSource: "same currency", rateAt: at };
  await database().quote.create({
    data: {
      id: quoteId,
      invoiceId: id,
      number: 1,
      currencyCode,
      networkCode,
      address,
      addressId,
      ...price,
      usdRate: "1",
      commissionRate: "0.01",
      validUntil: at,
    },
  });
  await database().invoice.update({ where: { id }, data: { currentQuoteId: quoteId } });
  await database().invoiceCredit.create({
    data: { depositId: deposit.id, inclusion: 1, invoiceId: id, currencyCode, amount: "7", commission: "0.07" },
  });
  return invoiceNow(id);
}
