import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { addDays, periodStart } from "@/lib/money-in/recurrences/calendar";
import type {
  PeriodState,
  RecurrenceEnd,
  RecurrenceInterval,
  RecurrenceStatus,
} from "@/lib/money-in/recurrences/status";

/** A plan of recurring payments. Its terms are immutable. */
export type Recurrence = {
  readonly id: string;
  readonly merchantId: string;
  /** Null when the shop provided none. */
  readonly orderId: string | null;
  readonly name: string;
  /** Per period, before the discount, in `currencyCode`. */
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly interval: RecurrenceInterval;
  readonly urlCallback: string | null;
  readonly additionalData: string | null;
  readonly discountDays: number | null;
  readonly discountAmount: Decimal | null;
  /** `amount` in the payer's coin at the rate at creation; null when the payer chooses the coin. */
  readonly payerAmount: Decimal | null;
  /** The same in US dollars. */
  readonly payerAmountUsd: Decimal;
  readonly status: RecurrenceStatus;
  readonly payerEmail: string | null;
  readonly locale: string;
  /** The secret of the payer's link, encrypted. */
  readonly payerLinkSealed: Uint8Array | null;
  readonly acceptedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: RecurrenceEnd | null;
  readonly lastPaidAt: Date | null;
  readonly nextPeriodAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** One period of a plan. */
export type Period = {
  readonly id: string;
  readonly recurrenceId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly state: PeriodState;
  readonly amount: Decimal;
  readonly startsAt: Date;
  readonly graceEndsAt: Date;
  readonly invoiceId: string | null;
  readonly failure: string | null;
  readonly retryAt: Date | null;
  readonly remindedAt: Date | null;
  readonly paidAt: Date | null;
};

/** The order id of a plan's payments, which the plan claims: the shop's own, else its uuid. */
export function orderIdOf({ orderId, id }: Pick<Recurrence, "orderId" | "id">): string {
  return orderId ?? id;
}

/**
 * Returns the end of the discount: periods that begin before it get the discount. Null without one,
 * and before acceptance.
 */
export function discountEnd({ acceptedAt, discountDays }: Pick<Recurrence, "acceptedAt" | "discountDays">) {
  return acceptedAt === null || discountDays === null ? null : addDays(acceptedAt, discountDays);
}

type PricedPlan = Pick<Recurrence, "amount" | "interval" | "acceptedAt" | "discountDays" | "discountAmount">;

/** Returns the amount and the start of period `number` of a plan accepted at `acceptedAt`. */
export function periodTerms(plan: PricedPlan, acceptedAt: Date, number: number): { amount: Decimal; startsAt: Date } {
  const startsAt = periodStart(acceptedAt, plan.interval, number);
  const end = discountEnd({ ...plan, acceptedAt });
  const isDiscounted = plan.discountAmount !== null && end !== null && startsAt < end;
  return { amount: isDiscounted ? plan.amount.minus(plan.discountAmount) : plan.amount, startsAt };
}

/** Why a payer's request is rejected. */
export const recurrenceErrors = {
  wrongEmail: () => refusal("plan_email_wrong"),
  tooOften: () => refusal("plan_link_too_often"),
  noMail: () => refusal("plan_no_mail"),
  /** The merchant's payments are blocked; a later attempt may succeed. */
  blocked: () => refusal("plan_shop_closed"),
  unknown: () => refusal("plan_link_unknown"),
  over: () => refusal("plan_link_over"),
  ended: () => refusal("plan_ended"),
} as const;
