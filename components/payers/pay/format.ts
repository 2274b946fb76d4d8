import { commonStart } from "@/lib/chains/address-family";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";

const HOUR_S = 3_600;
const GROUP_LENGTH = 4;
const ROUGH_DIGITS = 2;

/**
 * Rounds an approximate amount up to two significant digits; to two decimals from 1 on. Never for
 * an amount to send.
 */
export function roughly(amount: Decimal): Decimal {
  const [, zeros = ""] = /^0\.(0*)[1-9]/.exec(amount.toFixed()) ?? [];
  return roundUpToUnit(amount, zeros.length + ROUGH_DIGITS);
}

type Price = { readonly amount: Decimal; readonly currency: string; readonly isFiat: boolean };

/** Formats the merchant's price: `25.00 USD` in the reader's locale, or a coin amount. */
export function priceText({ amount, currency, isFiat }: Price, messages: Messages): string {
  return isFiat ? messages.fiat(amount, currency) : messages.coin(amount, currency);
}

/** `59:07` or `11:59:07`; the script continues counting down from it. */
export function countdownText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Splits an address into groups for readability; joined they are the address again. People compare
 * the first and the last group: both hold four distinguishing characters, whatever the address
 * length. A shorter group comes before the last one.
 */
export function addressGroups(address: string): readonly string[] {
  const head = commonStart(address).length + GROUP_LENGTH;
  const tail = Math.max(head, address.length - GROUP_LENGTH);
  const groups = [address.slice(0, head)];
  for (let at = head; at < tail; at += GROUP_LENGTH) groups.push(address.slice(at, Math.min(at + GROUP_LENGTH, tail)));
  return [...groups, address.slice(tail)];
}

/** `0x5290…9ee7`: for tight spaces. */
export function shortText(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;
}

/** Returns the host of a URL, as the text of a link. */
export function hostText(url: string): string {
  return new URL(url).host;
}
