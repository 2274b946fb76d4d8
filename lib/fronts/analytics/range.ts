import type { AnalyticsQuery, RangeName, RangeView, Step } from "@/lib/fronts/analytics/schema";
import { addDays, dateAt, daysBetween, hoursOf, mondayOf, monthOf, startOfDate } from "@/lib/kernel/zone-days";

/**
 * A range of a zone's calendar days, divided into the buckets of a chart, with the previous range.
 */
export type Range = {
  readonly view: RangeView;
  /** Start times of the buckets, ascending; the last bucket ends at `to`. */
  readonly starts: readonly Date[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly previousFrom: Date;
  /** Exclusive. If the range is in progress, the previous one covers the same elapsed time. */
  readonly previousTo: Date;
};

const DAYS: Readonly<Record<Exclude<RangeName, "custom">, number>> = {
  today: 1,
  "7d": 7,
  "30d": 30,
  "90d": 90,
  year: 365,
};
const HOURS_DAYS_MAX = 2;
const DAYS_STEP_MAX = 92;
const WEEKS_STEP_MAX = 400;

/**
 * Resolves a query's range at a given time: a number of days up to and including today in its zone,
 * or the days it names. The previous range is the same number of days immediately before it; while
 * the range is in progress, the previous one is cut off at the same point, so that half a day is
 * not compared with a whole one.
 */
export function resolveRange(query: AnalyticsQuery, now: Date): Range {
  const { range: name, zone } = query;
  const today = dateAt(now, zone);
  const lastDate = name === "custom" ? (query.to ?? today) : today;
  const firstDate = name === "custom" ? (query.from ?? today) : addDays(today, 1 - DAYS[name]);
  const days = daysBetween(firstDate, lastDate) + 1;
  const step = stepOf(query.step, days);
  const from = startOfDate(firstDate, zone);
  const to = startOfDate(addDays(lastDate, 1), zone);
  const previousFrom = startOfDate(addDays(firstDate, -days), zone);
  const isUnderWay = from <= now && now < to;
  const cut = previousFrom.getTime() + (now.getTime() - from.getTime());
  const previousTo = isUnderWay ? new Date(Math.min(from.getTime(), cut)) : from;
  const moments = { from: iso(from), to: iso(to), previousFrom: iso(previousFrom), previousTo: iso(previousTo) };
  return {
    view: { name, zone, step, firstDate, lastDate, isUnderWay, ...moments },
    starts: startsOf(firstDate, lastDate, step, zone),
    from,
    to,
    previousFrom,
    previousTo,
  };
}

/**
 * Returns the requested step (days if hours are too many), or the default for the range's length.
 */
function stepOf(asked: Step | undefined, days: number): Step {
  if (asked === "hour" && days > HOURS_DAYS_MAX) return "day";
  if (asked !== undefined) return asked;
  if (days <= HOURS_DAYS_MAX) return "hour";
  if (days <= DAYS_STEP_MAX) return "day";
  return days <= WEEKS_STEP_MAX ? "week" : "month";
}

/** The first bucket begins with the range, even in the middle of its week or month. */
function startsOf(firstDate: string, lastDate: string, step: Step, zone: string): Date[] {
  const starts: Date[] = [];
  for (let date = firstDate; date <= lastDate; date = nextOf(date, step)) {
    if (step === "hour") starts.push(...hoursOf(date, zone));
    else starts.push(startOfDate(date, zone));
  }
  return starts;
}

function nextOf(date: string, step: Step): string {
  if (step === "week") return addDays(mondayOf(date), 7);
  return step === "month" ? monthOf(date, true) : addDays(date, 1);
}

function iso(moment: Date): string {
  return moment.toISOString();
}
