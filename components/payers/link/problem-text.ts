import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import { NOTE_CHARACTERS_MAX } from "@/lib/money-in/payment-links/read-order";

const PROBLEMS: Partial<Record<Reason, TextKey>> = {
  link_closed: "link.closed.title",
  link_sold_out: "link.sold.title",
  link_few_left: "link.problem.quantity",
  link_amount_wrong: "link.problem.amount",
  link_quantity_wrong: "link.problem.quantity",
  link_note_wrong: "link.problem.note",
  link_email_wrong: "plan.problem.email",
  link_form_used: "link.problem.used",
  link_too_often: "link.problem.often",
  below_minimum: "link.problem.amount",
  above_maximum: "link.problem.amount",
  payments_blocked: "refusal.shop",
};

/** Returns why an order is refused, as a message for the payer. */
export function linkProblemText(error: AppError, messages: Messages): string {
  const known = isRefusal(error) ? PROBLEMS[error.reason] : undefined;
  const otherwise = error.code === "unavailable" ? "link.problem.later" : "error.general";
  return messages.say(known ?? otherwise, { count: messages.number(NOTE_CHARACTERS_MAX) });
}
