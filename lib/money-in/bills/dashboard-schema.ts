import { z } from "zod";
import { LOCALES } from "@/lib/kernel/locales/locales";
import { isMailAddress } from "@/lib/kernel/mail/mail-address";
import { type Decimal, decimal, HUNDRED } from "@/lib/kernel/money/decimal";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { addDays } from "@/lib/kernel/zone-days";
import {
  ADDRESS_CHARACTERS_MAX,
  BILL_STATES,
  LINE_CHARACTERS_MAX,
  LINES_MAX,
  NOTE_CHARACTERS_MAX,
  REMINDER_DAYS,
  REMINDERS_MAX,
  TAXES_MAX,
} from "@/lib/money-in/bills/bill-rules";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import { ONE_LINE } from "@/lib/people/merchants/schema";

/**
 * Input and output of the dashboard's pages of bills. Safe to import in the browser; amounts are
 * plain decimal text.
 */

export const BILL_PAGE_SIZE = 25;
const QUANTITY_DECIMALS_MAX = 6;
const QUANTITY_MAX = decimal("10000000");
const PERCENT_DECIMALS_MAX = 3;

export const billFilterQuery = z.object({
  status: z.enum(BILL_STATES).optional(),
  q: listFilters.q,
  from: listFilters.from,
  to: listFilters.to,
  sort: z.enum(TIME_SORTS).optional(),
});

export const billListQuery = billFilterQuery.extend(pageCursor);
export type BillListQuery = z.output<typeof billListQuery>;

const moment = z.iso.datetime();

const billRowView = z.object({
  id: z.uuid(),
  /** Null for a draft. */
  number: z.string().nullable(),
  customerName: z.string(),
  currency: z.string(),
  total: z.string(),
  /** Still to be paid. */
  due: z.string(),
  dueDate: z.string(),
  state: z.enum(BILL_STATES),
  createdAt: moment,
});
export type BillRowView = z.output<typeof billRowView>;

export const billPageView = z.object({ items: z.array(billRowView), ...pageCursors });
export type BillListView = z.output<typeof billPageView>;

/** What customers still owe, by currency, largest number of bills first. */
export const billsDueView = z.object({
  items: z.array(
    z.object({ currency: z.string(), bills: z.int(), due: z.string(), overdueBills: z.int(), overdue: z.string() }),
  ),
});
export type BillsDueView = z.output<typeof billsDueView>;

function text(max: number, least = 0) {
  return z
    .string()
    .trim()
    .min(least, "Fill this in.")
    .max(max, `Use at most ${max} characters.`)
    .regex(ONE_LINE, "Leave out line breaks and control characters.");
}

function lines(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .regex(/^[^\p{Cs}\0]*$/u, "Leave out control characters.");
}

function amount(fits: (value: Decimal) => boolean, says: string) {
  return z
    .string()
    .trim()
    .refine((typed) => {
      const value = parseAmount(typed);
      return value !== null && fits(value);
    }, says);
}

/** Whether a day exists: `2026-02-30` does not. */
function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, { error: "Choose a day.", abort: true })
  .refine(isDay, "Choose a day.");

const line = z.object({
  text: text(LINE_CHARACTERS_MAX, 1),
  quantity: amount(
    (value) => value.gt("0") && value.lte(QUANTITY_MAX) && value.decimalPlaces() <= QUANTITY_DECIMALS_MAX,
    `Enter a number above zero, with at most ${QUANTITY_DECIMALS_MAX} decimals.`,
  ),
  price: amount(() => true, "Enter an amount, with a decimal point."),
});

const tax = z.object({
  name: text(40, 1),
  percent: amount(
    (value) => value.lte(HUNDRED) && value.decimalPlaces() <= PERCENT_DECIMALS_MAX,
    `Enter a percentage from 0 to 100, with at most ${PERCENT_DECIMALS_MAX} decimals.`,
  ),
});

