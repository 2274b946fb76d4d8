import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Messages } from "@/lib/kernel/locales/messages";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";

const PROBLEMS: Readonly<Record<Extract<Reason, `plan_${string}`>, TextKey>> = {
  plan_email_wrong: "plan.problem.email",
  plan_link_too_often: "plan.problem.often",
  plan_no_mail: "plan.problem.mail",
  plan_shop_closed: "refusal.shop",
  plan_link_unknown: "plan.problem.unknown",
  plan_link_over: "plan.problem.over",
  plan_ended: "plan.ended.title",
};

/** Returns why a payer's request is refused, as a message for the payer. */
export function planProblemText(error: AppError, messages: Messages, merchant: string): string {
  const known: Partial<Record<Reason, TextKey>> = PROBLEMS;
  return messages.say((isRefusal(error) && known[error.reason]) || "error.general", { merchant });
}
