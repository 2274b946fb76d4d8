import type { CaseKind, CaseStatus } from "@/lib/generated/prisma/client";
import type { Decimal } from "@/lib/money/decimal";

/** A deposit that waits for a decision. */
export type OpenedCase = {
  readonly id: string;
  readonly merchantId: string | null;
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  readonly depositId: string;
  readonly invoiceId: string | null;
  /** The static wallet whose address it came to. */
  readonly walletId: string | null;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly amount: Decimal;
};
