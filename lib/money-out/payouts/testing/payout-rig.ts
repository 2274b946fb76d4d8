import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/fronts/machine-api/testing/call-api";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, merchantWallet, operatorCapital, treasury, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { type Leg, leg, postEntry } from "@/lib/ledger/post-entry";
import { createUser } from "@/lib/people/identity/complete-setup";
import { issueApiKey } from "@/lib/people/keys/api-keys";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

/** Merchants that pay out, and their balances. For tests, on top of the gateway rig. */

/** Unassigned here: an example of Ethereum's documentation, in the form of every EVM network. */
export const EVM_ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
export const BTC_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

export type Payer = Caller & {
  readonly userId: string;
  /** The same merchant with its payment key. */
  readonly byPaymentKey: Caller;
};

/**
 * Creates a merchant with an owner and both keys, as its back end would use them: `key` is the
 * payout key.
 */
export async function newPayer(balances: Readonly<Record<string, string>> = {}): Promise<Payer> {
  const payer = await withTransaction(async (tx) => {
    const email = `${randomUUID()}@example.com`;
    const user = await createUser(tx, { email, name: "Ada", password: "a long enough password", isOperator: false });
    const { id: merchantId } = await createMerchant(tx, { name: "Paper Lantern", ownerUserId: user.id });
    const payout = await issueApiKey(tx, merchantId, "payout");
    const payment = await issueApiKey(tx, merchantId, "payment");
    return { userId: user.id, merchantId, key: payout.secret, byPaymentKey: { merchantId, key: payment.secret } };
  });
  for (const [currency, amount] of Object.entries(balances)) await give(payer.merchantId, currency, amount);
  return payer;
}

/** Credits the business wallet, as if a payment had been received. */
export const give = (merchantId: string, currency: string, amount: string) =>
  book({
    debit: hotCustody("bsc", currency),
    credit: merchantWallet(merchantId, currency),
    amount: decimal(amount),
  });

/**
 * Moves the operator's capital to a merchant's balance: the gateway's holdings on its chains stay
 * the same.
 */
export async function grant(merchantId: string, currency: string, amount: string): Promise<void> {
  const leg = {
    debit: operatorCapital(currency),
    credit: merchantWallet(merchantId, currency),
    amount: decimal(amount),
  };
  await book(leg);
}

/** Credits a user's personal wallet. */
export const giveUser = (userId: string, currency: string, amount: string) =>
  book({ debit: hotCustody("bsc", currency), credit: userWallet(userId, currency), amount: decimal(amount) });

/** Moves capital to the treasury, from which the gateway converts. */
export const fillTreasury = (currency: string, amount: string) =>
  book({ debit: operatorCapital(currency), credit: treasury(currency), amount: decimal(amount) });

/** Withdraws everything that the treasury holds of a currency. */
export async function emptyTreasury(currency: string): Promise<void> {
  const amount = await findBalance(treasury(currency));
  if (amount.isZero()) return;
  const legs = leg(treasury(currency), operatorCapital(currency), amount);
  await withTransaction((tx) =>
    postEntry(tx, { kind: "treasury.draw", reference: randomUUID(), groupId: "test", legs }),
  );
}

async function book(leg: Leg): Promise<void> {
  const entry = { kind: "treasury.fill" as const, reference: randomUUID(), groupId: "test", legs: [leg] };
  await withTransaction((tx) => postEntry(tx, entry));
}

/** Adds capital to a network's hot wallet, from which payouts are sent. */
export async function fundHot(network: string, currency: string, amount: string): Promise<void> {
  const legs = leg(hotCustody(network, currency), operatorCapital(currency), decimal(amount));
  const entry = { kind: "capital.fund" as const, reference: randomUUID(), groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}

/** Changes the terms of a service with immediate effect. */
export async function setService(
  currencyCode: string,
  networkCode: string,
  data: Prisma.ServiceUncheckedUpdateInput,
): Promise<void> {
  const where = { currencyCode_networkCode: { currencyCode, networkCode } };
  await database().service.update({ where, data });
  clearCatalogCache();
}

/**
 * Inserts the row of a payout of 3 USDT on bsc, changed by `changes`; debits nothing and sends
 * nothing.
 */
export async function insertPayout(
  merchantId: string,
  changes: Partial<Prisma.PayoutUncheckedCreateInput> = {},
): Promise<string> {
  const row = await database().payout.create({
    data: {
      merchantId,
      orderId: randomUUID(),
      amountText: "3",
      amount: "3",
      currencyCode: "USDT",
      payerCode: "USDT",
      networkCode: "bsc",
      address: EVM_ADDRESS,
      isSubtract: true,
      fromCode: "USDT",
      sentAmount: "3",
      commission: "0.1",
      debitedAmount: "3.1",
      balanceAfter: "129",
      ...changes,
    },
    select: { id: true },
  });
  return row.id;
}
