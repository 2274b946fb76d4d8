import { groupDigits } from "@/lib/kernel/money/format";

/**
 * Shortens a rate, stored with 30 decimals, to the ten significant decimals that people compare.
 * Truncated, not rounded.
 */
export function shortRate(rate: string): string {
  const [whole = "", fraction = ""] = rate.split(".");
  const shown = (/^0*\d{0,10}/.exec(fraction)?.[0] ?? "").replace(/0+$/, "");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/** `57,884.12`: a rate alone. */
export function rateDigits(rate: string): string {
  return groupDigits(shortRate(rate));
}

/** `1 BTC = 57,884.12 USD`. */
export function rateText(from: string, rate: string, to: string): string {
  return `1 ${from} = ${rateDigits(rate)} ${to}`;
}
