import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { SHOWN_STATUSES } from "@/lib/money-in/invoices/status";
import { ONE_LINE } from "@/lib/people/merchants/schema";

/**
 * Input and output of the pages of the point of sale. Safe to import in the browser; amounts are
 * plain decimal text.
 */

export const LINES_MAX = 100;
export const QUANTITY_MAX = 999;
const TIPS_MAX = 4;
const TIP_PERCENT_MAX = 100;
const NAME_CHARACTERS_MAX = 60;

const moment = z.iso.datetime();
const { amount, currency } = newInvoiceInput.shape;

const name = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(NAME_CHARACTERS_MAX, `Use at most ${NAME_CHARACTERS_MAX} characters.`)
  .regex(ONE_LINE, "Leave out line breaks and control characters.");

const saleLine = z.object({
  itemId: z.uuid().nullable(),
  name,
  price: amount,
  quantity: z.int().min(1).max(QUANTITY_MAX),
});

/** A sale, as the device sends it again until it has an answer. */
export const chargeInput = z.object({
  /** Random, generated once per sale. */
  saleKey: z.uuid(),
  currency,
  lines: z.array(saleLine).min(1, "Enter an amount or choose an item.").max(LINES_MAX),
  /** "0" for none. */
  tip: z
    .string()
    .max(AMOUNT_CHARACTERS_MAX)
    .refine((text) => parseAmount(text) !== null),
  /** As shown at the terminal: lines and tip must add up to it. */
  total: amount,
});
export type ChargeInput = z.output<typeof chargeInput>;

export const posItemView = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.string(),
  currency: z.string(),
  isArchived: z.boolean(),
});
export type PosItemView = z.output<typeof posItemView>;

export const terminalView = z.object({
  currency: z.string(),
  /** Of an amount in the currency. */
  decimals: z.int(),
  tipPercents: z.array(z.int()),
  /** All items, by name: archived ones and those of other currencies too. */
  items: z.array(posItemView),
});
export type TerminalView = z.output<typeof terminalView>;

const saleRow = {
  id: z.uuid(),
  shown: z.enum(SHOWN_STATUSES),
  amount: z.string(),
  currency: z.string(),
  /** Part of the amount; "0" for none. */
  tip: z.string(),
  seller: z.string(),
  createdAt: moment,
};

export const saleView = z.object({
  ...saleRow,
  orderId: z.string(),
  isFinal: z.boolean(),
  lines: z.array(z.object({ name: z.string(), price: z.string(), quantity: z.int() })),
  paymentUrl: z.string(),
  expiresAt: moment,
  /** The coin that the payer has chosen; `missing`: what is left to pay of `amount`. */
  due: z.object({ amount: z.string(), missing: z.string(), currency: z.string(), networkName: z.string() }).nullable(),
});
export type SaleView = z.output<typeof saleView>;

export const todayQuery = z.object({ zone: z.string().max(64) });

export const todayView = z.object({
  /** Paid sales of the day, by currency. */
  totals: z.array(z.object({ currency: z.string(), count: z.int(), total: z.string(), tips: z.string() })),
  /** The latest ones, whatever their state. */
  sales: z.array(z.object(saleRow)),
});
export type TodayView = z.output<typeof todayView>;

const PERCENTS_SAY = `Enter up to ${TIPS_MAX} whole numbers from 1 to ${TIP_PERCENT_MAX}, with commas between them.`;

export const settingsInput = z.object({
  currency,
  /** As typed: `5, 10, 15`. Empty: the terminal does not ask for a tip. */
  tips: z
    .string()
    .trim()
    .regex(/^(\d{1,3}(\s*,\s*\d{1,3})*)?$/, { error: PERCENTS_SAY, abort: true })
    .transform((text) => (text === "" ? [] : text.split(",").map((part) => Number.parseInt(part, 10))))
    .refine(
      (percents) =>
        percents.length <= TIPS_MAX && percents.every((percent) => percent >= 1 && percent <= TIP_PERCENT_MAX),
      PERCENTS_SAY,
    ),
});
export type SettingsForm = z.input<typeof settingsInput>;
export type SettingsInput = z.output<typeof settingsInput>;

export const newItemInput = z.object({ name, price: amount });
export type NewItemForm = z.input<typeof newItemInput>;
export type NewItemInput = z.output<typeof newItemInput>;

export const changeItemInput = newItemInput.extend({ id: z.uuid(), isArchived: z.boolean() });
export type ChangeItemForm = z.input<typeof changeItemInput>;
export type ChangeItemInput = z.output<typeof changeItemInput>;

const MAIL_CHARACTERS_MAX = 254;
export const receiptInput = z.object({
  id: z.uuid(),
  email: z.string().trim().max(MAIL_CHARACTERS_MAX).pipe(z.email("Enter an e-mail address.")),
});
export type ReceiptForm = z.input<typeof receiptInput>;
