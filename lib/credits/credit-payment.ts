import type { Tx } from "@/lib/db";
import type { AccountName } from "@/lib/ledger/account";
import { creditMerchant } from "@/lib/ledger/credit-merchant";
import type { Decimal } from "@/lib/money/decimal";

/** A confirmed part of a payment, as it is credited. */
export type CreditedPart = {
  readonly kind: "invoice.credit" | "case.credit";
  /** Unique inside the kind: `<deposit>:<inclusion>`, `<case>:<inclusion>`. */
  readonly reference: string;
  /** What a reversal of it undoes together. */
  readonly groupId: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Part of the amount that the gateway keeps. */
  readonly commission: Decimal;
  /** Where the part's value stands until now. */
  readonly from: AccountName;
};

export type PaymentCredit = {
  readonly merchantId: string;
  /** Whose time line tells of it; null for a deposit that belongs to no payment. */
  readonly invoiceId: string | null;
  /** All that are credited in this transaction. */
  readonly parts: readonly CreditedPart[];
};

/**
 * Gives a merchant the parts of a payment, with everything that follows from a credit: one entry group for each part.
 * Replays change nothing.
 */
export async function creditPayment(tx: Tx, { merchantId, parts }: PaymentCredit): Promise<void> {
  for (const { from, ...part } of parts) await creditMerchant(tx, { ...part, merchantId }, from);
}
