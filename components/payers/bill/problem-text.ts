import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";

const PROBLEMS: Partial<Record<Reason, TextKey>> = {
  bill_closed: "bill.cancelled",
  bill_paid: "paid.title",
  bill_too_often: "link.problem.often",
  below_minimum: "bill.small",
  payments_blocked: "refusal.shop",
};

/** Returns why a payment of a bill is refused, as a message for the customer. */
export function billProblemText(error: AppError, merchant: string, messages: Messages): string {
  const known = isRefusal(error) ? PROBLEMS[error.reason] : undefined;
  const otherwise = error.code === "unavailable" ? "link.problem.later" : "error.general";
  return messages.say(known ?? otherwise, { merchant });
}
