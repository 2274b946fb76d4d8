import { type AccountName, feesEarned, operatorCapital } from "@/lib/ledger/account";
import type { Decimal } from "@/lib/money/decimal";

/** `earnings`: fees earned. `capital`: what is not set aside, also to bring it to another network. `cold`: stays ours. */
export const WITHDRAWAL_KINDS = ["earnings", "capital", "cold"] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

export type WithdrawalStatus = "process" | "check" | "paid" | "fail" | "cancel";

/** Money of the operator on its way out of a hot wallet. */
export type Withdrawal = {
  readonly id: string;
  readonly kind: WithdrawalKind;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly address: string;
  /** Exact, in the currency: what arrives. */
  readonly amount: Decimal;
  readonly status: WithdrawalStatus;
  readonly transactionId: string | null;
};

/** Whose money it is; null for what only changes its place. */
export function sourceOf({ kind, currencyCode }: Pick<Withdrawal, "kind" | "currencyCode">): AccountName | null {
  if (kind === "cold") return null;
  return kind === "earnings" ? feesEarned(currencyCode) : operatorCapital(currencyCode);
}
