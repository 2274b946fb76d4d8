import { QUOTES_MAX } from "@/lib/invoices/choose-coin";
import type { InvoiceStatus } from "@/lib/invoices/status";

/** How often a payer may have one invoice renewed within a day: each renewal is a quote and a webhook, asked for by anybody with the link. */
export const RENEWALS_A_DAY = 8;

/** What a payer's wish for a new price depends on. */
export type RenewalFacts = {
  readonly status: InvoiceStatus;
  /** The merchant closed it before its time, and has not renewed it since. */
  readonly isCancelledByHand: boolean;
  /** The merchant's setting; of a plan's payment, whether its grace period lasts, whatever the setting says. */
  readonly payerMayRefresh: boolean;
  readonly arePaymentsBlocked: boolean;
  /** It ended more than `LATE_DAYS_MAX` days ago: nobody expects the order any more, and its shop should know first. */
  readonly isLongOver: boolean;
  /** A payment was seen that may still count, or waits for a decision. */
  readonly hasArrived: boolean;
  readonly quoteCount: number;
  /** Renewals of the last 24 hours. */
  readonly renewedLately: number;
};

/** Why a payer may not get a new price; null when nothing speaks against it. The texts are known to `publicErrorText`. Pure. */
export function whyNotRenewable(facts: RenewalFacts): string | null {
  if (facts.status !== "cancel" || facts.isCancelledByHand) return "This invoice cannot be renewed";
  if (!facts.payerMayRefresh || facts.arePaymentsBlocked || facts.isLongOver)
    return "The shop has to renew this invoice";
  if (facts.hasArrived) return "A payment came for this invoice; it cannot be renewed";
  if (facts.quoteCount >= QUOTES_MAX || facts.renewedLately >= RENEWALS_A_DAY)
    return "This invoice was renewed too often; ask the shop for a new one";
  return null;
}
