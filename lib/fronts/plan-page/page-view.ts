import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";
import type { BrandView } from "@/lib/people/brands/brand-view";

/** What anybody may see of a plan who holds its link: its terms and its state, and nothing of its payer. */
export type PlanPageView = Pick<
  Recurrence,
  "id" | "name" | "amount" | "currencyCode" | "interval" | "status" | "discountDays"
> & {
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
  /** What the first periods cost; null without a discount. */
  readonly discountedAmount: Decimal | null;
  /** Whether this gateway sends the mail by which a plan is accepted. */
  readonly hasMail: boolean;
};

/** What the payer's own link shows beside that. */
export type PayerPlanView = {
  readonly nextPeriodAt: Date | null;
  /** Newest first. */
  readonly periods: readonly (Pick<Period, "number" | "state" | "amount" | "startsAt" | "graceEndsAt" | "invoiceId"> & {
    /** It can be paid now, at a new price where the last one ran out. */
    readonly isPayable: boolean;
  })[];
};
