import { env } from "@/lib/kernel/env";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import type { BillState } from "@/lib/money-in/bills/bill-rules";
import type { BillLine, BillTax } from "@/lib/money-in/bills/totals";

/** A claim for payment of a merchant to one customer. */
export type Bill = {
  readonly id: string;
  readonly merchantId: string;
  /** As shown; null for a draft. */
  readonly number: string | null;
  readonly position: number | null;
  readonly numberPrefix: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerAddress: string;
  readonly currencyCode: string;
  /** Decimals of every amount of the bill. */
  readonly decimals: number;
  readonly lines: readonly BillLine[];
  readonly taxes: readonly BillTax[];
  readonly subtotal: Decimal;
  readonly total: Decimal;
  /** Days in UTC, `2026-11-28`. */
  readonly issueDate: string;
  readonly dueDate: string;
  readonly note: string;
  readonly locale: Locale;
  /** Relative to the due date; negative: before. */
  readonly reminderDays: readonly number[];
  /** Random part of its page's address; null for a draft. */
  readonly secret: string | null;
  readonly sentAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** What was paid of a bill, in its own currency. */
export type BillPaid = {
  /** By invoices that are closed: the amount that no payer owes any more. */
  readonly settled: Decimal;
  /** The same, with confirmed parts of invoices that are still open. */
  readonly arrived: Decimal;
  /** The newest invoice that may still be paid, or is being decided; null for none. */
  readonly openId: string | null;
};

/** Decides the state of a bill. `today`: in UTC. Pure. */
export function billState(
  bill: Pick<Bill, "sentAt" | "cancelledAt" | "total" | "dueDate">,
  { settled }: Pick<BillPaid, "settled">,
  today: string,
): BillState {
  if (bill.sentAt === null) return "draft";
  if (bill.cancelledAt !== null) return "cancelled";
  if (settled.gte(bill.total)) return "paid";
  return today > bill.dueDate ? "overdue" : "sent";
}

/** Returns the day of a time, in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the address of a bill's page: whoever has it sees the bill. */
export function billUrl(secret: string, locale?: Locale): string {
  return `${env().BASE_URL}/b/${secret}${locale === undefined ? "" : `?lang=${locale}`}`;
}

/** Why a customer's payment is refused. */
export const billErrors = {
  closed: () => refusal("bill_closed"),
  paid: () => refusal("bill_paid"),
  tooOften: () => refusal("bill_too_often"),
} as const;
