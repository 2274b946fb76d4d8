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

/** The plan of a hosted page; null when there is none of this uuid. */
export async function findPagePlan(uuid: string): Promise<Recurrence | null> {
  return UUID.test(uuid) ? await findRecurrenceById(database(), uuid) : null;
}

/** What the hosted page may show of a plan to anybody. Asks no node. */
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

/** What the payer's own link shows of it. The caller has seen the secret. */
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

/**
 * What anybody may see of a plan who holds its link: its terms and its state, and nothing of its
 * payer.
 */
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
