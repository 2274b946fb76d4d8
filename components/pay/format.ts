import { say } from "@/components/pay/say";
import type { Decimal } from "@/lib/money/decimal";
import { formatFiat, groupDigits } from "@/lib/money/format";

const NO_BREAK_SPACE = "\u00a0";
const MINUTE_S = 60;
const HOUR_S = 3_600;
const GROUP_LENGTH = 4;
const HEAD_LENGTH = 6;

/** `0.0186 ETH`: the exact digits without idle zeros, so that what is read is what is typed. */
export function coinText(amount: Decimal, currency: string): string {
  return `${groupDigits(amount.toFixed())}${NO_BREAK_SPACE}${currency}`;
}

/** What the merchant asked for: `25.00 USD`, or a coin amount. */
export function priceText(amount: Decimal, currency: string, isFiat: boolean): string {
  return isFiat ? `${groupDigits(formatFiat(amount))}${NO_BREAK_SPACE}${currency}` : coinText(amount, currency);
}

/** `21 Nov 2026, 14:05 UTC`. */
export function momentText(moment: Date): string {
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(moment);
  return `${day}, ${clockText(moment)}`;
}

/** `14:05 UTC`. */
export function clockText(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)}${NO_BREAK_SPACE}UTC`;
}

/** Roughly, in the largest unit that fits: `45 s`, `3 min`, `2 h`. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE_S) return say("time.second", { count: String(Math.max(1, seconds)) });
  if (seconds < HOUR_S) return say("time.minute", { count: String(Math.round(seconds / MINUTE_S)) });
  return say("time.hour", { count: String(Math.round(seconds / HOUR_S)) });
}

/** `59:07` or `11:59:07`; what the script goes on counting from. */
export function countdownText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const rest = two(seconds % MINUTE_S);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** An address in groups for the eye; joined they are the address again. The first and the last group are what people compare. */
export function addressGroups(address: string): readonly string[] {
  const head = address.startsWith("0x") ? HEAD_LENGTH : GROUP_LENGTH;
  const groups = [address.slice(0, head)];
  for (let at = head; at < address.length; at += GROUP_LENGTH) groups.push(address.slice(at, at + GROUP_LENGTH));
  return groups;
}

/** `0x5290…9ee7`: where there is no room for all of it. */
export function shortText(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;
}

/** Where a link leads, in words: its host. */
export function hostText(url: string): string {
  return new URL(url).host;
}
