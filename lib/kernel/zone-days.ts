/**
 * Calendar days of a time zone: a date is text, `2026-03-29`; a time is a Date. Uses the zone's own
 * rules (Intl), including daylight saving.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether the runtime knows this IANA name, for example `Europe/Berlin`. Plain offsets are rejected
 * because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Returns the calendar date in a zone at a given time. */
export function dateAt(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetMs(moment.getTime(), zone)).toISOString().slice(0, 10);
}

/**
 * Returns the start of a date. If the clock skips midnight, that is the time of the jump; if
 * midnight occurs twice, the first one.
 */
export function startOfDate(date: string, zone: string): Date {
  return timeOfDate(date, 0, zone);
}

/**
 * Returns when a date's clock shows `minutes` after midnight. If it skips that time, as long after
 * the jump; if it shows it twice, the first time.
 */
export function timeOfDate(date: string, minutes: number, zone: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetMs(wall - DAY_MS, zone);
  const after = offsetMs(wall + DAY_MS, zone);
  // The greater offset (further east) gives the earlier time.
  const offsets = before >= after ? [before, after] : [after, before];
  const fitting = offsets.find((offset) => offsetMs(wall - offset, zone) === offset);
  return new Date(wall - (fitting ?? before));
}

/** Adds days to a calendar date; a negative number subtracts. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of calendar days between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Returns the Monday on or before a date. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Returns the first day of a date's month; with `next`, of the month after. */
export function monthOf(date: string, next = false): string {
  const first = `${date.slice(0, 7)}-01`;
  return next ? `${addDays(first, 31).slice(0, 7)}-01` : first;
}

/** Returns the start of each hour of a date: 23 or 25 of them on a clock change. */
export function hoursOf(date: string, zone: string): Date[] {
  const end = startOfDate(addDays(date, 1), zone).getTime();
  const hours: Date[] = [];
  for (let at = startOfDate(date, zone).getTime(); at < end; at += HOUR_MS) hours.push(new Date(at));
  return hours;
}

/** Returns a zone's offset from UTC at a given time. */
function offsetMs(at: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const wall = Date.parse(
    `${part["year"]}-${part["month"]}-${part["day"]}T${part["hour"]}:${part["minute"]}:${part["second"]}Z`,
  );
  return wall - Math.floor(at / 1000) * 1000;
}