/** Days relative to the due date, as typed: `-3, 0, 7`. Empty: no reminders. */
const reminders = z
  .string()
  .trim()
  .transform((typed, context): readonly number[] => {
    const parts = typed === "" ? [] : typed.split(",").map((part) => part.trim());
    const days = parts.map((part) => (/^-?\d{1,2}$/.test(part) ? Number.parseInt(part, 10) : Number.NaN));
    const isFine = days.every((value) => value >= REMINDER_DAYS.least && value <= REMINDER_DAYS.most);
    if (isFine && days.length <= REMINDERS_MAX) return [...new Set(days)].toSorted((one, other) => one - other);
    const { least, most } = REMINDER_DAYS;
    const message = `Enter at most ${REMINDERS_MAX} whole numbers from ${least} to ${most}, with commas between them.`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

export const billInput = z
  .object({
    customerName: text(120, 1),
    customerEmail: z.string().trim().refine(isMailAddress, "Enter an e-mail address."),
    customerAddress: lines(ADDRESS_CHARACTERS_MAX),
    currency: newInvoiceInput.shape.currency,
    lines: z.array(line).min(1, "Add a line.").max(LINES_MAX),
    taxes: z.array(tax).max(TAXES_MAX),
    numberPrefix: z
      .string()
      .trim()
      .regex(/^([A-Za-z0-9-]{0,11}[A-Za-z-])?$/, "Use at most 12 letters, digits and dashes, and no digit at the end."),
    issueDate: day,
    dueDate: day,
    note: lines(NOTE_CHARACTERS_MAX),
    locale: z.string().refine((value) => value in LOCALES, "Choose a language."),
    reminderDays: reminders,
  })
  .refine(({ issueDate, dueDate }) => issueDate <= dueDate, {
    path: ["dueDate"],
    error: "Must not be before the date of the bill.",
  });
/** The form's values. */
export type BillForm = z.input<typeof billInput>;
export type BillInput = z.output<typeof billInput>;

export const changeBillInput = z.object({ id: z.uuid(), bill: billInput });

/** Currencies in which a bill can be written. */
export type BillOptions = {
  readonly currencies: readonly { readonly code: string; readonly name: string; readonly decimals: number }[];
};

export const BLANK_LINE = { text: "", quantity: "1", price: "" };
export const DUE_DAYS_DEFAULT = 14;
export const REMINDERS_DEFAULT = "0, 7";
export const PREFIX_DEFAULT = "B-";

/** A blank form. `today`: the date of the bill. */
export function blankBill(today: string, numberPrefix = PREFIX_DEFAULT): BillForm {
  return {
    customerName: "",
    customerEmail: "",
    customerAddress: "",
    currency: "USD",
    lines: [BLANK_LINE],
    taxes: [],
    numberPrefix,
    issueDate: today,
    dueDate: addDays(today, DUE_DAYS_DEFAULT),
    note: "",
    locale: "en",
    reminderDays: REMINDERS_DEFAULT,
  };
}

const typed = z.string();
const formView = z.object({
  customerName: typed,
  customerEmail: typed,
  customerAddress: typed,
  currency: typed,
  lines: z.array(z.object({ text: typed, quantity: typed, price: typed })),
  taxes: z.array(z.object({ name: typed, percent: typed })),
  numberPrefix: typed,
  issueDate: typed,
  dueDate: typed,
  note: typed,
  locale: typed,
  reminderDays: typed,
}) satisfies z.ZodType<BillForm>;

/** A mail that was written. `mark`: of a reminder, its day relative to the due date. */
const mailView = z.object({ kind: z.enum(["sent", "again", "reminder"]), mark: z.int(), createdAt: moment });

export const billDetailView = billRowView.extend({
  customerEmail: z.string(),
  customerAddress: z.string(),
  lines: z.array(z.object({ text: z.string(), quantity: z.string(), price: z.string(), amount: z.string() })),
  taxes: z.array(z.object({ name: z.string(), percent: z.string(), amount: z.string() })),
  subtotal: z.string(),
  /** Confirmed so far, in the bill's currency. */
  paid: z.string(),
  issueDate: z.string(),
  note: z.string(),
  /** The language's own name. */
  language: z.string(),
  reminderDays: z.array(z.int()),
  /** Null for a draft. */
  url: z.string().nullable(),
  sentAt: moment.nullable(),
  cancelledAt: moment.nullable(),
  /** False: this gateway sends no mail, and the merchant passes on the address. */
  isMailed: z.boolean(),
  mails: z.array(mailView),
  payments: z.array(
    z.object({
      invoiceId: z.uuid(),
      orderId: z.string(),
      shown: z.enum(SHOWN_STATUSES),
      amount: z.string(),
      /** What it pays of the bill. */
      covers: z.string(),
      createdAt: moment,
      finalAt: moment.nullable(),
    }),
  ),
  /** The form with its values, to change a draft. */
  form: formView,
});
export type BillDetailView = z.output<typeof billDetailView>;
