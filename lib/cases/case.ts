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

/** Its deposit was given to what it came for: a late payment that was accepted, or one that screening held and the operator released. */
export function isPassedOn({ kind, status }: Pick<OpenedCase, "kind" | "status">): boolean {
  return (kind === "late" || kind === "locked") && status === "credited";
}
