import { z } from "zod";
import { currencyCode, positiveAmount } from "@/lib/fronts/admin/form-schema";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/** The gateway's own money, by currency and entry. Safe for the browser. */

export const CAPITAL_PAGE_SIZE = 25;

const amount = z.string();
const moment = z.iso.datetime();

const capitalRowView = z.object({
  currency: z.string(),
  /** The total held on all chains. */
  held: amount,
  /** Everything owed to merchants and users, including held and reserved funds. */
  owed: amount,
  capital: amount,
  treasury: amount,
  feesEarned: amount,
  /** Negative by the network fees paid. */
  networkCosts: amount,
  conversionGains: amount,
  /** Negative by what merchants and referrers owe. */
  receivables: amount,
  /** Negative by what the treasury had to return but did not hold. */
  shortfall: amount,
});
export type CapitalRowView = z.output<typeof capitalRowView>;

export const capitalView = z.array(capitalRowView);
export type CapitalView = z.output<typeof capitalView>;

/** Entries that move the operator's own money other than by a send. */
export const CAPITAL_ENTRY_KINDS = [
  "capital.fund",
  "capital.fund-reverse",
  "capital.move",
  "treasury.fill",
  "treasury.draw",
] as const;

const capitalEntryView = z.object({
  id: z.string(),
  kind: z.enum(CAPITAL_ENTRY_KINDS),
  currency: z.string(),
  amount,
  /** The network on which it was received or sent; null for movements within the books. */
  networkName: z.string().nullable(),
  memo: z.string(),
  at: moment,
});
export type CapitalEntryView = z.output<typeof capitalEntryView>;

export const capitalEntryListQuery = z.object({
  cursor: rowNumber.optional(),
});
export type CapitalEntryListQuery = z.output<typeof capitalEntryListQuery>;

export const capitalEntryPageView = z.object({ items: z.array(capitalEntryView), nextCursor: z.string().nullable() });
export type CapitalEntryPageView = z.output<typeof capitalEntryPageView>;

/** Moves capital to or from the treasury for conversions. Safe for the browser. */
export const treasuryForm = z.object({
  /** Generated once by the form, so that submitting it twice moves the money once. */
  commandId: z.uuid(),
  direction: z.enum(["fill", "draw"]),
  currency: currencyCode,
  amount: positiveAmount,
});
export type TreasuryForm = z.output<typeof treasuryForm>;
