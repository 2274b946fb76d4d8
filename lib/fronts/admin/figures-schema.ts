import { z } from "zod";
import { isTimeZone } from "@/lib/kernel/zone-days";

/** What the gateway received and earned. Safe for the browser. */

export const FIGURE_RANGES = ["today", "7d", "30d"] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

export const gatewayFiguresQuery = z.object({
  zone: z.string().refine(isTimeZone, "Invalid time zone.").default("UTC"),
});

/** US dollars; null while workers sum up what was booked before an upgrade. */
const dollars = z.object({ now: z.string(), before: z.string() }).nullable();
const count = z.object({ now: z.int(), before: z.int() });

const rangeFigures = z.object({
  range: z.enum(FIGURE_RANGES),
  /** Payments credited less those reversed, at the prices of their quotes. */
  received: dollars,
  /** Invoices that became paid. */
  paidInvoices: count,
  /** Commissions, fees and gains of conversions, less referral shares, at today's prices. */
  revenue: dollars,
  /** Merchants that were credited a payment. */
  activeMerchants: count,
});
export type RangeFigures = z.output<typeof rangeFigures>;

export const gatewayFiguresView = z.object({
  ranges: z.array(rangeFigures),
  /** Coins that never had a price, which the revenue leaves out. */
  unpricedCoins: z.array(z.string()),
});
export type GatewayFiguresView = z.output<typeof gatewayFiguresView>;
