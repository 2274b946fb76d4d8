import { z } from "zod";
import { isTimeZone } from "@/lib/kernel/zone-days";

/**
 * Queries and views of a merchant's statistics. Safe for the browser; amounts are plain decimal
 * text.
 */

export const RANGES = ["today", "7d", "30d", "90d", "year", "custom"] as const;
export type RangeName = (typeof RANGES)[number];
export const STEPS = ["hour", "day", "week", "month"] as const;
export type Step = (typeof STEPS)[number];

/** Credits are stored with their dollar value, so statistics are in dollars. */
export const FIGURES_CURRENCY = "USD";
/**
 * More than a comparison of two years; a longer range would have more bars than fit on a screen.
 */
export const CUSTOM_DAYS_MAX = 800;
export const EARLIEST_DAY = "2020-01-01";
const LATEST = "2100-01-01";

const date = z.iso.date().refine((text) => text >= EARLIEST_DAY && text < LATEST, "Choose a date from 2020 on.");

/** As in the address bar and the query string. */
export const analyticsQuery = z
  .object({
    range: z.enum(RANGES).default("30d"),
    /** Of a custom range, both days inclusive. */
    from: date.optional(),
    to: date.optional(),
    zone: z.string().refine(isTimeZone, "Invalid time zone.").default("UTC"),
    /** Null: chosen to suit the range. */
    step: z.enum(STEPS).optional(),
    currency: z
      .string()
      .regex(/^[A-Z0-9]{1,16}$/)
      .optional(),
    network: z
      .string()
      .regex(/^[a-z0-9]{1,16}$/)
      .optional(),
  })
  .refine(({ range, from, to }) => range !== "custom" || (from !== undefined && to !== undefined), {
    path: ["from"],
    message: "Choose the first and last day.",
  })
  .refine(({ range, from, to }) => range !== "custom" || (from ?? "") <= (to ?? ""), {
    path: ["to"],
    message: "The last day is before the first.",
  })
  .refine(({ range, from, to }) => range !== "custom" || daysOf(from, to) <= CUSTOM_DAYS_MAX, {
    path: ["to"],
    message: `Choose at most ${CUSTOM_DAYS_MAX} days.`,
  });
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

function daysOf(from = "", to = ""): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

export const TABLES = ["volume", "coins", "success", "funnel", "times", "exceptions", "sending"] as const;
export type TableName = (typeof TABLES)[number];
export const tableQuery = analyticsQuery.and(z.object({ table: z.enum(TABLES) }));

const moment = z.iso.datetime();

export const rangeView = z.object({
  name: z.enum(RANGES),
  zone: z.string(),
  step: z.enum(STEPS),
  /** First and last day, both inclusive, in the zone's calendar. */
  firstDate: z.string(),
  lastDate: z.string(),
  from: moment,
  to: moment,
  /** In progress: the range it is compared with ends at the same point. */
  isUnderWay: z.boolean(),
  previousFrom: moment,
  previousTo: moment,
});
export type RangeView = z.output<typeof rangeView>;

/**
 * A bar of a chart: an hour, day, week or month of the zone. The first and last of a range may be
 * cut off.
 */
const bucket = { start: moment, date: z.string() };

const coinSum = z.object({
  currency: z.string(),
  /** In the coin, exact. */
  amount: z.string(),
  usd: z.string(),
  count: z.int(),
});

const pairSum = coinSum.extend({
  /** Null for payments from a personal wallet, which use no network. */
  network: z.string().nullable(),
  networkName: z.string(),
  commission: z.string(),
  commissionUsd: z.string(),
});
export type PairSum = z.output<typeof pairSum>;

const volumeTotals = z.object({ usd: z.string(), commissionUsd: z.string(), count: z.int() });

const sendingFee = z.object({
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  count: z.int(),
  fee: z.string(),
  /** At the price when requested; null if no price was known for any of them. */
  feeUsd: z.string().nullable(),
});

export const volumeView = z.object({
  range: rangeView,
  totals: volumeTotals,
  previous: volumeTotals,
  /** Most valuable first. */
  coins: z.array(coinSum),
  buckets: z.array(z.object({ ...bucket, usd: z.string(), count: z.int(), coins: z.array(coinSum) })),
  pairs: z.array(pairSum),
  /** Cost of payouts and refunds, which covers their network fees. */
  sending: z.object({ usd: z.string(), previousUsd: z.string(), fees: z.array(sendingFee) }),
});
export type VolumeView = z.output<typeof volumeView>;

export const EXCEPTIONS = ["partly", "over", "late", "extra", "wrong_coin", "locked"] as const;
export type ExceptionKind = (typeof EXCEPTIONS)[number];

const counts = {
  created: z.int(),
  opened: z.int(),
  chosen: z.int(),
  seen: z.int(),
  paid: z.int(),
  ended: z.int(),
};
const times = { timed: z.int(), medianSeconds: z.int().nullable(), p90Seconds: z.int().nullable() };

const pairCounts = z.object({
  /** Null if no coin was chosen. */
  currency: z.string().nullable(),
  network: z.string().nullable(),
  networkName: z.string(),
  ...counts,
  ...times,
});
export type PairCounts = z.output<typeof pairCounts>;

const totals = z.object({ ...counts, ...times });
export type PaymentTotals = z.output<typeof totals>;

export const paymentsView = z.object({
  range: rangeView,
  totals,
  previous: totals,
  buckets: z.array(z.object({ ...bucket, created: z.int(), ended: z.int(), paid: z.int() })),
  pairs: z.array(pairCounts),
  /** How many took at least `fromSeconds` and less than `toSeconds`; null: no end. */
  slots: z.array(z.object({ fromSeconds: z.int(), toSeconds: z.int().nullable(), count: z.int() })),
  exceptions: z.array(
    z.object({
      kind: z.enum(EXCEPTIONS),
      currency: z.string(),
      network: z.string().nullable(),
      networkName: z.string(),
      count: z.int(),
    }),
  ),
  /**
   * Set if page views were not yet recorded at the beginning of the range: the time since which
   * they are.
   */
  pageViewsSince: moment.nullable(),
});
export type PaymentsView = z.output<typeof paymentsView>;

/**
 * Returns the share of final invoices that were paid, in percent with one decimal; null if none is
 * final.
 */
export function successPercent({ paid, ended }: { readonly paid: number; readonly ended: number }): string | null {
  return ended === 0 ? null : (Math.round((paid * 1000) / ended) / 10).toFixed(1);
}
