import { database } from "@/lib/kernel/db";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { listPeriods } from "@/lib/money-in/recurrences/periods-repo";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { findRecurrenceById } from "@/lib/money-in/recurrences/repo";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const PERIODS_SHOWN = 24;

/** Returns the plan of a hosted page; null for an unknown uuid. */
export async function findPagePlan(uuid: string): Promise<Recurrence | null> {
  return UUID.test(uuid) ? await findRecurrenceById(database(), uuid) : null;
}

/** Returns the public part of a plan's hosted page. Queries no node. */
export async function loadPlanPage(plan: Recurrence): Promise<PlanPageView> {
  const { id, name, amount, currencyCode, interval, status, discountDays, discountAmount } = plan;
  const payee = await findPayee(database(), plan.merchantId);
  return {
    id,
    name,
    amount,
    currencyCode,
    interval,
    status,
    discountDays,
    discountedAmount: discountAmount && amount.minus(discountAmount),
    merchantName: payee.name,
    supportContact: payee.supportContact,
    brand: await findBrand(plan.merchantId),
    hasMail: mailSender() !== null,
  };
}

/** Returns the part shown with the payer's own link. The caller has verified the secret. */
export async function loadPayerPlan(plan: Recurrence, now: Date): Promise<PayerPlanView> {
  const periods = await listPeriods(plan.id, PERIODS_SHOWN);
  return {
    nextPeriodAt: plan.nextPeriodAt,
    periods: periods.map(({ invoiceStatus, isInvoiceCancelled, graceEndsAt, ...period }) => {
      const isOpen =
        invoiceStatus === "check" || (invoiceStatus === "cancel" && graceEndsAt > now && !isInvoiceCancelled);
      return { ...period, graceEndsAt, isPayable: period.state === "due" && isOpen };
    }),
  };
}

/** What anybody with a plan's link may see: its terms and status, and nothing about its payer. */
export type PlanPageView = Pick<
  Recurrence,
  "id" | "name" | "amount" | "currencyCode" | "interval" | "status" | "discountDays"
> & {
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
  /** Price of the first periods; null without a discount. */
  readonly discountedAmount: Decimal | null;
  /** Whether this gateway sends mail, which accepting a plan needs. */
  readonly hasMail: boolean;
};

/** What the payer's own link shows in addition. */
export type PayerPlanView = {
  readonly nextPeriodAt: Date | null;
  /** Newest first. */
  readonly periods: readonly (Pick<Period, "number" | "state" | "amount" | "startsAt" | "graceEndsAt" | "invoiceId"> & {
    /** It can be paid now, at a new price if the last one expired. */
    readonly isPayable: boolean;
  })[];
};
