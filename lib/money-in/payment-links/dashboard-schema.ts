import { z } from "zod";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import { linkNameProblem } from "@/lib/money-in/payment-links/link-name";
import { LINK_GROUPS, PAYER_QUESTIONS, QUANTITY_MAX } from "@/lib/money-in/payment-links/questions";
import { ONE_LINE } from "@/lib/people/merchants/schema";

/**
 * Input and output of the dashboard's pages of payment links. Safe to import in the browser;
 * amounts are plain decimal text.
 */

export const LINK_PAGE_SIZE = 25;

export const linkFilterQuery = z.object({
  status: z.enum(LINK_GROUPS).optional(),
  q: listFilters.q,
  from: listFilters.from,
  to: listFilters.to,
  sort: z.enum(TIME_SORTS).optional(),
});

export const linkListQuery = linkFilterQuery.extend(pageCursor);
export type LinkListQuery = z.output<typeof linkListQuery>;

const moment = z.iso.datetime();
const count = z.int().nullable();

const linkRowView = z.object({
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  url: z.string(),
  currency: z.string(),
  /** Null: the payer enters it. */
  amount: z.string().nullable(),
  state: z.enum(LINK_GROUPS),
  isActive: z.boolean(),
  endsAt: moment.nullable(),
  stock: count,
  useLimit: count,
  /** Orders and pieces that are paid, or may still be. */
  orders: z.int(),
  pieces: z.int(),
  createdAt: moment,
});
export type LinkRowView = z.output<typeof linkRowView>;

export const linkPageView = z.object({ items: z.array(linkRowView), ...pageCursors });
export type LinkListView = z.output<typeof linkPageView>;

export const linkDetailView = linkRowView.extend({
  amountMin: z.string().nullable(),
  amountMax: z.string().nullable(),
  quantityMax: z.int(),
  noteQuestion: z.enum(PAYER_QUESTIONS),
  emailQuestion: z.enum(PAYER_QUESTIONS),
  urlCallback: z.string().nullable(),
  /** HTML to paste into a page: a button that opens the link. */
  buttonHtml: z.string(),
  /** Only the newest ones. */
  latest: z.array(
    z.object({
      invoiceId: z.uuid(),
      orderId: z.string(),
      shown: z.enum(SHOWN_STATUSES),
      amount: z.string(),
      quantity: z.int(),
      note: z.string().nullable(),
      createdAt: moment,
    }),
  ),
});
export type LinkDetailView = z.output<typeof linkDetailView>;

const { amount, currency, urlCallback } = newInvoiceInput.shape;

const optionalAmount = z.union([z.literal("").transform(() => null), amount]);

/** A whole number, as typed; empty: not limited. */
function optionalCount(least: number, most: number) {
  const says = `Enter a whole number from ${least} to ${most}.`;
  return z.union([
    z.literal("").transform(() => null),
    z
      .string()
      .trim()
      .regex(/^[0-9]{1,9}$/, { error: says, abort: true })
      .transform((text) => Number.parseInt(text, 10))
      .refine((number) => number >= least && number <= most, says),
  ]);
}

const COUNT_MAX = 1_000_000;

const limits = {
  /** Empty: not limited. */
  stock: optionalCount(0, COUNT_MAX),
  useLimit: optionalCount(0, COUNT_MAX),
  /** Empty: no end. */
  endsAt: z.union([z.literal("").transform(() => null), moment]),
};

export const newLinkInput = z
  .object({
    name: z
      .string()
      .trim()
      .check(({ value, issues }) => {
        const problem = linkNameProblem(value);
        if (problem !== null) issues.push({ code: "custom", message: problem, input: value });
      }),
    title: z
      .string()
      .trim()
      .min(1, "Enter a title.")
      .max(80, "Use at most 80 characters.")
      .regex(ONE_LINE, "Leave out line breaks and control characters."),
    currency,
    /** Empty: the payer enters it. */
    amount: optionalAmount,
    amountMin: optionalAmount,
    amountMax: optionalAmount,
    /** Empty: one piece. */
    quantityMax: optionalCount(1, QUANTITY_MAX),
    noteQuestion: z.enum(PAYER_QUESTIONS),
    emailQuestion: z.enum(PAYER_QUESTIONS),
    urlCallback,
    ...limits,
  })
  .superRefine((form, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const isFixed = form.amount !== null;
    if (isFixed && form.amountMin !== null) refuse("amountMin", "Only for an amount that the payer enters.");
    if (isFixed && form.amountMax !== null) refuse("amountMax", "Only for an amount that the payer enters.");
    if (!isFixed && (form.quantityMax ?? 1) > 1) refuse("quantityMax", "Only with a fixed amount.");
    const [least, most] = [parseAmount(form.amountMin ?? ""), parseAmount(form.amountMax ?? "")];
    if (least !== null && most?.lt(least)) refuse("amountMax", "Must not be less than the minimum.");
  });
/** The form's values. */
export type NewLinkForm = z.input<typeof newLinkInput>;
export type NewLinkInput = z.output<typeof newLinkInput>;

/** A blank form. */
export const BLANK_LINK: NewLinkForm = {
  name: "",
  title: "",
  currency: "USD",
  amount: "",
  amountMin: "",
  amountMax: "",
  quantityMax: "",
  noteQuestion: "no",
  emailQuestion: "no",
  urlCallback: "",
  stock: "",
  useLimit: "",
  endsAt: "",
};

/** Changes whether and how much a link sells; nothing else of it ever changes. */
export const changeLinkInput = z.object({ id: z.uuid(), isActive: z.boolean(), ...limits });
export type ChangeLinkForm = z.input<typeof changeLinkInput>;
export type ChangeLinkInput = z.output<typeof changeLinkInput>;
