import { formatsFor } from "@/lib/locales/formats";

const MINUTE_MS = 60_000;

/** The minute from which on something works again, never too early: `23 Nov 2026, 14:05 UTC`. Pure. */
export function restEndWords(end: Date): string {
  return formatsFor("en").moment(new Date(Math.ceil(end.getTime() / MINUTE_MS) * MINUTE_MS));
}
