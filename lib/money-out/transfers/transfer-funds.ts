import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { type AppError, invalidParameter, invariant } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { type AccountName, merchantWallet, receivable, userReceivable, userWallet } from "@/lib/ledger/account";
import { reevaluateOnConflict } from "@/lib/ledger/credit-merchant";
import { listUserBalances } from "@/lib/ledger/holdings";
import { lockGroups, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { findFunds } from "@/lib/money-out/payouts/payout-funds";
import type { TransferInput } from "@/lib/money-out/transfers/schema";
import { admitOutflow } from "@/lib/people/guards/admit-outflow";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { assertProvenUnlessSmall } from "@/lib/people/guards/assert-proven";
import { findValue } from "@/lib/people/guards/evaluate-value";
import type { OutflowOrder } from "@/lib/people/guards/outflow";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { findWalletOwner, lockWalletOwner } from "@/lib/people/merchants/wallet-owner-repo";
import type { CatalogCurrency } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * The result of a transfer. The two ids name its sides in the API; together they are the reference
 * of its entry.
 */
export type Transfer = {
  readonly userTransactionId: string;
  readonly merchantTransactionId: string;
  /** Balances of the personal and the business wallet right after. */
  readonly userBalance: Decimal;
  readonly merchantBalance: Decimal;
};

/**
 * Moves money from the business wallet to the personal wallet of the merchant's creator (decision
 * 0022), immediately and without a fee: one journal entry. The API has no order id here, so a
 * repeated call is a second transfer. It counts as an outflow of the merchant.
 *
 * @param requestedById the user who creates it; null for the machine API
 * @throws AppError `outflow_blocked`, `currency_not_found`, `below_minimum`, `above_maximum`,
 *   `user_wallet_not_found` (the creator is no longer an owner, or is blocked), `not_enough_funds`;
 *   naming the merchant's daily limit, or the amount above which a second person would have to
 *   approve it, which is impossible because a transfer cannot wait
 */
export async function transferToPersonal(
  merchant: Merchant,
  input: TransferInput,
  requestedById: string | null = null,
): Promise<Transfer> {
  const { wallets, amount, currency, ownerId } = await prepare(merchant, input);
  // Reports a lack of funds before an approval limit; checked again under the lock.
  if ((await findFunds(merchant, currency)).spendable.lt(amount)) throw refusal("not_enough_funds");
  const sides = { from: wallets.merchant, to: wallets.user, amount };
  return await move("transfer.to-personal", sides, wallets, async (tx, id) => {
    const order = { subjectId: id, merchantId: merchant.id, amount, currency, requestedById };
    await assertWalletOwner(tx, merchant.id, ownerId);
    await admitTransfer(tx, order);
    await auditTransfer(tx, "transfer.to-personal", order);
  });
}

/**
 * Moves money back from the personal to the business wallet.
 * @param requestedById as above
 * @throws AppError the same; `user_wallet_not_found` also when the personal wallet never held the
 *   currency, `merchant_wallet_not_found` when the merchant's settings exclude the currency and
 *   none was ever held
 */
export async function transferToBusiness(
  merchant: Merchant,
  input: TransferInput,
  requestedById: string | null = null,
): Promise<Transfer> {
  const { wallets, amount, currency, ownerId } = await prepare(merchant, input);
  const isUsed = (await listUserBalances(ownerId)).some((wallet) => wallet.currency === currency);
  if (!isUsed) throw noUserWallet();
  if (!(await findFunds(merchant, currency)).hasWallet) throw refusal("merchant_wallet_not_found");
  const sides = { from: wallets.user, to: wallets.merchant, amount };
  return await move("transfer.to-business", sides, wallets, async (tx, id) => {
    await assertWalletOwner(tx, merchant.id, ownerId);
    await assertMayPayOut(merchant.id, new Date(), tx);
    await assertProvenUnlessSmall(tx, {
      worth: () => findValue(tx, { currency, amount }),
      // The transfer is from the personal wallet of the merchant's creator to the merchant's own.
      isKnown: () => Promise.resolve(true),
    });
    await auditTransfer(tx, "transfer.to-business", {
      subjectId: id,
      merchantId: merchant.id,
      amount,
      currency,
      requestedById,
    });
  });
}

type Order = Omit<OutflowOrder, "kind" | "destination">;

/** The machine API has its own log; what a user creates is recorded in the audit log. */
async function auditTransfer(
  tx: Tx,
  action: "transfer.to-personal" | "transfer.to-business",
  order: Order,
): Promise<void> {
  const { requestedById: actorId, merchantId, subjectId: target, currency, amount } = order;
  if (actorId === null) return;
  await recordAudit(tx, { actorId, merchantId, action, target, detail: { currency, amount: amount.toFixed() } });
}

async function admitTransfer(tx: Tx, order: Order): Promise<void> {
  const reviews = await admitOutflow(tx, { ...order, kind: "transfer", destination: null });
  invariant(reviews.length === 0, "a transfer waits for nobody");
}

/** A wallet's account, and the account of the debt from reversals. */
type Wallet = { readonly account: AccountName; readonly debt: AccountName };
type Wallets = { readonly user: Wallet; readonly merchant: Wallet };

async function prepare(merchant: Merchant, input: TransferInput) {
  await assertMayPayOut(merchant.id);
  const { currency, amount } = transferTerms(await loadCatalog(), input);
  const owner = await findWalletOwner(merchant.id);
  if (!owner?.isUsable) throw noUserWallet();
  const ownerId = owner.userId;
  const { code } = currency;
  const wallets: Wallets = {
    user: { account: userWallet(ownerId, code), debt: userReceivable(ownerId, code) },
    merchant: { account: merchantWallet(merchant.id, code), debt: receivable(merchant.id, code) },
  };
  return { wallets, amount, ownerId, currency: code };
}

/**
 * Runs in one transaction, including `admit`, because the facts may have changed since planning.
 * The payer's debt stays covered; the database itself prevents overdrafts by concurrent spending.
 */
async function move(
  kind: "transfer.to-personal" | "transfer.to-business",
  { from, to, amount }: { readonly from: Wallet; readonly to: Wallet; readonly amount: Decimal },
  { user, merchant }: Wallets,
  admit: (tx: Tx, transferId: string) => Promise<void>,
): Promise<Transfer> {
  const userTransactionId = randomUUID();
  const merchantTransactionId = randomUUID();
  const reference = `${merchantTransactionId}:${userTransactionId}`;
  const carryOut = () =>
    withTransaction(async (tx) => {
      await admit(tx, merchantTransactionId);
      await lockGroups(tx, [{ reference, accounts: [from.account, from.debt, to.account] }]);
      const owed = (await lockBalance(tx, from.debt)).negated();
      if (owed.gt(ZERO) && (await lockBalance(tx, from.account)).minus(owed).lt(amount))
        throw refusal("not_enough_funds");
      const legs = [{ debit: from.account, credit: to.account, amount }];
      await postEntry(tx, { kind, reference, groupId: reference, legs });
      const userBalance = await lockBalance(tx, user.account);
      const merchantBalance = await lockBalance(tx, merchant.account);
      return { userTransactionId, merchantTransactionId, userBalance, merchantBalance };
    });
  return await reevaluateOnConflict(carryOut, () => refusal("not_enough_funds"));
}

/** The role may have been revoked, or the user blocked, since the transfer was planned. */
async function assertWalletOwner(tx: Tx, merchantId: string, ownerId: string): Promise<void> {
  if (!(await lockWalletOwner(tx, merchantId, ownerId))) throw noUserWallet();
}

function noUserWallet(): AppError {
  return refusal("user_wallet_not_found");
}

/** Coin codes are as in `currency` of a payout; a fiat currency has no wallets. */
export type TransferTerms = { readonly currency: CatalogCurrency; readonly amount: Decimal };

/**
 * Validates what is moved. The limits of a currency are the lowest minimum and the highest maximum
 * of its payouts over all networks: a transfer stays inside the gateway, so no single network's
 * limits apply.
 *
 * @throws AppError `currency_not_found`, `below_minimum`, `above_maximum`, or
 *   `amount: validation.decimal`
 */
export function transferTerms(catalog: Catalog, input: TransferInput): TransferTerms {
  const currency = catalog.currency(input.currency);
  const services = catalog.services().filter((service) => service.currency.code === currency?.code);
  const [first, ...others] = services;
  if (currency?.kind !== "crypto" || first === undefined) throw refusal("currency_not_found");
  const amount = input.amount.value;
  if (amount.decimalPlaces() > currency.decimals) throw invalidParameter("amount", "validation.decimal");
  const minimum = Decimal.min(first.payoutMin, ...others.map(({ payoutMin }) => payoutMin));
  const maximum = Decimal.max(first.payoutMax, ...others.map(({ payoutMax }) => payoutMax));
  if (amount.lt(minimum)) throw refusal("below_minimum", { limit: minimum, currency: currency.code });
  if (amount.gt(maximum)) throw refusal("above_maximum", { limit: maximum, currency: currency.code });
  return { currency, amount };
}
