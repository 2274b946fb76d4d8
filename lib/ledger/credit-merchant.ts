import { sqlState, type Tx } from "@/lib/kernel/db";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  feesEarned,
  merchantWallet,
  receivable,
  userReceivable,
  userWallet,
} from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance, readBalance } from "@/lib/ledger/repo";

/** Raised by the trigger `account_balances_guard`. */
const OVERDRAWN = "CT001";

/**
 * Whether the database refused an entry because a balance would have gone below zero: somebody else
 * spent it at the same moment.
 */
function isOverdrawn(error: unknown): boolean {
  return sqlState(error) === OVERDRAWN;
}

/**
 * Runs a command that judges balances and takes from them, each time in a transaction of its own.
 * Where the database refuses it all the same, it is run once more: it then judges what is left, and
 * says itself what is missing, the balance or the treasury. Refused once more, it is `refusal` to
 * whoever asked, never a fault.
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
  /** What the payer's part brought. */
  readonly amount: Decimal;
  /** Part of it that the gateway keeps; between zero and the amount. */
  readonly commission: Decimal;
};

/**
 * Gives a merchant `amount` less `commission` out of `from`. What the merchant owes from an earlier
 * reversal is repaid first. Replays change nothing.
 *
 * @returns what of it stays in the wallet; null for a replay
 */
export async function creditMerchant(tx: Tx, credit: MerchantCredit, from: AccountName): Promise<Decimal | null> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  const written = await postEntry(tx, {
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
 * Lets what a wallet just got by an entry repay what its owner owes in that currency. Once for each
 * such entry.
 * @returns how much of `got` went there
 */
export async function repayReceivable(
  tx: Tx,
  got: { readonly kind: EntryKind; readonly reference: string; readonly groupId: string },
  wallet: AccountName,
  debt: AccountName,
  amount: Decimal,
): Promise<Decimal> {
  if (!amount.gt(ZERO)) return ZERO;
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
 * Takes such a credit back into `to`: from the merchant's wallet as far as it reaches; what was
 * spent meanwhile is booked as a receivable, so the wallet never goes below zero.
 */
export async function reverseMerchantCredit(tx: Tx, credit: MerchantCredit, to: AccountName): Promise<void> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  // In the order in which credits lock them, so that a credit and a reversal do not wait for each
  // other.
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
 * What a user may spend of a personal wallet: its balance less what the user owes in that currency
 * from a share that was reversed. Locked until the transaction ends; the caller has locked both
 * accounts in their order.
 */
export async function lockSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => lockBalance(tx, name))).spendable;
}

/** The same at a glance, for pages: it may be less a moment later. */
export async function readSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => readBalance(tx, name))).spendable;
}

/**
 * The balance of a merchant's business wallet, and what of it may leave: all but what the merchant
 * owes in that currency from a payment that was reversed. Locked until the transaction ends; the
 * caller has locked both accounts in their order.
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
  // A receivable is below zero while it is owed.
  const owed = Decimal.max(ZERO, (await read(debt)).negated());
  return { balance, spendable: Decimal.max(ZERO, balance.minus(owed)) };
}
