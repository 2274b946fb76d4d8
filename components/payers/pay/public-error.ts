import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isRefusal, isRefusedFor, type Reason } from "@/lib/kernel/refusals";

const CHOICE_REFUSALS: Partial<Record<Reason, TextKey>> = {
  service_not_found: "error.coin",
  currency_not_found: "error.coin",
  network_not_found: "error.coin",
  invoice_closed: "error.closed",
  payment_moving: "error.moving",
  shop_closed: "refusal.shop",
  coin_changed_too_often: "error.often",
  renewal_impossible: "error.renewal",
  renewal_needs_shop: "error.renewal-shop",
  renewal_paid: "error.renewal-paid",
  renewed_too_often: "error.renewal-often",
};

type BalanceReason = Extract<Reason, `balance_${string}`>;

const BALANCE_REFUSALS: Readonly<Record<BalanceReason, TextKey>> = {
  balance_checked: "refusal.checked",
  balance_invoice_closed: "refusal.closed",
  balance_payment_moving: "refusal.moving",
  balance_no_coin: "refusal.coin",
  balance_time_over: "refusal.over",
  balance_nothing_left: "refusal.paid",
  balance_account_inactive: "refusal.account",
  balance_password_new: "refusal.password",
  balance_shop_closed: "refusal.shop",
  balance_amount_changed: "refusal.changed",
  balance_too_small: "refusal.small",
};

const isBalanceReason = (reason: Reason): reason is BalanceReason => Object.hasOwn(BALANCE_REFUSALS, reason);

/**
 * Converts an expected refusal to a message for a payer: a specific one if known, else that it did
 * not work.
 */
export function publicErrorText(error: AppError, messages: Messages): string {
  if (error.code === "unavailable") return messages.say("error.unavailable");
  if (!isRefusal(error)) return messages.say("error.general");
  if (isBalanceReason(error.reason))
    return messages.say("refusal.safe", { reason: messages.say(BALANCE_REFUSALS[error.reason]) });
  if (isRefusedFor(error, "below_minimum", "above_maximum")) {
    const amount = messages.coin(error.terms.limit, error.terms.currency);
    return messages.say(error.reason === "below_minimum" ? "error.minimum" : "error.maximum", { amount });
  }
  return messages.say(CHOICE_REFUSALS[error.reason] ?? "error.general");
}
