/**
 * Calendar days of a time zone: a date is text, `2026-03-29`; a moment is a Date. From the zone's
 * own rules (Intl), daylight saving included.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date that the zone's calendars show at a moment. */
export function dateAt(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetMs(moment.getTime(), zone)).toISOString().slice(0, 10);
}

/**
 * The first moment of a date. Where the clock jumps over midnight that is the jump; where it shows
 * midnight twice, the first time.
 */
export function startOfDate(date: string, zone: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`);
  const before = offsetMs(wall - DAY_MS, zone);
  const after = offsetMs(wall + DAY_MS, zone);
  // East comes first: the greater offset gives the earlier moment.
  const offsets = before >= after ? [before, after] : [after, before];
  const fitting = offsets.find((offset) => offsetMs(wall - offset, zone) === offset);
  return new Date(wall - (fitting ?? before));
}

/** So many days later on the calendar; earlier with less than zero. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many calendar days lie between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The Monday on or before a date. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The first of a date's month; `next` for that of the month after. */
export function monthOf(date: string, next = false): string {
  const first = `${date.slice(0, 7)}-01`;
  return next ? `${addDays(first, 31).slice(0, 7)}-01` : first;
}

/** The hours of a date, each by its first moment: 23 or 25 of them where the clock is changed. */
export function hoursOf(date: string, zone: string): Date[] {
  const end = startOfDate(addDays(date, 1), zone).getTime();
  const hours: Date[] = [];
  for (let at = startOfDate(date, zone).getTime(); at < end; at += HOUR_MS) hours.push(new Date(at));
  return hours;
}

/** What the zone's clocks are ahead of UTC at a moment. */
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
