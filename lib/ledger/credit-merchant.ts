import { batched } from "@/lib/kernel/batch";
import { sqlState, type Tx } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  accountKey,
  feesEarned,
  merchantWallet,
  receivable,
  userReceivable,
  userWallet,
} from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { leg, postEntry, postIndependentEntry } from "@/lib/ledger/post-entry";
import { lockBalance, lockOverdrawn, readBalance } from "@/lib/ledger/repo";

/** Raised by the trigger `account_balances_guard`. */
const OVERDRAWN = "CT001";

/**
 * Returns whether the database rejected an entry because a balance would have become negative: a
 * concurrent transaction spent it.
 */
function isOverdrawn(error: unknown): boolean {
  return sqlState(error) === OVERDRAWN;
}

/**
 * Runs a command that checks balances and takes from them, each time in a separate transaction. If
 * the database rejects it because of a concurrent change, it is run once more: it then checks the
 * remaining balance, and reports what is missing, the balance or the treasury. A second rejection
 * is reported as `refusal`, never as an internal error.
 */
export async function reevaluateOnConflict<Result>(
  command: () => Promise<Result>,
  refusal: () => Error,
): Promise<Result> {
  try {
    return await command();
  } catch (error) {
    if (!isOverdrawn(error)) throw error;
  }
  return await command().catch((error: unknown) => {
    throw isOverdrawn(error) ? refusal() : error;
  });
}

export type MerchantCredit = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly groupId: string;
  readonly merchantId: string;
  readonly currency: string;
  /** The credited value of the payment. */
  readonly amount: Decimal;
  /** The gateway's part of it; between zero and the amount. */
  readonly commission: Decimal;
};

/**
 * Credits a merchant with `amount` minus `commission` from `from`. A debt of the merchant from an
 * earlier reversal is repaid first. Replays change nothing.
 *
 * @returns the part that stays in the wallet; null for a replay
 */
export async function creditMerchant(tx: Tx, credit: MerchantCredit, from: AccountName): Promise<Decimal | null> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  // Independent of what other credits of a batch change: what is owed is repaid afterwards.
  const written = await postIndependentEntry(tx, {
    kind,
    reference,
    groupId,
    legs: [...leg(from, wallet, net), ...leg(from, feesEarned(currency), commission)],
  });
  if (!written) return null;
  const repaid = await repayReceivable(tx, { kind, reference, groupId }, wallet, receivable(merchantId, currency), net);
  return net.minus(repaid);
}

/**
 * Uses the amount that an entry just credited to a wallet to repay its owner's debt in that
 * currency. Once per entry.
 * @returns the repaid part of `got`
 */
export async function repayReceivable(
  tx: Tx,
  got: { readonly kind: EntryKind; readonly reference: string; readonly groupId: string },
  wallet: AccountName,
  debt: AccountName,
  amount: Decimal,
): Promise<Decimal> {
  if (!amount.gt(ZERO)) return ZERO;
  if (!(await lockDebts(tx, debt))) return ZERO;
  // Others of a batch may have repaid some of it since.
  const owed = (await lockBalance(tx, debt)).negated();
  if (!owed.gt(ZERO)) return ZERO;
  const repaid = Decimal.min(owed, amount);
  await postEntry(tx, {
    kind: "receivable.repay",
    reference: `${got.kind}:${got.reference}`,
    groupId: got.groupId,
    legs: leg(wallet, debt, repaid),
  });
  return repaid;
}

/**
 * Returns whether something is owed on the account, which stays locked. Credits of a batch ask for
 * all of them at once: none of them can make a debt.
 */
const lockDebts = batched(
  async (tx, debts: readonly AccountName[]): Promise<boolean[]> => {
    const owing = await lockOverdrawn(tx, debts);
    return debts.map((debt) => owing.has(accountKey(debt)));
  },
  { turn: 2 },
);

/**
 * Reverses such a credit into `to`: from the merchant's wallet as far as its balance suffices; what
 * was spent meanwhile is booked as a receivable, so the wallet never becomes negative.
 */
export async function reverseMerchantCredit(tx: Tx, credit: MerchantCredit, to: AccountName): Promise<void> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  // In the same lock order as credits, so that a credit and a reversal do not deadlock.
  await lockBalance(tx, to);
  const there = Decimal.min(await lockBalance(tx, wallet), net);
  await postEntry(tx, {
    kind,
    reference,
    groupId,
    legs: [
      ...leg(wallet, to, there),
      ...leg(receivable(merchantId, currency), to, net.minus(there)),
      ...leg(feesEarned(currency), to, commission),
    ],
  });
}

/**
 * Returns what a user can spend from a personal wallet: its balance minus the user's debt in that
 * currency from a reversed share. Locked until the transaction ends; the caller has locked both
 * accounts in their order.
 */
export async function lockSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => lockBalance(tx, name))).spendable;
}

/** Like `lockSpendable` without locks, for pages: the amount may change at any time. */
export async function readSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => readBalance(tx, name))).spendable;
}

/**
 * Returns the balance of a merchant's business wallet, and the part that can be spent: everything
 * except the merchant's debt in that currency from a reversed payment. Locked until the transaction
 * ends; the caller has locked both accounts in their order.
 */
export function lockMerchantFunds(tx: Tx, merchantId: string, currency: string): Promise<LockedFunds> {
  const [wallet, debt] = [merchantWallet(merchantId, currency), receivable(merchantId, currency)];
  return readFunds(wallet, debt, (name) => lockBalance(tx, name));
}

type LockedFunds = { readonly balance: Decimal; readonly spendable: Decimal };

async function readFunds(
  wallet: AccountName,
  debt: AccountName,
  read: (name: AccountName) => Promise<Decimal>,
): Promise<LockedFunds> {
  const balance = await read(wallet);
  // A receivable is negative while it is owed.
  const owed = Decimal.max(ZERO, (await read(debt)).negated());
  return { balance, spendable: Decimal.max(ZERO, balance.minus(owed)) };
}
