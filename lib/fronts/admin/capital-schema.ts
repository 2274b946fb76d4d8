import { z } from "zod";
import { currencyCode, positiveAmount } from "@/lib/fronts/admin/form-schema";
import { rowNumber } from "@/lib/kernel/paging/list-schema";

/** The gateway's own money, per currency and entry by entry. Safe for the browser. */

export const CAPITAL_PAGE_SIZE = 25;

const amount = z.string();
const moment = z.iso.datetime();

const capitalRowView = z.object({
  currency: z.string(),
  /** All that stands on chains, wherever. */
  held: amount,
  /** All that is owed to merchants and users, held and reserved funds among it. */
  owed: amount,
  capital: amount,
  treasury: amount,
  feesEarned: amount,
  /** Below zero by what networks took. */
  networkCosts: amount,
  conversionGains: amount,
  /** Below zero by what merchants and referrers owe. */
  receivables: amount,
  /** Below zero by what the treasury had to give back and did not hold. */
  shortfall: amount,
});
export type CapitalRowView = z.output<typeof capitalRowView>;

export const capitalView = z.array(capitalRowView);
export type CapitalView = z.output<typeof capitalView>;

/** Entries that move the operator's own money, and not by an order to send. */
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
  /** Where it came in or left; null for what moved inside the books. */
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

/** Capital set aside for conversions, and capital again. Safe for the browser. */
export const treasuryForm = z.object({
  /** Made once by the form: sending it twice moves the money once. */
  commandId: z.uuid(),
  direction: z.enum(["fill", "draw"]),
  currency: currencyCode,
  amount: positiveAmount,
});
export type TreasuryForm = z.output<typeof treasuryForm>;
