import { database } from "@/lib/kernel/db";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { AccountName } from "@/lib/ledger/account";
import { listOwnerBalances, readBalance } from "@/lib/ledger/repo";

/** An owner's funds in one currency, and why not all of them can be spent. */
export type Holding = {
  readonly currency: string;
  /** Balance of the wallet. */
  readonly balance: Decimal;
  /** Taken for payouts and refunds that are not final yet: no longer in the balance. */
  readonly reserved: Decimal;
  /** Received and awaiting a decision: not in the balance yet. */
  readonly held: Decimal;
  /** Confirmed payments of invoices that are not final yet: not in the balance yet. */
  readonly pending: Decimal;
  /**
   * Debt from a credit that was reversed after it was spent: stays in the balance, but cannot be
   * spent.
   */
  readonly owed: Decimal;
  /** The balance minus what is owed. */
  readonly spendable: Decimal;
};

/** Lists a merchant's holdings, one for each currency that was ever in any of these accounts. */
export async function listMerchantHoldings(merchantId: string): Promise<Holding[]> {
  const kinds = {
    balance: "merchant",
    reserved: "reserved",
    held: "held",
    pending: "invoice-pending",
    debt: "receivable",
  };
  return toHoldings(await selectHoldings(merchantId, Object.values(kinds)), kinds);
}

/** Lists a user's personal wallets. */
export async function listUserHoldings(userId: string): Promise<Holding[]> {
  const kinds = { balance: "user", debt: "user-receivable" };
  return toHoldings(await selectHoldings(userId, Object.values(kinds)), kinds);
}

type Kinds = { balance: string; reserved?: string; held?: string; pending?: string; debt: string };

function toHoldings(rows: readonly HoldingRow[], kinds: Kinds): Holding[] {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const sumOf = (kind: string | undefined) =>
      decimal(rows.find((row) => row.currency === currency && row.kind === kind)?.balance ?? "0");
    const balance = sumOf(kinds.balance);
    const owed = Decimal.max(ZERO, sumOf(kinds.debt).negated());
    return {
      currency,
      balance,
      reserved: sumOf(kinds.reserved),
      held: sumOf(kinds.held),
      pending: sumOf(kinds.pending),
      owed,
      spendable: Decimal.max(ZERO, balance.minus(owed)),
    };
  });
}

type HoldingRow = { readonly currency: string; readonly kind: string; readonly balance: string };

/** Selects the balances of one owner in several kinds of accounts, in their normal directions. */
function selectHoldings(ownerId: string, kinds: readonly string[]): Promise<HoldingRow[]> {
  return database().$queryRaw<HoldingRow[]>`
    SELECT a.currency_code AS currency, a.kind, coalesce(sum(b.balance), 0)::text AS balance
    FROM accounts a LEFT JOIN account_balances b ON b.account_id = a.id
    WHERE a.owner_id = ${ownerId} AND a.kind = ANY(${[...kinds]}::text[]) GROUP BY 1, 2 ORDER BY 1`;
}

export type WalletBalance = { readonly currency: string; readonly balance: string };

/** Lists a merchant's business wallets, one per currency ever credited; exact decimal strings. */
export async function listMerchantBalances(merchantId: string): Promise<WalletBalance[]> {
  return toWalletBalances(await listOwnerBalances("merchant", merchantId));
}

/** Lists a user's personal wallets. */
export async function listUserBalances(userId: string): Promise<WalletBalance[]> {
  return toWalletBalances(await listOwnerBalances("user", userId));
}

/** Returns the current balance of an account, in its normal direction. */
export function findBalance(name: AccountName): Promise<Decimal> {
  return readBalance(database(), name);
}

function toWalletBalances(rows: readonly { currency: string; balance: Decimal }[]): WalletBalance[] {
  return rows.map((row) => ({ currency: row.currency, balance: row.balance.toFixed() }));
}
