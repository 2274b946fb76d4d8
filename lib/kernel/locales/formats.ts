import { LOCALES, type Locale } from "@/lib/kernel/locales/locales";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";

const MINUTE_S = 60;
const HOUR_S = 3_600;
const NO_BREAK_SPACE = "\u00a0";
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC", timeZoneName: "short" } as const;
const DAY = { day: "numeric", month: "short", year: "numeric" } as const;

/** Formats numbers and times as readers of one language write them. */
export type Formats = {
  /** `1,449.884`, `1.449,884`: every significant digit of a coin amount, exactly. */
  readonly digits: (amount: Decimal) => string;
  /** The same with its currency, joined by a non-breaking space: `1.449,884 USDT`. */
  readonly coin: (amount: Decimal, currency: string) => string;
  /** `1,234.50 USD`, `1.234,50 USD`: two decimals, every digit exact. */
  readonly fiat: (amount: Decimal, currency: string) => string;
  /** Counts and percentages; never money. */
  readonly number: (value: number) => string;
  /** `21 Nov 2026, 14:05 UTC`. */
  readonly moment: (moment: Date) => string;
  /** `21 Nov 2026`, of a day like `2026-11-21`. */
  readonly day: (day: string) => string;
  /** `14:05 UTC`. */
  readonly clock: (moment: Date) => string;
  /** Approximate, in the largest suitable unit: `45 seconds`, `3 minutes`, `2 hours`. */
  readonly duration: (seconds: number) => string;
};

/**
 * Returns the formatters of a language. They are expensive to create, so they are created once, on
 * first use.
 */
export function formatsFor(locale: Locale): Formats {
  const tag = LOCALES[locale].formats;
  const fiatFormat = once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
  const numberFormat = once(() => new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }));
  const momentFormat = once(() => new Intl.DateTimeFormat(tag, { ...DAY, ...CLOCK }));
  const dayFormat = once(() => new Intl.DateTimeFormat(tag, { ...DAY, timeZone: "UTC" }));
  const clockFormat = once(() => new Intl.DateTimeFormat(tag, CLOCK));
  const pointOf = once(
    () =>
      numberFormat()
        .formatToParts(0.5)
        .find(({ type }) => type === "decimal")?.value ?? ".",
  );
  const digits = (amount: Decimal) => {
    // Intl formatters support at most twenty decimals: they format the whole part, and the
    // fraction's digits are appended unchanged.
    const [whole = "", fraction] = amount.toFixed().split(".");
    const grouped = fiatFormat().formatToParts(whole as Intl.StringNumericLiteral);
    const shown = grouped.filter(({ type }) => type !== "decimal" && type !== "fraction").map(({ value }) => value);
    return shown.join("") + (fraction === undefined ? "" : pointOf() + fraction);
  };
  return {
    digits,
    coin: (amount, currency) => digits(amount) + NO_BREAK_SPACE + currency,
    // Digits as text are formatted exactly; a number would be rounded to floating-point precision.
    fiat: (amount, currency) =>
      fiatFormat().format(formatFiat(amount) as Intl.StringNumericLiteral) + NO_BREAK_SPACE + currency,
    number: (value) => numberFormat().format(value),
    moment: (moment) =>
      momentFormat()
        .format(moment)
        .replace(/(?<=\d) (?=UTC)/, NO_BREAK_SPACE),
    day: (day) => dayFormat().format(new Date(`${day}T00:00:00.000Z`)),
    clock: (moment) => clockFormat().format(moment).replaceAll(" ", NO_BREAK_SPACE),
    duration: (seconds) => durationText(tag, seconds),
  };
}

function durationText(tag: string, seconds: number): string {
  if (seconds < MINUTE_S) return unitText(tag, "second", Math.max(1, seconds));
  if (seconds < HOUR_S) return unitText(tag, "minute", Math.round(seconds / MINUTE_S));
  return unitText(tag, "hour", Math.round(seconds / HOUR_S));
}

function unitText(tag: string, unit: "second" | "minute" | "hour", count: number): string {
  return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 }).format(
    count,
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
