import type { ExceptionKind, RangeName, RangeView, Step } from "@/lib/fronts/analytics/schema";

export const RANGE_LABELS: Readonly<Record<RangeName, string>> = {
  today: "Today",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  year: "1 year",
  custom: "From – to",
};

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  hour: "Hours",
  day: "Days",
  week: "Weeks",
  month: "Months",
};

export const EXCEPTION_LABELS: Readonly<Record<ExceptionKind, string>> = {
  partly: "Partly paid",
  over: "Overpaid",
  late: "Late",
  extra: "After payment",
  wrong_coin: "Wrong coin",
  locked: "Locked",
};

const BEFORE_LABELS: Readonly<Record<RangeName, string>> = {
  today: "the same time yesterday",
  "7d": "previous 7 days",
  "30d": "previous 30 days",
  "90d": "previous 90 days",
  year: "previous year",
  custom: "previous period",
};

/** Returns the period that a range is compared with, for use in a sentence. */
export function beforeLabel({ name }: Pick<RangeView, "name">): string {
  return BEFORE_LABELS[name];
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const WHOLE_DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** Label below a bar: as short as possible. */
export function bucketTick(
  { start, date }: { readonly start: string; readonly date: string },
  view: RangeView,
): string {
  if (view.step === "hour") return hourOf(start, view.zone);
  return view.step === "month" ? MONTH.format(new Date(date)) : DAY.format(new Date(date));
}

/** Label in a tooltip and in a table: states exactly what the bar covers. */
export function bucketLabel(
  { start, date }: { readonly start: string; readonly date: string },
  view: RangeView,
): string {
  const day = WHOLE_DAY.format(new Date(date));
  if (view.step === "hour") return `${day}, from ${hourOf(start, view.zone)}`;
  if (view.step === "week") return `Week from ${day}`;
  return view.step === "month" ? `Month from ${day}` : day;
}

export function rangeLabel({ firstDate, lastDate }: RangeView): string {
  const first = WHOLE_DAY.format(new Date(firstDate));
  return firstDate === lastDate ? first : `${first} – ${WHOLE_DAY.format(new Date(lastDate))}`;
}

function hourOf(start: string, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone }).format(
    new Date(start),
  );
}

/** `48 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0 ? `${hours} h` : `${hours} h ${left} min`;
}

/** A slot of the distribution: `under 1 min`, `1 – 2 min`. */
export function slotLabel({
  fromSeconds,
  toSeconds,
}: {
  readonly fromSeconds: number;
  readonly toSeconds: number | null;
}): string {
  if (toSeconds === null) return `${durationText(fromSeconds)} or more`;
  return fromSeconds === 0
    ? `under ${durationText(toSeconds)}`
    : `${durationText(fromSeconds)} – ${durationText(toSeconds)}`;
}

/**
 * Returns the percentage of a part, for the length of a bar and its label; null if the whole is
 * zero.
 */
export function shareOf(part: number, whole: number): string | null {
  return whole === 0 ? null : ((part * 100) / whole).toFixed(1).replace(/\.0$/, "");
}
