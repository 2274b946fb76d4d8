import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Words } from "@/lib/kernel/locales/words";
import { decimal } from "@/lib/kernel/money/decimal";

/**
 * Errors know their text in English, written for programs; the payer is told in words of the page. A test holds the two lists against
 * the texts that are thrown.
 */
const CHOICE_REFUSALS: Readonly<Record<string, TextKey>> = {
  "The service was not found": "error.coin",
  "The currency was not found": "error.coin",
  "The network was not found": "error.coin",
  "This invoice can no longer be paid": "error.closed",
  "A payment is on its way; the coin cannot be changed any more": "error.moving",
  "This shop takes no new payments at the moment; ask the shop": "refusal.shop",
  "The coin was changed too often; ask the shop for a new invoice": "error.often",
  "This invoice cannot be renewed": "error.renewal",
  "The shop has to renew this invoice": "error.renewal-shop",
  "A payment came for this invoice; it cannot be renewed": "error.renewal-paid",
  "This invoice was renewed too often; ask the shop for a new one": "error.renewal-often",
};

const BALANCE_REFUSALS: Readonly<Record<string, TextKey>> = {
  "This payment is being checked, so nothing more can be paid.": "refusal.checked",
  "This payment is closed.": "refusal.closed",
  "A payment is on its way already.": "refusal.moving",
  "Choose a coin first.": "refusal.coin",
  "The time for this payment is up.": "refusal.over",
  "Nothing is left to pay.": "refusal.paid",
  "Your account may not pay at the moment.": "refusal.account",
  "Your password is new: for 24 hours your balance cannot be spent.": "refusal.password",
  "This shop takes no payments at the moment.": "refusal.shop",
  "The amount has changed meanwhile: look at it again before you pay.": "refusal.changed",
  "Your balance here is too small.": "refusal.small",
};

const NOTHING_TAKEN = " Nothing was taken from your balance.";
const LIMIT = /^(Minimum|Maximum) amount ([0-9]+(?:\.[0-9]+)?) (\S+)$/;

/** An expected refusal in words for a payer: what is known of it, else that it did not work. */
export function publicErrorText({ code, message }: AppError, words: Words): string {
  if (message.endsWith(NOTHING_TAKEN)) {
    const reason = BALANCE_REFUSALS[message.slice(0, -NOTHING_TAKEN.length)];
    return words.say("refusal.safe", { reason: words.say(reason ?? "error.title") });
  }
  if (code === "unavailable") return words.say("error.unavailable");
  const [, end, amount, currency] = LIMIT.exec(message) ?? [];
  if (amount !== undefined && currency !== undefined) {
    const limit = words.coin(decimal(amount), currency);
    return words.say(end === "Minimum" ? "error.minimum" : "error.maximum", { amount: limit });
  }
  return words.say(CHOICE_REFUSALS[message] ?? "error.general");
}
